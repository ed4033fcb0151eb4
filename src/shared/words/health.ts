import type { Concern, VerificationReason } from '../codes/health.ts'
import { afterDamage, storeProblemWords } from './store.ts'
import { formatBytes } from './sizes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const concernWords: WordsOf<Concern> = {
  ...storeProblemWords,
  'counts-unreadable': ({ folder }) =>
    `Follow-ups and forwards cannot be counted, because a part of deliveries.db in ${folder} is damaged. ${afterDamage}`,
  'disk-nearly-full': ({ free }) =>
    `Only ${formatBytes(free)} are free on the disk. Set limits under Settings, Storage, or free some space. When it is full, deliveries are answered 503.`,
  'index-behind': ({ count }) =>
    `${count} older deliveries are stored but not listed yet, because the search index is being rebuilt. It catches up on its own.`,
  'follow-ups-waiting': ({ count }) => `${count} follow-ups wait. They run as fast as the service allows.`,
  'follow-ups-failed': ({ count, deliveryId }) => {
    const all = count === 1 ? '1 follow-up failed' : `${count} follow-ups failed`
    return `${all}, last that of delivery ${deliveryId}. Open it to see why, and run it again.`
  },
}

const verificationWords: WordsOf<VerificationReason> = {
  'checking-broke-off': ({ detail }) => `Not all deliveries could be checked again: ${detail}`,
}

export function concernSentence(concern: Concern): string {
  return inWords(concernWords, concern)
}

export function verificationSentence(why: VerificationReason): string {
  return inWords(verificationWords, why)
}
