import type { HandshakeCheck, HandshakeReason } from '../codes/handshakes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const refusalWords: WordsOf<HandshakeReason> = {
  'challenge-missing': ({ name }) => `There is no ${name}, so there was nothing to answer.`,
  'challenge-repeated': ({ name }) => `${name} came more than once. The sender gives it once.`,
  'challenge-unreadable': ({ name }) =>
    `${name} could not be read: it is no text, or its percent-encoding is no valid UTF-8.`,
  'challenge-too-long': ({ name, longest }) => `${name} is longer than ${longest} characters.`,
  'challenge-characters': ({ name }) => `${name} has characters that this sender never uses.`,
  'verify-token-not-set': () =>
    'This environment has no verify token. Set the same one here and at the sender, then let the sender verify again.',
  'verify-token-wrong': () =>
    'The verify token is not the one of this environment. Set the same one here and at the sender, then let the sender verify again.',
  'handshake-not-signed-right': ({ verdict }) =>
    verdict === 'no-secret'
      ? 'There is no key to check the signature with. Paste it, then let the sender verify again.'
      : verdict === 'unsigned'
        ? 'It is not signed. Only a signed request is answered; the sender tries this on purpose.'
        : 'Its signature is not valid. The secret here may differ from the one at the sender.',
  'handshake-needs-secret': () =>
    'The answer is made with the secret, and this environment has none that works as a key. Set it, then let the sender verify again.',
  'handshake-needs-setting': ({ label }) =>
    `The answer needs "${label}", which is not filled in. Fill it in, then let the sender verify again.`,
  'handshake-needs-url': () => 'The answer needs the address that the sender uses, and the request names no host.',
  'too-many-handshakes': ({ perMinute }) =>
    `There were more than ${perMinute} of these handshakes within a minute, so no more were answered.`,
  'confirmation-host': ({ host }) =>
    `The confirmation address is not one of AWS SNS (${host === '' ? 'it is no address' : host}), so it cannot be fetched here.`,
}

/** Why a handshake got the ordinary answer, and what to do. */
export function handshakeSentence(why: HandshakeReason): string {
  return inWords(refusalWords, why)
}

/** Checks before a handshake was answered. */
export const checkWords: Readonly<Record<HandshakeCheck, string>> = {
  'challenge-form': 'length and characters of the challenge',
  'verify-token': 'the verify token',
  'signature-right': 'the signature (valid)',
  'not-signed': 'the signature (none was sent)',
  'no-key-to-check': 'the signature (no key to check it with)',
  'confirmation-host': 'the host of the confirmation address',
}
