import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { FieldTest } from '../../../shared/filter/fieldTerm.ts'
import { type FieldContent, matchField } from '../../../shared/filter/matchField.ts'
import type { SearchMatch } from '../../../shared/model.ts'
import { parseExactly } from '../../../shared/json/exactJson.ts'
import { trimEnd } from '../../../shared/basics/trimEnd.ts'
import { fieldsOf } from '../index/readEvent.ts'
import type { WordTerm } from './wordTerms.ts'
import { wordsOf } from '../index/searchWords.ts'

/** One term about a field. */
export interface FieldTerm {
  test: FieldTest
  values: readonly string[]
  negated: boolean
}

/** The terms of a filter that ask for a field. */
export function fieldTermsOf({ terms }: DeliveryFilter): FieldTerm[] {
  return terms.flatMap(({ field, values, negated }) => (field === undefined ? [] : [{ test: field, values, negated }]))
}

/** The words that a delivery must have for a term to hold, as alternatives; null where words cannot tell. */
export function wordsForField({ test: { operator }, values, negated }: FieldTerm): WordTerm[] | null {
  if (negated || (operator !== ':' && operator !== '=')) return null
  const alternatives = values.map((value) => {
    // 129.50 may be written as 129.5: its last word may go on.
    const isDecimal = /^-?\d+\.\d+$/.test(value)
    const text = isDecimal ? trimEnd(trimEnd(value, '0'), '.') : value
    return { words: wordsOf(text), together: !isDecimal, negated }
  })
  return alternatives.some(({ words }) => words.length === 0) ? null : alternatives
}

/** Whether the content of a delivery fulfils every term. Reads a part of it only when a term asks. */
export function fieldsFit(content: FieldContent, terms: readonly FieldTerm[]): boolean {
  return terms.every(({ test, values, negated }) => (matchField(test, values, content) === null) === negated)
}

/** Maximum length of a value that a row shows, characters. */
const maxShown = 60

/** The first value that a term asked for, with the name of its field; null where all terms are negated. */
export function fieldMatch(content: FieldContent, terms: readonly FieldTerm[]): SearchMatch | null {
  for (const { test, values, negated } of terms) {
    const found = negated ? null : matchField(test, values, content)
    if (found === null) continue
    const place = test.source === 'header' ? 'headers' : test.source
    return { in: place, before: `${test.path.at(-1) ?? ''}: `, text: found.slice(0, maxShown), after: '' }
  }
  return null
}

/** The parsed content of a request; body and object are parsed when they are first read. */
export function contentOf(headers: readonly string[], body: Uint8Array, object: () => Uint8Array | null): FieldContent {
  let parsedBody: { value: unknown } | undefined
  let parsedObject: { value: unknown } | undefined
  return {
    headers,
    get body() {
      return (parsedBody ??= { value: fieldsOf(headers, body, parseExactly) }).value
    },
    get object() {
      return (parsedObject ??= { value: jsonOf(object()) }).value
    },
  }
}

function jsonOf(bytes: Uint8Array | null): unknown {
  if (bytes === null) return undefined
  try {
    return parseExactly(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
