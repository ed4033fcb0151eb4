import type { CauseId } from '../../codes/signature/causes.ts'
import type { FindingReason, ObservationReason } from '../../codes/signature/findings.ts'
import { causes } from './causes/causes.ts'
import { adviceOf, capital, changeWords, joinedAdvice, secretPhrase } from './findingPhrases.ts'
import { isOtherProof, otherProofWords } from './otherProofs.ts'
import { malformedSentence } from './signatures.ts'
import { inWords, type WordsOf } from '../wordsOf.ts'

type SeenText = Extract<ObservationReason, { code: 'digest-unreadable' }>['fields']

const words: WordsOf<ObservationReason> = {
  'body-truncated': ({ kept }) => `Only the first ${kept} bytes of the body were kept, so it cannot be checked.`,
  'body-shorter-than-announced': ({ announced, came }) =>
    `Content-Length announces ${announced} bytes, but only ${came} came.`,
  'body-longer-than-announced': ({ announced, came }) =>
    `Content-Length announces ${announced} bytes, but the body has ${came}.`,
  'content-length-is-characters': ({ announced, came }) =>
    `Content-Length is ${announced}, which is the number of characters; the body has ${came} bytes.`,
  'cut-json-has-characters': () =>
    'The cut JSON has letters beyond ASCII and is as long as Content-Length says: it probably counted characters, not bytes.',
  'body-ends-early': ({ bytes }) => `The body begins as JSON and stops in the middle, after ${bytes} bytes.`,
  'body-is-gzip': () => 'The body is compressed by gzip: its bytes are not the text that it contains.',
  'body-is-encoded': ({ encoding }) =>
    `The header Content-Encoding says ${encoding}: signed were either the compressed or the plain bytes.`,
  'header-absent': ({ header }) => `The request has no header ${header}.`,
  'body-field-absent': ({ pointer }) => `The body has no signature at ${pointer}.`,
  'header-other-scheme': ({ header, scheme }) => `The header ${header} is there: this looks like ${scheme}.`,
  'header-came-twice': ({ header, times }) => `The header ${header} came ${times} times.`,
  'header-several-signatures': ({ header, count }) => `The header ${header} has ${count} signatures.`,
  'digest-empty': ({ header }) => `The header ${header} is empty.`,
  'digest-unreadable': seenText,
  'digest-wrong-length': seenText,
  'pasted-digest-unreadable': () =>
    'This is not a digest: neither hex nor base64 of 16 to 64 bytes can be read from it.',
  'signed-value-missing': ({ why }) => malformedSentence(why),
  'timestamp-too-old': ({ ageSeconds, scheme, allowedSeconds }) => {
    const when = ageSeconds < 0 ? `${-ageSeconds} s in the future` : `${ageSeconds} s old`
    return `The signature's timestamp was ${when} when the delivery came; ${scheme} allows ${allowedSeconds} s.`
  },
  'secret-suspicious-ends': ({ secret }) => `${capital(secretPhrase(secret))} has white space or quotes at its ends.`,
  'secret-unusable': ({ secret, decode }) =>
    `${capital(secretPhrase(secret))} is not ${decode}, so the scheme cannot make a key of it.`,
  'no-secret': () => 'No secret is known to check against.',
  'signature-malformed': ({ why }) => malformedSentence(why),
  'certificate-expired': ({ subject, until }) =>
    `The certificate${subject === null ? '' : ` of ${subject}`} was valid until ${until.slice(0, 10)}.`,
  'public-key-of-another-kind': ({ secret, wanted, found }) =>
    found.length === 0
      ? `No public key can be read from ${secretPhrase(secret)}; the scheme needs ${wanted}.`
      : `${capital(secretPhrase(secret))} has ${found.join(', ')}; the scheme needs ${wanted}.`,
  'token-differs': ({ secret, received, known }) => {
    const lengths = received === known ? `both have ${known} characters` : `it has ${received} characters, not ${known}`
    return `The received token is not ${secretPhrase(secret)}: ${lengths}.`
  },
  'basic-differs': ({ secret, part }) => {
    const which = { user: 'the user', password: 'the password', both: 'user and password' }[part]
    return `Compared with ${secretPhrase(secret)}, ${which} ${part === 'both' ? 'differ' : 'differs'}.`
  },
  'jwt-unsigned': () => 'The token says alg: none, so nothing signs it.',
  'jwt-algorithm-swapped': ({ algorithm }) =>
    `The token says ${algorithm}, which needs a shared secret; the scheme takes public keys only.`,
  'jwt-key-unknown': ({ kid, known }) =>
    `The token names the key "${kid}", which is not among the ${known} pasted ${known === 1 ? 'key' : 'keys'}.`,
  'jwt-expired': ({ at, seconds }) => `The token expired at ${at}, ${seconds} s before the delivery came.`,
  'jwt-not-yet-valid': ({ at, seconds }) => `The token is valid from ${at} on, ${seconds} s after the delivery came.`,
  'signature-input-missing': ({ label, labels }) =>
    labels.length === 0
      ? `The request has no readable header Signature-Input, so it is unknown what the signature "${label}" covers.`
      : `Signature-Input has ${labels.map((known) => `"${known}"`).join(', ')}, and the signature is "${label}".`,
  'content-digest-differs': ({ header }) => `The header ${header} has another hash than this body.`,
}

function seenText({ why, seen, length }: SeenText): string {
  const what = {
    'upper-case-hex': `These are ${length} characters of upper-case hex.`,
    spaces: `These are ${length} characters with spaces among them, which no encoding has.`,
    value: `The header's value has ${length} characters.`,
    signature: `It has ${length} characters.`,
  }[seen]
  return `${malformedSentence(why)} ${what}`
}

type Proof = Extract<FindingReason, { code: 'recomputed' }>['fields']
type MixedUp = Extract<FindingReason, { code: 'header-of-other-delivery' | 'header-went-to-other-delivery' }>

/** A finding in plain English. */
export interface FindingWords {
  title: string
  /** How the digest comes about, or what is seen. */
  recipe: string
  /** The same as single steps; none of what is only seen. */
  steps: string[]
  /** Next steps. */
  advice: string
}

/** A finding with its words. */
export function findingInWords<Finding extends { cause: CauseId; why: FindingReason }>(
  finding: Finding,
): Finding & FindingWords {
  return { ...finding, title: causes[finding.cause].title, ...sentencesOf(finding) }
}

function sentencesOf({ cause, why }: { cause: CauseId; why: FindingReason }): Omit<FindingWords, 'title'> {
  if (why.code === 'recomputed') return { ...proofWords(why.fields), advice: proofAdvice(cause, why.fields) }
  if (why.code === 'header-of-other-delivery' || why.code === 'header-went-to-other-delivery') {
    return { ...mixedUpWords(why), advice: adviceOf(cause, why.fields.direction) }
  }
  if (isOtherProof(why)) return otherProofWords(cause, why)
  // A pasted digest is the only thing that is seen in what the receiver's own code computed.
  const direction = why.code === 'pasted-digest-unreadable' ? 'receiver' : 'wire'
  return { recipe: inWords(words, why), steps: [], advice: adviceOf(cause, direction) }
}

function proofWords(proof: Proof): { recipe: string; steps: string[] } {
  const { method, use, size, reading, cutTo } = proof
  const body =
    proof.body.length === 0 ? `${proof.over} as it arrived` : `${proof.over}${proof.body.map(changeWords).join(' and')}`
  const key = keyPhrase(proof.key)
  const made =
    use === 'plain'
      ? ` over ${body}`
      : use === 'hmac'
        ? ` ${key.within} over ${body}`
        : `, where the key is ${key.alone} and the message ${body}`
  const result = proof.direction === 'wire' ? 'the received signature' : 'the digest that your code computed'
  const written = `${proof.written}${reading.map(changeWords).join('')}`
  const exactly = cutTo === null ? `gives exactly ${result}` : `begins with exactly the ${cutTo} bytes of ${result}`
  return {
    recipe: `${capital(method)}${made}, written as ${written}, ${exactly}.`,
    steps: [
      ...(use === 'plain' ? [] : [`Take ${key.alone} as the key.`]),
      `Take ${body} (${size} ${size === 1 ? 'byte' : 'bytes'}).`,
      `Compute ${method}${use === 'hmac' ? ' with this key over these bytes' : ''}.`,
      `Write the digest as ${proof.written}: this is ${result}${reading.length === 0 ? '' : ', as it was read'}.`,
    ],
  }
}

/** The cause above a proof has the first word; its other causes are covered too. */
function proofAdvice(cause: CauseId, { causes: all, direction, key }: Proof): string {
  return joinedAdvice([cause, ...(all as CauseId[])], direction).replaceAll(
    '{environment}',
    () => `"${key.secret?.environment ?? ''}"`,
  )
}

function mixedUpWords({ code, fields }: MixedUp): { recipe: string; steps: string[] } {
  const { deliveryId, method, direction, secret } = fields
  const phrase = secret === null ? 'an empty key' : secretPhrase(secret)
  const theirs = code === 'header-of-other-delivery'
  const digest = direction === 'wire' ? "this delivery's signature" : 'the digest that your code computed'
  return {
    recipe: theirs
      ? `${method} with ${phrase} over the body of the delivery ${deliveryId} gives exactly ${digest}: it belongs to that delivery.`
      : `${method} with ${phrase} over this body gives exactly the signature that came with the delivery ${deliveryId}.`,
    steps: [
      `Take ${phrase} as the key.`,
      theirs ? `Take the body of the delivery ${deliveryId}.` : 'Take the body as it arrived.',
      `Compute ${method} and compare.`,
    ],
  }
}

/** The key in words: within a sentence that says what is made with it, and alone. */
function keyPhrase({ secret, changes }: Proof['key']): { within: string; alone: string } {
  const how = changes.map(changeWords).join('')
  if (secret !== null) {
    const named = secretPhrase(secret)
    if (how === '') return { within: `with ${named}`, alone: named }
    return { within: `with ${named}, taken${how},`, alone: `${named}, taken${how}` }
  }
  return how === '' ? { within: 'without a key', alone: 'no key' } : { within: `with ${how} as the key`, alone: how }
}
