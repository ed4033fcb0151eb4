import type { ObservationWhy } from '../../../shared/codes/findings.ts'
import { observationSentence } from '../../../shared/words/findings.ts'
import { adviceOf, causes, type CauseId } from './causes/causes.ts'
import type { observationCauses } from './causes/observationCauses.ts'
import { type Change, costOf } from './causes/change.ts'
import type { KeyOrigin } from './keys.ts'
import type { Hit } from './search.ts'
import type { Finding, KnownSecret } from './types.ts'

type Direction = 'wire' | 'receiver'

/** A hit with one of the origins of its key: what one finding tells. */
export interface Proof {
  hit: Hit
  origin: KeyOrigin
}

/** Everything that a proof changed, in the order in which a digest is made. */
export function changesOf({ hit, origin }: Proof): readonly Change[] {
  const keyless = hit.method.kind === 'plain'
  const cut: Change[] = hit.truncated ? [{ cause: 'digest-truncated', cost: 4, words: '' }] : []
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

/** Tells a proof to a person. `cause` stands over it; the advice covers its other causes too. */
export function tellProof(proof: Proof, cause: CauseId, direction: Direction): Finding {
  const { hit, origin } = proof
  const { method, message, target } = hit
  const keyless = method.kind === 'plain'
  const body = changedBody(message.changes)
  const key = keyPhrase(origin)
  const made = keyless
    ? ` over ${body}`
    : method.kind === 'hmac'
      ? ` ${key.within} over ${body}`
      : `, where the key is ${key.alone} and the message ${body}`
  const written = `${target.written}${target.changes.map(({ words }) => words).join('')}`
  const result = direction === 'wire' ? 'the received signature' : 'the digest that your code computed'
  const exactly = hit.truncated
    ? `begins with exactly the ${target.length} bytes of ${result}`
    : `gives exactly ${result}`
  return {
    cause,
    why: {
      code: 'recomputed',
      fields: {
        method: method.name,
        causes: changesOf(proof).map((change) => change.cause),
        size: message.size,
        written: target.written,
        cutTo: hit.truncated ? target.length : null,
      },
    },
    title: causes[cause].title,
    kind: 'proof',
    recipe: `${capital(method.name)}${made}, written as ${written}, ${exactly}.`,
    steps: [
      ...(keyless ? [] : [`Take ${key.alone} as the key.`]),
      `Take ${body} (${message.size} ${message.size === 1 ? 'byte' : 'bytes'}).`,
      `Compute ${method.name}${method.kind === 'hmac' ? ' with this key over these bytes' : ''}.`,
      `Write the digest as ${target.written}: this is ${result}${target.changes.length === 0 ? '' : ', as it was read'}.`,
    ],
    advice: adviceFor(proof, cause, direction),
    secret: keyless || origin.secret === null ? null : named(origin.secret),
  }
}

function adviceFor(proof: Proof, cause: CauseId, direction: Direction): string {
  const told = [cause, ...changesOf(proof).map((change) => change.cause)]
  const advice = [...new Set(told.map((one) => adviceOf(one, direction)))].slice(0, 3).join(' ')
  return advice.replaceAll('{environment}', () => `"${proof.origin.secret?.environment ?? ''}"`)
}

/** The key in words: within a sentence that says what is made with it, and alone. */
function keyPhrase({ secret, changes }: KeyOrigin): { within: string; alone: string } {
  const words = changes.map((change) => change.words).join('')
  if (secret !== null) {
    const named = secretPhrase(secret)
    if (words === '') return { within: `with ${named}`, alone: named }
    return { within: `with ${named}, taken${words},`, alone: `${named}, taken${words}` }
  }
  return words === ''
    ? { within: 'without a key', alone: 'no key' }
    : { within: `with ${words} as the key`, alone: words }
}

/** Such as `the secret "live" (1a2b3c4d) of the environment "Shop"`. */
export function secretPhrase(secret: KnownSecret): string {
  const standing = secret.standing === 'previous' ? 'the older secret' : 'the secret'
  const place =
    secret.standing === 'other' && secret.environment !== null ? ` of the environment "${secret.environment}"` : ''
  return `${standing} "${secret.label}" (${secret.fingerprint})${place}`
}

function changedBody(changes: readonly Change[]): string {
  return changes.length === 0 ? 'the body as it arrived' : `the body${changes.map(({ words }) => words).join(' and')}`
}

/** What a finding may show of a secret: never its bytes. */
export function named({ label, fingerprint, environment }: KnownSecret): Finding['secret'] {
  return { label, fingerprint, environment }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What stands over an observation where that is another name than its own. */
const causeOfObservation: Partial<Record<ObservationWhy['code'], CauseId>> = {
  'content-length-is-characters': 'content-length-characters',
  'cut-json-has-characters': 'content-length-characters',
  'body-is-gzip': 'body-is-compressed',
  'body-is-encoded': 'body-is-compressed',
  'pasted-digest-unreadable': 'digest-unreadable',
}

/** An observation as a finding. */
export function observation(why: ObservationWhy, direction: Direction = 'wire'): Finding {
  const cause = causeOfObservation[why.code] ?? (why.code as keyof typeof observationCauses)
  return {
    cause,
    why,
    title: causes[cause].title,
    kind: 'observation',
    recipe: observationSentence(why),
    steps: [],
    advice: adviceOf(cause, direction),
    secret: null,
  }
}
