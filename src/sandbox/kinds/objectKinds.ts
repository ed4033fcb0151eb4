import { SandboxRefusal } from '../state/sandboxRefusal.ts'
import { custodialAccount, externalAccount } from './accountKinds.ts'
import type { ObjectKind } from './objectKind.ts'
import { payment, transaction } from './paymentKinds.ts'
import { document, identity, kyc } from './personKinds.ts'
import { asset, nft, wallet } from './tokenKinds.ts'

/** The ten types, in the order of the interface document. */
export const objectKinds: readonly ObjectKind[] = [
  payment,
  transaction,
  nft,
  kyc,
  document,
  custodialAccount,
  externalAccount,
  identity,
  asset,
  wallet,
]

/** Finds a kind by its webhookTypes value or resourceType, without regard to case. Throws SandboxRefusal. */
export function kindOf(type: string, kinds: readonly ObjectKind[] = objectKinds): ObjectKind {
  const wanted = type.toLowerCase()
  const kind = kinds.find((candidate) =>
    [candidate.type, candidate.resourceType].some((it) => it.toLowerCase() === wanted),
  )
  if (kind === undefined) {
    const known = objectKinds.map((candidate) => candidate.type).join(', ')
    throw new SandboxRefusal(
      'unknown-type',
      `The sandbox has no objects of the type "${type.slice(0, 60)}". Use one of: ${known}.`,
    )
  }
  return kind
}
