import type { CaseRefusal, RecheckReason } from '../codes/caseFiles.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const number = new Intl.NumberFormat('en')

const refusals: WordsOf<CaseRefusal> = {
  'not-json': () => 'It is not JSON.',
  'not-utf8': () => 'It is not UTF-8 text.',
  'line-too-long': ({ most }) => `It is longer than ${number.format(most)} bytes.`,
  'unknown-piece': () => 'It is no delivery, environment or end that this version knows.',
  'version-newer': ({ version, known }) =>
    `It is of version ${version}, and this Hookscope reads version ${known}. Update Hookscope to open it.`,
  'wrong-shape': ({ field, problem }) => `${field === '' ? 'It' : field} is not as the format says: ${problem}`,
  'body-not-base64': () => 'Its body is not base64.',
  'piece-body-too-large': ({ size, most }) =>
    `Its body has ${number.format(size)} bytes; at most ${number.format(most)} are taken.`,
  'body-other-hash': () => "Its body does not have the SHA-256 that the file names, so it isn't the body that came.",
  'too-many-headers': ({ most }) => `It has more than ${number.format(most)} headers.`,
  'too-many-attempts': ({ most }) => `It has more than ${number.format(most)} attempts.`,
  'too-many-environments': ({ most }) => `The file has more than ${number.format(most)} environments.`,
  'too-many-deliveries': ({ most }) => `The file has more than ${number.format(most)} deliveries.`,
  'environment-twice': () => 'An environment with this id came before.',
  'other-count': ({ said, found }) =>
    `The file says that it has ${number.format(said)} deliveries, and ${number.format(found)} could be read.`,
  'cut-line': () => 'The file ends in the middle of it.',
  'after-the-end': () => 'It comes after the end of the file.',
}

/** Shown for an opened file that was cut off. */
export const cutOffSentence = 'The file has no end: it was cut off. What is in it was taken.'

/** Result of checking the deliveries of a file again here: "3 same, 1 can't be checked". */
export function recheckedWords({ same, different, cannot }: Record<'same' | 'different' | 'cannot', number>): string {
  return [
    same > 0 ? `${number.format(same)} ${same === 1 ? 'has' : 'have'} the same verdict` : '',
    different > 0 ? `${number.format(different)} ${different === 1 ? 'has' : 'have'} a different verdict` : '',
    cannot > 0 ? `${number.format(cannot)} can't be checked` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Shown for an export that ran out of time for causes. @param count failed signatures whose cause was not searched for */
export function unexplainedSentence(count: number): string {
  const which = count === 1 ? '1 failed signature is' : `${number.format(count)} failed signatures are`
  return `${which} not explained in the file: the time for it was over. With the right secret, the cause can still be searched for where the file is opened.`
}

/** Why a piece was not taken, as a sentence. */
export function refusalSentence(refusal: CaseRefusal): string {
  return inWords(refusals, refusal)
}

const rechecks: WordsOf<RecheckReason> = {
  'body-redacted': () =>
    "Parts of the body were replaced, so the signature can't be checked. The verdict is as seen by the sender of this file.",
  'body-left-out': () =>
    "The body isn't in the file, so the signature can't be checked. The verdict is as seen by the sender of this file.",
  'body-not-whole': () => "Not all of the body was received, so the signature can't be checked.",
  'token-left-out': () =>
    "The token itself is the proof and was left out, so the delivery can't be checked. The verdict is as seen by the sender of this file.",
  'address-left-out': () =>
    "The signature covers the public address, which was left out, so it can't be checked. The verdict is as seen by the sender of this file.",
  'no-own-secret': ({ fingerprints }) =>
    `None of your secrets has the fingerprint ${fingerprints.join(' or ')}. Enter that secret in an environment to check the delivery here.`,
  'own-secret-missing': ({ fingerprints }) =>
    `It may be signed with the secret ${fingerprints.join(' or ')}, which is not here. Enter that secret in an environment to check it.`,
  'fingerprints-left-out': () =>
    'The file names no fingerprints, and none of your secrets proves the delivery. Enter the right secret in an environment to check it.',
  'scheme-not-named': () => "The file doesn't say how the sender signs, so the delivery can't be checked.",
}

/** Why a delivery cannot be checked again, as a sentence. */
export function recheckSentence(why: RecheckReason): string {
  return inWords(rechecks, why)
}
