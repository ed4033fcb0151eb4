import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import { allWordsOf, startsAt, wordsOf } from '../index/searchWords.ts'

/** One word term of a filter, as the words that it asks for. */
export interface WordTerm {
  words: string[]
  /** The words follow each other and are whole; else each must occur, and the last may be unfinished. */
  together: boolean
  negated: boolean
}

/** The word terms of a filter. One without letters and digits asks for nothing. */
export function wordTermsOf({ terms }: DeliveryFilter): WordTerm[] {
  return terms.flatMap(({ key, values: [text = ''], quoted, negated }) => {
    const words = key === 'text' ? wordsOf(text) : []
    return words.length === 0 ? [] : [{ words, together: quoted, negated }]
  })
}

/** Whether the index alone decides: it knows which words a delivery has, but not where. */
export function isExact({ words, together }: WordTerm): boolean {
  return !together || words.length === 1
}

/** The query of FTS5 for terms. Each word is quoted, so that nothing in it is taken for an operator. */
export function matchExpression(terms: readonly WordTerm[]): string {
  return terms
    .flatMap(({ words, together }) =>
      words.map((word, index) => `"${word}"${!together && index === words.length - 1 ? '*' : ''}`),
    )
    .join(' AND ')
}

/** Whether folded text fulfils every term. */
export function textMatches(folded: string, terms: readonly WordTerm[]): boolean {
  const present = allWordsOf(folded)
  const set = new Set(present)
  return terms.every((term) => hasTerm(present, set, term) !== term.negated)
}

function hasTerm(present: readonly string[], set: ReadonlySet<string>, { words, together }: WordTerm): boolean {
  if (together) return set.has(words[0] ?? '') && present.some((_, place) => startsAt(present, place, words))
  const last = words.length - 1
  return words.every((wanted, index) =>
    index === last ? present.some((word) => word.startsWith(wanted)) : set.has(wanted),
  )
}
