import type { ImportRemark } from '../codes/imports.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const words: WordsOf<ImportRemark> = {
  renamed: ({ from, to }) => `"${from}" is called "${to}" here, because there is one of that name already.`,
  'secrets-left-out': () =>
    'The file holds passwords or shared secrets. They were not imported: enter secrets by hand, under Connection and Secrets.',
  'secrets-to-enter': () => 'A file holds no secrets: enter passwords and shared secrets under Connection and Secrets.',
  'unverified-left-off': ({ names }) => {
    const shown = names.slice(0, 5).map((name) => `"${name}"`)
    const rest = names.length - shown.length
    const where = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
    return `The file switches on fetching for deliveries whose signature is not valid, in ${where}. It is off here, because anyone who knows the receiver path could then cause requests to the service. To use it, switch it on under Connection.`
  },
}

export function importSentence(remark: ImportRemark): string {
  return inWords(words, remark)
}
