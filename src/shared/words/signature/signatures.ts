import type { AgeReason, MalformedReason } from '../../codes/signature/signatures.ts'
import { inWords, type WordsOf } from '../wordsOf.ts'

const malformedWords: WordsOf<MalformedReason> = {
  'signature-header-repeated': ({ header, times }) => `The header ${header} came ${times} times; it may come once.`,
  'signature-part-missing': ({ header, form, text }) => {
    const part = {
      plain: `value that starts with "${text}"`,
      pairs: `part "${text}=..."`,
      list: `entry that starts with "${text}"`,
      last: `value that starts with "${text}" and has a separator`,
      json: `text "${text}" in a base64 JSON object`,
    }[form]
    return `The header ${header} has no ${part}.`
  },
  'signature-shape-wrong': ({ algorithm, bytes, characters, encoding }) =>
    `This cannot be a signature: ${algorithm.toUpperCase()} gives ${bytes} bytes, which are ${characters} characters of ${encoding}.`,
  'signed-timestamp-missing': ({ name }) => `The timestamp that is signed along is missing (${name ?? 'no source'}).`,
  'signed-id-missing': ({ header }) => `The id that is signed along is missing (header ${header ?? 'not named'}).`,
  'not-encoded': ({ encoding }) => `This cannot be a signature: it is not ${encoding}.`,
  'signature-length': ({ bytes, wanted }) =>
    `This cannot be a signature: it has ${bytes} bytes, and an Ed25519 signature has ${wanted}.`,
  'signature-too-long': ({ header, characters }) => `The header ${header} has more than ${characters} characters.`,
  'signed-body-unreadable': () => 'The signature is in the body, and the body is neither JSON nor a form.',
  'signature-not-text': ({ pointer }) => `${pointer} in the body is not text.`,
  'not-a-jwt': () =>
    'This is not a JSON web token: three parts of base64url with dots between them, the first two JSON objects.',
  'jwt-algorithm': ({ algorithm, allowed }) =>
    `The token is signed with "${algorithm}"; this scheme takes ${allowed.join(', ')} only.`,
  'signature-input-unreadable': () => 'The headers Signature-Input and Signature do not fit together.',
  'signed-for-anybody': () =>
    'The signed text could be the challenge of a handshake. Such texts are signed for everybody who asks, so this signature proves nothing.',
  'not-basic': ({ header }) => `The header ${header} has no user and password for basic authentication.`,
}

const ageWords: WordsOf<AgeReason> = {
  'age-unknown': ({ allowedSeconds, from, name }) => {
    const where = { header: 'header', pair: 'part of the signature header', body: 'field of the body' }[from]
    return `The scheme allows ${allowedSeconds} s of age, but no time can be read from the ${where} "${name}". A receiver should refuse this: anyone who has seen it once could send it again at any time.`
  },
}

/** The facts for a sentence about a right signature. */
interface RightSignature {
  bodyProven: boolean | 'partly'
  carriesSecret: boolean
  received: string | null
}

/** A right signature in one or two sentences: the proof, then how much of the body it covers. `how`: continues "is right". */
export function provenSentence({ bodyProven, carriesSecret, received }: RightSignature, how = ''): string {
  if (bodyProven === true) return `The signature is right for these bytes${how}.`
  if (bodyProven === 'partly') return `The signature is right${how}. It covers only some fields of the body.`
  if (!carriesSecret) return `The signature is right${how}. It says nothing about the body.`
  return /^basic /i.test(received ?? '')
    ? `User and password are right${how}. They say nothing about the body.`
    : `The token is right${how}. It says nothing about the body.`
}

export function malformedSentence(why: MalformedReason): string {
  return inWords(malformedWords, why)
}

export function ageSentence(why: AgeReason): string {
  return inWords(ageWords, why)
}
