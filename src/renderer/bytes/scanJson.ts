import type { JsonProblem } from './jsonIndex.ts'

/** The end of a piece of JSON, or what is wrong with it and where. One object, used again: scanning makes nothing. */
export interface Scan {
  /** Behind the piece, or where it goes wrong. */
  at: number
  problem: JsonProblem['what'] | null
  /** A string had an escape. */
  escaped: boolean
  /** A string had an escape for half of a surrogate pair. */
  lone: boolean
}

const quote = 0x22
const backslash = 0x5c
/** `"\/bfnrt` behind a backslash. */
const shortEscapes = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74])

/** Reads a string from its opening quote. */
export function scanString(bytes: Uint8Array, start: number, scan: Scan): void {
  scan.escaped = false
  scan.lone = false
  scan.problem = null
  let at = start + 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) {
      scan.at = at + 1
      return
    }
    if (byte < 0x20) return fail(scan, at, 'control')
    if (byte !== backslash) continue
    scan.escaped = true
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next === 0x75) {
      const unit = hexUnit(bytes, at + 2)
      if (unit === null) return fail(scan, at, at + 6 > bytes.length ? 'ended' : 'escape')
      if (unit >= 0xd800 && unit <= 0xdfff) {
        if (unit < 0xdc00 && isLowEscape(bytes, at + 6)) at += 6
        else scan.lone = true
      }
      at += 5
    } else if (shortEscapes.has(next)) {
      at++
    } else {
      return fail(scan, at, 'escape')
    }
  }
  fail(scan, bytes.length, 'ended')
}

/** Reads a number as the grammar of JSON has it. */
export function scanNumber(bytes: Uint8Array, start: number, scan: Scan): void {
  scan.problem = null
  let at = bytes[start] === 0x2d ? start + 1 : start
  if (bytes[at] === 0x30) at++
  else if (isDigit(bytes[at])) at = skipDigits(bytes, at)
  else return failNumber(bytes, scan, at)
  if (bytes[at] === 0x2e) {
    if (!isDigit(bytes[at + 1])) return failNumber(bytes, scan, at + 1)
    at = skipDigits(bytes, at + 1)
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++
    if (!isDigit(bytes[at])) return failNumber(bytes, scan, at)
    at = skipDigits(bytes, at)
  }
  scan.at = at
}

const words = ['true', 'false', 'null'] as const

/** Reads `true`, `false` or `null`; which one, or -1. */
export function scanWord(bytes: Uint8Array, start: number, scan: Scan): number {
  const which = words.findIndex((word) => word.charCodeAt(0) === bytes[start])
  const word = words[which]
  scan.problem = null
  if (word === undefined) {
    fail(scan, start, 'unexpected')
    return -1
  }
  for (let index = 1; index < word.length; index++) {
    if (bytes[start + index] === word.charCodeAt(index)) continue
    fail(scan, start + index, start + index >= bytes.length ? 'ended' : 'unexpected')
    return -1
  }
  scan.at = start + word.length
  return which
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break
  }
  return at
}

function fail(scan: Scan, at: number, problem: JsonProblem['what']): void {
  scan.at = at
  scan.problem = problem
}

function failNumber(bytes: Uint8Array, scan: Scan, at: number): void {
  fail(scan, at, at >= bytes.length ? 'ended' : 'number')
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at])) at++
  return at
}

function hexUnit(bytes: Uint8Array, at: number): number | null {
  let unit = 0
  for (let index = at; index < at + 4; index++) {
    const byte = bytes[index] ?? 0
    const low = byte | 0x20
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : low >= 0x61 && low <= 0x66 ? low - 0x57 : -1
    if (digit === -1) return null
    unit = unit * 16 + digit
  }
  return unit
}

function isLowEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== backslash || bytes[at + 1] !== 0x75) return false
  const unit = hexUnit(bytes, at + 2)
  return unit !== null && unit >= 0xdc00 && unit <= 0xdfff
}
