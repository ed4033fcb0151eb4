import type { RecordNote } from '../../codes/recording.ts'
import { groupDigits } from '../counts.ts'
import { inWords, type WordsOf } from '../wordsOf.ts'

const otherSecret = 'The run signs it with another secret, which is invalid, too.'

const notes: WordsOf<RecordNote> = {
  'key-of-the-sender': () => 'Only its sender has the private key that signs it, so the run sends it unsigned.',
  'cause-unknown': () => `Nothing proves why its signature is invalid. ${otherSecret}`,
  'cause-without-break': ({ cause }) => `A run cannot repeat why its signature is invalid (${cause}). ${otherSecret}`,
  'verdict-not-known': ({ verdict }) =>
    `Its signature was not checked (${verdict}). The run signs it and expects no verdict.`,
  'body-cut': ({ kept }) =>
    `Only the first ${groupDigits(kept)} bytes of its body were kept. The run sends these and expects no verdict.`,
  'body-left-out': () => 'Its body could not be searched for personal data, so it was left out. The run sends none.',
  'values-left-out': ({ count, places }) => {
    // Only a text that is no JSON has values without a place of their own.
    const named = places.map((place) => (place === '' ? 'in its text' : place)).join(', ')
    return `${count === 1 ? 'A value was' : `${groupDigits(count)} values were`} replaced by "[redacted]": ${named}${count > places.length ? ' …' : ''}`
  },
  'body-as-text': () => 'Its body is recorded as it came: times in it stay, and so do ids that were not recognised.',
  'headers-left-out': ({ names }) => `Headers with credentials or personal data were left out: ${names.join(', ')}.`,
  'parameters-left-out': ({ names }) =>
    `Parameters of its address with credentials or personal data were replaced: ${names.join(', ')}.`,
  'path-left-out': () => 'Its path has characters that no client sends, so it was left out.',
  'handshake-answer': () => 'It is a handshake, which each environment answers on its own. The run expects no status.',
  'answer-unknown': () => 'No answer to it was recorded. The run expects none.',
  'reset-in-the-middle': () =>
    'The connection was reset in the middle of the answer. In the run it is reset before the answer.',
  'not-forwarded': () => 'It was not forwarded. In the run the app gets it, too, and may answer as it likes.',
  'other-targets': ({ targets }) =>
    `A run has one target. Deliveries also went to ${targets.join(', ')}, which the run leaves out.`,
  'target-elsewhere': ({ host }) =>
    `They were forwarded to ${host}, which is not this machine. The run expects what Hookscope answered; --target URL and --allow-host ${host} send it there.`,
  'own-scheme': ({ environment }) =>
    `"${environment}" checks signatures in its own way. Another installation needs an environment of this name with the same scheme.`,
  'secret-changed': () => 'From here on the sender has a new secret. The run makes a random one.',
}

/** Returns the sentence for something that a recording could not repeat. */
export function recordNoteSentence(note: RecordNote): string {
  return inWords(notes, note)
}
