import type { FilterReason } from '../codes/filters.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const fieldProblems: Record<Extract<FilterReason, { code: 'filter-field-unreadable' }>['fields']['problem'], string> = {
  'path-missing':
    'names no field. Type it like body.customer.name:Jane, object.status:settled or header.content-type:json.',
  'value-missing': 'has no value. An empty text is "", and exists:body.customer asks for the field alone.',
  'operator-unknown': 'has no operator that exists. The operators are : = != > >= < and <=.',
  'not-comparable': 'compares with something that has no order. > >= < <= take a number or a date such as 2026-01-31.',
}

const words: WordsOf<FilterReason> = {
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
  'filter-field-unreadable': ({ word, problem }) => `"${word}" ${fieldProblems[problem]}`,
  'filter-key-unknown': ({ key, nearest, known }) => {
    const instead = nearest === null ? `The keys are ${known.join(', ')}.` : `Did you mean ${nearest}:?`
    return `There is no key "${key}". ${instead} Put a text with a colon in quotes.`
  },
}

/** Why a filter cannot be read, and what to type instead. */
export function filterSentence(why: FilterReason): string {
  return inWords(words, why)
}
