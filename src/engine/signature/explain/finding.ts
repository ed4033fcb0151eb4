import type { CauseId } from '../../../shared/codes/causes.ts'
import type { ChangeHow } from '../../../shared/codes/changes.ts'
import type { FoundSecret, ObservationWhy } from '../../../shared/codes/findings.ts'
import { type Change, costOf, costOfCut } from './causes/change.ts'
import type { KeyOrigin } from './keys.ts'
import type { Hit } from './search.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

/** A hit with one of the origins of its key: what one finding says. */
export interface Proof {
  hit: Hit
  origin: KeyOrigin
}

/** Everything that a proof changed, in the order in which a digest is made. */
export function changesOf({ hit, origin }: Proof): readonly Change[] {
  const keyless = hit.method.use === 'plain'
  const cut: Change[] = hit.truncated ? [{ cause: 'digest-truncated', cost: costOfCut, how: null }] : []
  return [
    ...(keyless ? [] : origin.changes),
    ...hit.message.changes,
    ...hit.method.changes,
    ...hit.target.changes,
    ...cut,
  ]
}

/** The sum of what was changed. */
export function proofCost(proof: Proof): number {
  return costOf(changesOf(proof))
}

/** A proof as a finding. `cause` is the one that it is named after. */
export function proofFinding(proof: Proof, cause: CauseId, direction: ExplainInput['target']['direction']): Finding {
  const { hit, origin } = proof
  const { method, message, target } = hit
  const keyless = method.use === 'plain'
  return {
    cause,
    kind: 'proof',
    why: {
      code: 'recomputed',
      fields: {
        direction,
        method: method.name,
        use: method.use,
        causes: changesOf(proof).map((change) => change.cause),
        key: {
          secret: keyless || origin.secret === null ? null : foundSecret(origin.secret),
          changes: keyless ? [] : said(origin.changes),
        },
        body: said(message.changes),
        size: message.size,
        written: target.written,
        reading: said(target.changes),
        cutTo: hit.truncated ? target.length : null,
      },
    },
    secret: keyless || origin.secret === null ? null : named(origin.secret),
  }
}

/** Changes as a finding has them. */
export function said(changes: readonly Change[]): { cause: CauseId; how: ChangeHow | null }[] {
  return changes.map(({ cause, how }) => ({ cause, how }))
}

/** What a finding may show of a secret: never its bytes. */
export function named({ label, fingerprint, environment }: KnownSecret): Finding['secret'] {
  return { label, fingerprint, environment }
}

/** The same with what it is to this environment. */
export function foundSecret({ label, fingerprint, environment, standing }: KnownSecret): FoundSecret {
  return { label, fingerprint, environment, standing }
}

/** The cause of an observation, where it has another name. */
const causeOfObservation = {
  'content-length-is-characters': 'content-length-characters',
  'cut-json-has-characters': 'content-length-characters',
  'body-is-gzip': 'body-is-compressed',
  'body-is-encoded': 'body-is-compressed',
  'pasted-digest-unreadable': 'digest-unreadable',
  'jwt-algorithm-swapped': 'jwt-key-confusion',
} as const satisfies Partial<Record<ObservationWhy['code'], CauseId>>

/** An observation as a finding. */
export function observation(why: ObservationWhy, secret: KnownSecret | null = null): Finding {
  return { cause: causeOf(why.code), kind: 'observation', why, secret: secret === null ? null : named(secret) }
}

function causeOf(code: ObservationWhy['code']): CauseId {
  return isRenamed(code) ? causeOfObservation[code] : code
}

function isRenamed(code: ObservationWhy['code']): code is keyof typeof causeOfObservation {
  return code in causeOfObservation
}
