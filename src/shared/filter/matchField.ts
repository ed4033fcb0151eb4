import { isExactNumber } from '../json/exactJson.ts'
import { compareDecimals, dateOf, type FieldTest, isOrder, numberOf } from './fieldTerm.ts'
import { jsonOf } from '../basics/jsonOf.ts'

/** Maximum number of values that one path may lead to: an array in an array multiplies them. */
const maxValues = 10_000

/** The parts of a delivery that a term about a field looks at. JSON as `parseExactly` returns it; undefined for none. */
export interface FieldContent {
  body: unknown
  object: unknown
  /** Names and values in turn. */
  headers: readonly string[]
}

/**
 * Returns the first value that a test holds for, as text, or null where it holds for none. Any element of an array counts;
 * `!=` needs a value, and none that equals. A text that is JSON is looked into. Pure.
 */
export function matchField(test: FieldTest, wanted: readonly string[], content: FieldContent): string | null {
  const values = valuesAt(test, content)
  const [first] = values
  if (first === undefined) return null
  if (test.operator === 'exists') return textOf(first)
  const scalars = values.flatMap((value) => (isContainer(value) ? [] : [textOf(value)]))
  if (test.operator === '!=') {
    const differs = scalars.length > 0 && scalars.every((text) => !wanted.some((value) => isExactly(text, value)))
    return differs ? (scalars[0] ?? null) : null
  }
  return scalars.find((text) => wanted.some((value) => holds(test.operator, text, value))) ?? null
}

function valuesAt({ source, path }: FieldTest, content: FieldContent): unknown[] {
  if (source === 'header') {
    const [name] = path
    return content.headers.filter((_, at) => at % 2 === 1 && content.headers[at - 1]?.toLowerCase() === name)
  }
  let found: unknown[] = [source === 'body' ? content.body : content.object]
  for (const name of path) found = found.flatMap((value) => childrenOf(value, name)).slice(0, maxValues)
  // The elements of a last array are values of the field, too.
  return found.flatMap((value) => (Array.isArray(value) ? [value, ...value.slice(0, maxValues)] : [value]))
}

function childrenOf(value: unknown, name: string): unknown[] {
  const inside = typeof value === 'string' ? jsonIn(value) : value
  if (Array.isArray(inside)) {
    const element: unknown = /^\d{1,9}$/.test(name) ? inside[Number(name)] : undefined
    if (element !== undefined) return [element]
    return inside.flatMap((each) => (Array.isArray(each) ? [] : childrenOf(each, name)))
  }
  if (typeof inside !== 'object' || inside === null || isExactNumber(inside)) return []
  return Object.hasOwn(inside, name) ? [(inside as Record<string, unknown>)[name]] : []
}

/** Some senders put their JSON into a text, such as the `payload` of a form. */
function jsonIn(text: string): unknown {
  return /^\s*[{[]/.test(text) ? jsonOf(text) : undefined
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isExactNumber(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function holds(operator: FieldTest['operator'], text: string, value: string): boolean {
  if (operator === '=') return isExactly(text, value)
  if (isOrder(operator)) return isInOrder(operator, text, value)
  const wanted = foldWords(value)
  return isExactly(text, value) || (wanted !== noWords && foldWords(text).includes(wanted))
}

/** The same text, or the same number however it is written. */
function isExactly(text: string, value: string): boolean {
  if (text === value) return true
  const [left, right] = [numberOf(text), numberOf(value)]
  return left !== null && right !== null && compareDecimals(left, right) === 0
}

function isInOrder(operator: FieldTest['operator'], text: string, value: string): boolean {
  const order = compare(text, value)
  if (order === null) return false
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  return operator === '<' ? order < 0 : order <= 0
}

/** Numbers with numbers, dates with dates; null for what has no order. */
function compare(text: string, value: string): number | null {
  const [left, right] = [numberOf(text), numberOf(value)]
  if (left !== null && right !== null) return compareDecimals(left, right)
  const [before, after] = [dateOf(text), dateOf(value)]
  return before === null || after === null ? null : before - after
}

const noWords = '  '

/** Words without case, accents and signs, each between spaces. */
function foldWords(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}
