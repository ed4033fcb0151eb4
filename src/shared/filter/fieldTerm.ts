/**
 * Terms about one field of a delivery: `body.data.object.amount>1000`, `object.status:settled`,
 * `header.x-github-event=push`, `exists:body.customer`. Pure.
 */

import { trimEnd } from '../basics/trimEnd.ts'

/** Where a field is: in the body, in the fetched object, or a header. */
export const fieldSources = ['body', 'object', 'header'] as const
export type FieldSource = (typeof fieldSources)[number]

/**
 * `:` equals or contains the words, without case; `=` is exactly this; `!=` is there and none of these; the others compare
 * numbers and dates; `exists` asks for the field alone.
 */
export type FieldOperator = ':' | '=' | '!=' | '>' | '>=' | '<' | '<=' | 'exists'

/** A field and how its value is compared. */
export interface FieldTest {
  source: FieldSource
  /** Member names and indexes from the root. An array without an index means any of its elements. */
  path: string[]
  operator: FieldOperator
}

/** Why a term about a field cannot be read. */
export type FieldProblem = 'path-missing' | 'value-missing' | 'operator-unknown' | 'not-comparable'

const beginning = /^(body|object|header)([./])/i
/** A path, then the operator and the value. `~` is only allowed in paths with slashes, as in JSON Pointer. */
const wholeTerm = /^(?:body|object|header)[./]([^\s"=<>!:]*)(!=|>=|<=|[:=<>])?(.*)$/is

/** Whether a word without its sign is meant as a term about a field: `body.amount>5`, but not `body.amount` alone. */
export function isFieldTerm(word: string): boolean {
  return (beginning.test(word) && /[=<>!:~]/.test(word)) || /^exists:/i.test(word)
}

/** Reads a term that `isFieldTerm` recognised. A value in quotes is one value; else `|` separates several. */
export function readFieldTerm(word: string): { test: FieldTest; values: string[]; quoted: boolean } | FieldProblem {
  const asked = /^exists:(.*)$/is.exec(word)?.[1]
  if (asked !== undefined) {
    const place = readPlace(asked)
    return typeof place === 'string' ? place : { test: { ...place, operator: 'exists' }, values: [], quoted: false }
  }
  const [, , operator, rest = ''] = wholeTerm.exec(word) ?? []
  if (operator === undefined) return 'operator-unknown'
  const place = readPlace(word.slice(0, word.length - rest.length - operator.length))
  if (typeof place === 'string') return place
  const quoted = rest.startsWith('"')
  const values = quoted ? [rest.slice(1).replace(/"$/, '')] : rest.split('|')
  if (!quoted && values.includes('')) return 'value-missing'
  const test: FieldTest = { ...place, operator: operator as FieldOperator }
  if (isOrder(test.operator) && !values.every((value) => numberOf(value) !== null || dateOf(value) !== null)) {
    return 'not-comparable'
  }
  return { test, values, quoted }
}

function readPlace(text: string): Pick<FieldTest, 'source' | 'path'> | FieldProblem {
  const [start, source = '', separator] = beginning.exec(text) ?? []
  if (start === undefined) return 'path-missing'
  const rest = text.slice(start.length)
  const isPointer = separator === '/'
  if (!isPointer && rest.includes('~')) return 'operator-unknown'
  const path = isPointer
    ? rest.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    : rest.split('.')
  if (rest === '' || (!isPointer && path.includes(''))) return 'path-missing'
  const lower = source.toLowerCase() as FieldSource
  // The name of a header may have dots.
  return { source: lower, path: lower === 'header' ? [rest.toLowerCase()] : path }
}

/** The typed form, which `readFieldTerm` reads back as the same. */
export function formatFieldTerm(
  { source, path, operator }: FieldTest,
  values: readonly string[],
  quoted: boolean,
): string {
  const place = formatPlace(source, path)
  if (operator === 'exists') return `exists:${place}`
  return `${place}${operator}${quoted ? `"${values[0] ?? ''}"` : values.join('|')}`
}

/** `body.data.amount`, or `body/data/v1.0` where a name needs the form of a JSON Pointer. */
export function formatPlace(source: FieldSource, path: readonly string[]): string {
  if (source === 'header' || path.every((name) => /^[^\s"=<>!:~./]+$/.test(name))) return `${source}.${path.join('.')}`
  return `${source}/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}

/** Whether a field can be asked for: neither form can hold a name with spaces, quotes or operators. */
export function canBeAsked(path: readonly string[]): boolean {
  return path.length > 0 && path.every((name) => /^[^\s"=<>!:]+$/.test(name))
}

export function isOrder(operator: FieldOperator): boolean {
  return operator === '>' || operator === '>=' || operator === '<' || operator === '<='
}

/** A decimal number as text: no exponent, because its digits are compared. */
export interface Decimal {
  /** Sign, digits before and after the point, without zeros that say nothing. */
  negative: boolean
  whole: string
  fraction: string
}

/** Reads `129.50` or `-5`, also from a text; null for anything else. */
export function numberOf(text: string): Decimal | null {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,100})(?:\.(\d{1,100}))?$/.exec(expanded(text)) ?? []
  if (whole === undefined) return null
  return { negative: sign === '-', whole: whole.replace(/^0+(?=\d)/, ''), fraction: trimEnd(fraction, '0') }
}

/** JSON may write a number with an exponent; JavaScript writes those of everyday size without. */
function expanded(text: string): string {
  return /^-?\d[\d.]{0,20}[eE][+-]?\d{1,2}$/.test(text) ? String(Number(text)) : text
}

/** Below, equal or above 0 as in a sort; exact for any number of digits. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const digits = Math.max(a.fraction.length, b.fraction.length)
  const scaled = ({ negative, whole, fraction }: Decimal): bigint => {
    const size = BigInt(whole + fraction.padEnd(digits, '0'))
    return negative ? -size : size
  }
  const [left, right] = [scaled(a), scaled(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Reads a day or a moment in ISO form, ms since the epoch; null for anything else. */
export function dateOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
