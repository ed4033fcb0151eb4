import type { ObservationWhy } from '../codes/findings.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

type SeenText = Extract<ObservationWhy, { code: 'digest-unreadable' }>['fields']

const words: WordsOf<ObservationWhy> = {
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
  'header-other-scheme': ({ header, scheme }) => `The header ${header} is there: this looks like ${scheme}.`,
  'header-came-twice': ({ header, times }) => `The header ${header} came ${times} times.`,
  'header-several-signatures': ({ header, count }) => `The header ${header} has ${count} signatures.`,
  'digest-empty': ({ header }) => `The header ${header} is empty.`,
  'digest-unreadable': seenText,
  'digest-wrong-length': seenText,
  'pasted-digest-unreadable': () =>
    'This is not a digest: neither hex nor base64 of 16 to 64 bytes can be read from it.',
  'signed-value-missing': ({ problem }) => problem,
  'timestamp-too-old': ({ ageSeconds, scheme, allowedSeconds }) => {
    const when = ageSeconds < 0 ? `${-ageSeconds} s in the future` : `${ageSeconds} s old`
    return `The signature's timestamp was ${when} when the delivery came; ${scheme} allows ${allowedSeconds} s.`
  },
  'secret-suspicious-ends': ({ phrase }) => `${capital(phrase)} has white space or quotes at its ends.`,
  'secret-unusable': ({ phrase, decode }) =>
    `${capital(phrase)} is not ${decode}, so the scheme cannot make a key of it.`,
  'no-secret': () => 'There is no secret to check against.',
}

function seenText({ problem, seen, length }: SeenText): string {
  const what = {
    'upper-case-hex': `These are ${length} characters of upper-case hex.`,
    spaces: `These are ${length} characters with spaces among them, which no encoding has.`,
    value: `The header's value has ${length} characters.`,
    signature: `It has ${length} characters.`,
  }[seen]
  return `${problem} ${what}`
}

/** What is seen, as a sentence. */
export function observationSentence(why: ObservationWhy): string {
  return inWords(words, why)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
