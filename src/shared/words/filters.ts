import type { FilterWhy } from '../codes/filters.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const words: WordsOf<FilterWhy> = {
  'filter-word-empty': ({ word }) => `"${word}" means nothing.`,
  'filter-value-missing': ({ key }) => `${key}: needs a value.`,
  'filter-moment-unreadable': ({ key, word }) =>
    `"${word}" names no moment. ${key}: takes a moment such as 2026-01-31T12:00:00Z, a day such as 2026-01-31 (UTC), or 10m, 2h, 3d ago.`,
  'filter-value-unknown': ({ key, value, nearest, known }) => {
    const meant = nearest === null ? '' : ` Did you mean ${nearest}?`
    return key === 'is'
      ? `There is no mark "${value}".${meant} is: takes one of: ${known.join(', ')}.`
      : `There is no ${key} "${value}".${meant} A ${key} is one of: ${known.join(', ')}.`
  },
  'filter-key-unknown': ({ key, nearest, known }) => {
    const instead = nearest === null ? `The keys are ${known.join(', ')}.` : `Did you mean ${nearest}:?`
    return `There is no key "${key}". ${instead} Put a text with a colon in quotes.`
  },
}

/** Why a filter cannot be read, and what to type instead. */
export function filterSentence(why: FilterWhy): string {
  return inWords(words, why)
}
