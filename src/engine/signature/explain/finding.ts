import type { CauseId } from '../../../shared/codes/signature/causes.ts'
import type { FoundSecret, ObservationReason, SaidChange } from '../../../shared/codes/signature/findings.ts'
import { type Change, costOf, costOfCut } from './causes/change.ts'
import type { TemplatedScheme } from '../signedMessage.ts'
import { messageTemplate } from './digestMethods.ts'
import type { KeyOrigin } from './keys.ts'
import type { Hit } from './search.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

/** A hit with one of the origins of its key; it becomes one finding. */
export interface Proof {
  hit: Hit
  origin: KeyOrigin
}

/** All changes of a proof, in the order in which a digest is made. */
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

/**
 * A proof as a finding.
 * @param cause the one that it is named after
 * @param over what was signed, such as "the body"
 */
export function proofFinding(
  proof: Proof,
  cause: CauseId,
  direction: ExplainInput['target']['direction'],
  over: string,
): Finding {
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
        use: method.use === 'hmac-twice' ? 'hmac' : method.use,
        causes: changesOf(proof).map((change) => change.cause),
        key: {
          secret: keyless || origin.secret === null ? null : foundSecret(origin.secret),
          changes: keyless ? [] : changeFields(origin.changes),
        },
        over,
        body: changeFields(message.changes),
        size: message.size,
        written: target.written,
        reading: changeFields(target.changes),
        cutTo: hit.truncated ? target.length : null,
      },
    },
    secret: keyless || origin.secret === null ? null : secretFields(origin.secret),
  }
}

/** Names the signed bytes, such as "the body"; the words of the changes follow it. */
export function signedPart(scheme: TemplatedScheme, changes: readonly Change[]): string {
  const template = scheme.kind === 'hash' ? messageTemplate(scheme) : scheme.message
  if (template === '{body}' || changes.some(({ cause }) => cause === 'message-template'))
    return template.includes('{body}') ? 'the body' : 'the request'
  const [ofBody, ofMessage] = ['body-', 'message-'].map((start) => changes.some(({ cause }) => cause.startsWith(start)))
  if (ofBody === true && ofMessage === true) return 'the body'
  const message = /\{(?:field|line):/.test(template)
    ? 'the message of the signed fields'
    : `the message ${template.replaceAll('\n', '\\n')}`
  return ofBody === true ? `${message}, its body` : message
}

/** The changes as fields of a finding. */
export function changeFields(changes: readonly Change[]): SaidChange[] {
  return changes.map(({ cause, how }) => {
    const { words, received } = typeof how === 'string' || how === null ? { words: how, received: [] } : how
    return { cause, how: words, received: [...received] }
  })
}

/** Returns the parts of a secret that a finding may show: never its bytes. */
export function secretFields({ label, fingerprint, environment }: KnownSecret): Finding['secret'] {
  return { label, fingerprint, environment }
}

/** The same with the standing of the secret in this environment. */
export function foundSecret({ label, fingerprint, environment, standing }: KnownSecret): FoundSecret {
  return { label, fingerprint, environment, standing }
}

/** Causes of observations whose code has another name. */
const causeOfObservation = {
  'content-length-is-characters': 'content-length-characters',
  'cut-json-has-characters': 'content-length-characters',
  'body-is-gzip': 'body-is-compressed',
  'body-is-encoded': 'body-is-compressed',
  'pasted-digest-unreadable': 'digest-unreadable',
  'jwt-algorithm-swapped': 'jwt-key-confusion',
  'body-field-absent': 'header-absent',
} as const satisfies Partial<Record<ObservationReason['code'], CauseId>>

/** An observation as a finding. */
export function observation(why: ObservationReason, secret: KnownSecret | null = null): Finding {
  return { cause: causeOf(why.code), kind: 'observation', why, secret: secret === null ? null : secretFields(secret) }
}

function causeOf(code: ObservationReason['code']): CauseId {
  return isRenamed(code) ? causeOfObservation[code] : code
}

function isRenamed(code: ObservationReason['code']): code is keyof typeof causeOfObservation {
  return code in causeOfObservation
}
