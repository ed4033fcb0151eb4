import type { StoreProblem, StoreRefusal } from '../codes/store.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const resumes =
  'Deliveries are answered 503, so that their sender tries again, and deliveries are kept again as soon as possible.'

/** Next step for a damaged database. */
export const afterDamage =
  'Stop the app and run `hookscope doctor --recover` (with --data for another folder): it copies what can be read into a new file, ' +
  'and keeps the damaged one. `hookscope restore NAME` puts a backup in its place instead.'

/** Reasons why deliveries are not stored, as sentences. */
export const storeProblemWords: WordsOf<StoreProblem> = {
  'disk-full': ({ folder }) => `The disk that holds ${folder} is full. Free some space. ${resumes}`,
  'folder-not-writable': ({ folder }) =>
    `The data folder ${folder} cannot be written to. Make it writable again. ${resumes}`,
  'disk-failed': ({ folder }) =>
    `The disk that holds ${folder} reported an error while writing. Check the disk. ${resumes}`,
  'database-damaged': ({ folder }) =>
    `The file deliveries.db in ${folder} is damaged, so nothing more is written to it. ${afterDamage}`,
  'write-failed': ({ folder, said }) => `The data folder ${folder} could not be written to (${said}). ${resumes}`,
  'writer-ended': () =>
    'The part that writes deliveries stopped unexpectedly. Restart the app; deliveries are answered 503 until then.',
}

const refusalWords: WordsOf<StoreRefusal> = {
  ...storeProblemWords,
  'data-damaged': ({ folder }) => `A part of the data in ${folder} is damaged and cannot be read. ${afterDamage}`,
  'read-failed': ({ folder, said }) =>
    `The data in ${folder} could not be read (${said}). Check that the disk is there and readable.`,
  'index-not-rebuilt': ({ folder, said }) =>
    `The search index in ${folder} is damaged and cannot be rebuilt now (${said}). Free some space, or check the disk: it is retried every second. Deliveries are still kept.`,
  'reader-ended': () =>
    'The part that reads deliveries stopped unexpectedly. Restart the app; deliveries are still kept.',
  closing: () => 'The app is closing, so nothing more is kept. Send it again when it runs.',
}

/** Returns why the store refused, as a sentence for the user: what happened, why, what to do next. */
export function storeSentence(why: StoreRefusal): string {
  return inWords(refusalWords, why)
}
