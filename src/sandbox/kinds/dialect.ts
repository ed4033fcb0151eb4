import type { Fields, Json } from '../state/state.ts'
import type { ObjectKind } from './objectKind.ts'
import { objectKinds } from './objectKinds.ts'

/** Behaviour in which services differ: the interface document does not show it, or it can be configured. */
export interface SandboxDialect {
  /** Name of the header that carries the signature. */
  signatureHeader: string
  /** Path below which the collections of objects lie, such as "/records/v2"; null for the usual ones. */
  objectsUnder: string | null
  /** Shape of `changes`: field -> new value, names of fields, or always null. Payments and wallets never have any. */
  changes: 'values' | 'names' | 'none'
  /** Of resourceType: CustodialAccount, custodialAccount, custodial_account, CUSTODIAL_ACCOUNT. */
  spelling: 'pascal' | 'camel' | 'snake' | 'upper'
}

/** The sandbox's default; the assumptions say why. */
export const usualDialect: SandboxDialect = {
  signatureHeader: 'x-service-webhook-hmac',
  objectsUnder: null,
  changes: 'values',
  spelling: 'pascal',
}

/** The ten types with the paths and the spelling of a dialect. */
export function kindsIn({ objectsUnder, spelling }: SandboxDialect): readonly ObjectKind[] {
  return objectKinds.map((kind) => ({
    ...kind,
    resourceType: spelled(kind.resourceType, spelling),
    collection:
      objectsUnder === null ? kind.collection : `${objectsUnder}${/\/[^/]+$/.exec(kind.collection)?.[0] ?? ''}`,
  }))
}

/** `changes` in the form of a dialect. */
export function changesIn({ changes }: SandboxDialect, values: Fields | null): Json {
  if (values === null || changes === 'none') return null
  return changes === 'names' ? Object.keys(values) : values
}

/** "CustodialAccount" in another spelling. */
function spelled(name: string, spelling: SandboxDialect['spelling']): string {
  const snake = () => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
  switch (spelling) {
    case 'pascal':
      return name
    case 'camel':
      return name.charAt(0).toLowerCase() + name.slice(1)
    case 'snake':
      return snake()
    case 'upper':
      return snake().toUpperCase()
    default:
      return spelling satisfies never
  }
}
