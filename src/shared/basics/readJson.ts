/** JSON as text, or as bytes of UTF-8. Places count UTF-16 units or bytes. */
export type JsonSource = string | Uint8Array

/** Why a text is not JSON, and from where on. */
export interface JsonProblem {
  at: number
  what: 'ended' | 'unexpected' | 'control' | 'escape' | 'number' | 'after' | 'blank'
}

/** Where a string, number or word ends. One object is used again, because scanning a large body must not fill memory. */
export interface Scan {
  /** Behind it, or where it goes wrong. */
  at: number
  problem: JsonProblem['what'] | null
  /** The string has an escape for half of a surrogate pair. */
  lone: boolean
}

/** Kinds of a value, each a letter that it can begin with; `word` is true, false or null. */
export const kind = { object: 123, objectEnd: 125, array: 91, arrayEnd: 93, string: 34, number: 48, word: 116 } as const

/** Called for each piece, in order. */
export interface JsonVisitor {
  /** An object or array begins at this bracket. */
  open(bracket: number, at: number): void
  /** The innermost one ends at this bracket. */
  close(bracket: number, at: number): void
  /** The name of the value that follows, quotes included. */
  name(start: number, end: number): void
  /** A string, number or word. Where the scan has a problem, only its beginning is there. */
  value(kind: number, start: number, scan: Scan): void
  /** Asked before each piece: true ends the reading as if the text ended there. */
  stops?: () => boolean
}

type Wanted = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'after'

/**
 * Reads JSON from a place on, as strictly as `JSON.parse`, and shows the visitor every piece that comes before a mistake or
 * a sudden end. Never recurses, so no depth exhausts the stack. Returns the problem, or null.
 */
export function readJson(source: JsonSource, from: number, visitor: JsonVisitor): JsonProblem | null {
  const scan: Scan = { at: 0, problem: null, lone: false }
  const closers: number[] = []
  const { stops } = visitor
  let wanted: Wanted = 'value'
  let at = skipSpace(source, from)
  if (at >= source.length) return { at, what: 'blank' }
  for (; ; at = skipSpace(source, at)) {
    if (stops?.() === true) return { at, what: 'ended' }
    const code = codeAt(source, at)
    const closer = closers.length === 0 ? none : closers[closers.length - 1]
    if (wanted === 'after' && closer === none) return code === none ? null : { at, what: 'after' }
    if (code === none) return { at, what: 'ended' }
    if (code === closer && wanted !== 'value' && wanted !== 'name') {
      closers.pop()
      visitor.close(code, at++)
      wanted = 'after'
    } else if (wanted === 'after') {
      if (code !== comma) return { at, what: 'unexpected' }
      at++
      wanted = closer === kind.objectEnd ? 'name' : 'value'
    } else if (wanted === 'name' || wanted === 'name-or-end') {
      if (code !== quote) return { at, what: 'unexpected' }
      scanString(source, at, scan)
      if (scan.problem !== null) return { at: scan.at, what: scan.problem }
      visitor.name(at, scan.at)
      at = skipSpace(source, scan.at)
      if (codeAt(source, at) !== colon) return { at, what: at >= source.length ? 'ended' : 'unexpected' }
      at++
      wanted = 'value'
    } else if (code === kind.object || code === kind.array) {
      // In ASCII each closing bracket is two behind its opening one.
      closers.push(code + 2)
      visitor.open(code, at++)
      wanted = code === kind.object ? 'name-or-end' : 'value-or-end'
    } else {
      const found = scanScalar(source, at, code, scan)
      if (scan.problem !== null && scan.at === at) return { at, what: scan.problem }
      visitor.value(found, at, scan)
      if (scan.problem !== null) return { at: scan.at, what: scan.problem }
      at = scan.at
      wanted = 'after'
    }
  }
}

/** The place behind a string that begins at its opening quote, or the end where it has none. */
export function endOfString(source: JsonSource, start: number): number {
  let at = start + 1
  for (let code = codeAt(source, at); code !== none && code !== quote; code = codeAt(source, at))
    at += code === backslash ? 2 : 1
  return Math.min(source.length, at + 1)
}

/** The place of the next character that is no white space. */
export function skipSpace(source: JsonSource, from: number): number {
  let at = from
  for (; at < source.length; at++) {
    const code = codeAt(source, at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

/** The text of a string that is written with its quotes, without its escapes. */
export function stringText(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
/** The code of a place behind the end. */
const none = -1

function codeAt(source: JsonSource, at: number): number {
  if (at >= source.length) return none
  return typeof source === 'string' ? source.charCodeAt(at) : (source[at] as number)
}

function scanScalar(source: JsonSource, at: number, code: number, scan: Scan): number {
  scan.problem = null
  scan.lone = false
  if (code === quote) {
    scanString(source, at, scan)
    return kind.string
  }
  if (code === 0x2d || isDigit(code)) {
    scanNumber(source, at, scan)
    return kind.number
  }
  scanWord(source, at, scan)
  return kind.word
}

function scanString(source: JsonSource, start: number, scan: Scan): void {
  scan.problem = null
  scan.lone = false
  const { length } = source
  for (let at = start + 1; at < length; at++) {
    const code = typeof source === 'string' ? source.charCodeAt(at) : (source[at] as number)
    if (code === quote) {
      scan.at = at + 1
      return
    }
    if (code < 0x20) return fail(scan, at, 'control')
    if (code !== backslash) continue
    const letter = codeAt(source, at + 1)
    if (letter === none) break
    if (letter === 0x75) {
      const unit = hexUnit(source, at + 2)
      if (unit === none) return fail(scan, at, at + 6 > source.length ? 'ended' : 'escape')
      if (unit >= 0xd800 && unit <= 0xdfff) {
        if (unit < 0xdc00 && isLowEscape(source, at + 6)) at += 6
        else scan.lone = true
      }
      at += 5
    } else if (shortEscapes.has(letter)) at++
    else return fail(scan, at, 'escape')
  }
  fail(scan, source.length, 'ended')
}

/** `"\/bfnrt` behind a backslash. */
const shortEscapes = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74])

function scanNumber(source: JsonSource, start: number, scan: Scan): void {
  let at = codeAt(source, start) === 0x2d ? start + 1 : start
  if (codeAt(source, at) === 0x30) at++
  else if (isDigit(codeAt(source, at))) at = skipDigits(source, at)
  else return failNumber(source, scan, at)
  if (codeAt(source, at) === 0x2e) {
    if (!isDigit(codeAt(source, at + 1))) return failNumber(source, scan, at + 1)
    at = skipDigits(source, at + 1)
  }
  if ((codeAt(source, at) | 0x20) === 0x65) {
    at++
    if (codeAt(source, at) === 0x2b || codeAt(source, at) === 0x2d) at++
    if (!isDigit(codeAt(source, at))) return failNumber(source, scan, at)
    at = skipDigits(source, at)
  }
  scan.at = at
}

const words = ['true', 'false', 'null'] as const

function scanWord(source: JsonSource, start: number, scan: Scan): void {
  const word = words.find((each) => each.charCodeAt(0) === codeAt(source, start))
  if (word === undefined) return fail(scan, start, 'unexpected')
  for (let index = 1; index < word.length; index++) {
    if (codeAt(source, start + index) === word.charCodeAt(index)) continue
    return fail(scan, start + index, start + index >= source.length ? 'ended' : 'unexpected')
  }
  scan.at = start + word.length
}

function fail(scan: Scan, at: number, problem: JsonProblem['what']): void {
  scan.at = at
  scan.problem = problem
}

function failNumber(source: JsonSource, scan: Scan, at: number): void {
  fail(scan, at, at >= source.length ? 'ended' : 'number')
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function skipDigits(source: JsonSource, from: number): number {
  let at = from
  while (isDigit(codeAt(source, at))) at++
  return at
}

function hexUnit(source: JsonSource, at: number): number {
  let unit = 0
  for (let index = at; index < at + 4; index++) {
    const code = codeAt(source, index)
    const low = code | 0x20
    const digit = isDigit(code) ? code - 0x30 : low >= 0x61 && low <= 0x66 ? low - 0x57 : none
    if (digit === none) return none
    unit = unit * 16 + digit
  }
  return unit
}

function isLowEscape(source: JsonSource, at: number): boolean {
  if (codeAt(source, at) !== backslash || codeAt(source, at + 1) !== 0x75) return false
  const unit = hexUnit(source, at + 2)
  return unit >= 0xdc00 && unit <= 0xdfff
}
