import type { GoLiveReason } from '../codes/goLive.ts'
import { callCause } from './callFailures.ts'
import { driftSentence } from './webhookConfig.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const words: WordsOf<GoLiveReason> = {
  'token-given': () => 'The identity provider gave a token for them.',
  'token-untested': () => "The sandbox's are built in; a test shows that they work.",
  'credentials-unset': () => 'Fill them in under Connection and test them there.',
  'no-token': ({ why }) => {
    const cause = callCause(why)
    return `Refused: ${/[.!?]$/.test(cause) ? cause : `${cause}.`} Correct them under Connection.`
  },
  listening: ({ origin }) => `Listening on ${origin}.`,
  'never-applied': () => 'Not applied yet by this app.',
  'applied-disabled': () => 'Applied, but disabled: nothing will arrive.',
  'applied-differs': ({ drift }) => driftSentence(drift),
  'applied-enabled': ({ types }) => `Enabled for ${types} ${types === 1 ? 'type' : 'types'}.`,
  'signature-valid': () => 'Its signature is valid.',
  'none-valid-yet': () => 'None with a valid signature yet.',
  'object-fetched': () => 'The service answered with it.',
  'none-fetched-yet': () => 'None yet. It runs after each verified notification.',
  'secret-set': () => 'Signatures are checked with it.',
  'secret-missing': () => 'Paste it under Secrets.',
  'not-needed': () => 'Not needed for this sender.',
  'handshake-awaited': () => 'Not seen yet. It is answered as soon as it arrives.',
  'handshake-unconfirmed': () => 'Not confirmed yet.',
  'handshake-answered': () => 'Answered as the sender expects.',
  'handshake-confirmed': () => 'Confirmed.',
  'handshake-unneeded': () => 'Notifications arrive, so it is not needed.',
}

export function goLiveSentence(why: GoLiveReason): string {
  return inWords(words, why)
}
