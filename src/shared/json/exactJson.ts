import { trimEnd } from '../basics/trimEnd.ts'

/** JSON whose numbers keep their text. The language has it; its type library not yet. */
const json = JSON as typeof JSON & { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }

/** Characters: nested as deep as they can be, every walk over the value still ends. */
const shortText = 4096

/** A possible number that does not stay as it is; one in a list within a text is taken for one, which only costs time. */
const mayBeInexact = /(?:^|"\s*:|[,[])\s*(?:-0|-?\d+[.eE]|-?\d{16})/

/**
 * Parses JSON. A number that JavaScript would write in another way, such as 1.0 or one of 20 digits, becomes an object that
 * `JSON.stringify` writes as it came. Throws SyntaxError, and RangeError for what is nested too deep. Pure.
 */
export function parseExactly(text: string): unknown {
  // Looking at each number takes five times as long as parsing, and few texts have such a number. But it is what finds that
  // a text is nested too deep, which a short one cannot be.
  if (text.length <= shortText && !mayBeInexact.test(text)) return JSON.parse(text)
  const keep = (_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' && context.source !== undefined && context.source !== String(value)
      ? json.rawJSON(context.source)
      : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}

/**
 * Parses JSON whose values are compared: a number is the same however it is written, such as 1.10 and 1.1, but one with more digits than a
 * double tells apart stays as it came. Throws like `parseExactly`. Pure.
 */
export function parseComparable(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, { source = '' }: { source?: string }) => {
    if (typeof value !== 'number' || !/[.eE]|\d{16}/.test(source)) return value
    const written = source.replace(/[eE].*/, '').replaceAll(/[-.]/g, '')
    const digits = trimEnd(written.replace(/^0+/, ''), '0')
    return digits.length > doubleDigits || !Number.isFinite(value) ? json.rawJSON(source) : value
  }) as (key: string, value: unknown) => unknown)
}

/** Different numbers with at most 15 digits are different doubles. */
const doubleDigits = 15

/** Whether a value is such a number. */
export function isExactNumber(value: unknown): boolean {
  return json.isRawJSON(value)
}
