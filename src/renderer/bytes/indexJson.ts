import { closing, jsonFlags, type JsonIndex, type JsonProblem, none } from './jsonIndex.ts'
import { markDuplicates } from './markDuplicates.ts'
import { type Scan, scanNumber, scanString, scanWord, skipSpace } from './scanJson.ts'
import { readAsNumber } from './exactNumber.ts'

/** More values than this are not indexed: the columns would take more memory than a page should. */
export const mostValues = 4_000_000

/**
 * Reads JSON into columns. Strict as `JSON.parse`, but it keeps what it read before a mistake or a sudden end, and never
 * recurses: depth costs nothing but entries.
 * @param from where to begin, behind a byte order mark
 */
export function indexJson(bytes: Uint8Array, from = 0): JsonIndex {
  const bound = countValues(bytes, from)
  const builder = startIndex(Math.min(bound, mostValues))
  const problem = bound > mostValues ? { at: from, what: 'many' as const } : read(bytes, from, builder)
  const index = builder.finish(problem)
  index.duplicateKeys = markDuplicates(bytes, index)
  return index
}

type Builder = ReturnType<typeof startIndex>

/** What may come next. */
type Wanted = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after'

function read(bytes: Uint8Array, from: number, builder: Builder): JsonProblem | null {
  const scan: Scan = { at: 0, problem: null, escaped: false, lone: false }
  let wanted: Wanted = 'value'
  let key = none
  let at = skipSpace(bytes, from)
  if (at >= bytes.length) return { at, what: 'blank' }
  for (; ; at = skipSpace(bytes, at)) {
    const byte = bytes[at]
    if (wanted === 'after' && builder.isWhole()) return byte === undefined ? null : { at, what: 'after' }
    if (byte === undefined) return { at, what: 'ended' }
    if (byte === builder.closer() && wanted !== 'value' && wanted !== 'key') {
      builder.close(++at)
      wanted = 'after'
    } else if (wanted === 'after') {
      if (byte !== 0x2c) return { at, what: 'unexpected' }
      at++
      wanted = builder.closer() === 0x7d ? 'key' : 'value'
    } else if (wanted === 'key' || wanted === 'key-or-end') {
      if (byte !== 0x22) return { at, what: 'unexpected' }
      key = at
      scanString(bytes, at, scan)
      if (scan.problem !== null) return { at: scan.at, what: scan.problem }
      at = skipSpace(bytes, scan.at)
      if (bytes[at] !== 0x3a) return { at, what: at >= bytes.length ? 'ended' : 'unexpected' }
      at++
      wanted = 'value'
    } else if (byte === 0x7b || byte === 0x5b) {
      builder.open(byte, at++, key)
      key = none
      wanted = byte === 0x7b ? 'key-or-end' : 'value-or-end'
    } else {
      const kind = scanScalar(bytes, at, byte, scan)
      if (scan.problem !== null && scan.at === at) return { at, what: scan.problem }
      builder.add(bytes, kind, at, scan, key)
      if (scan.problem !== null) return { at: scan.at, what: scan.problem }
      key = none
      at = scan.at
      wanted = 'after'
    }
  }
}

/** Reads a string, a number or a word; its kind. */
function scanScalar(bytes: Uint8Array, at: number, byte: number, scan: Scan): number {
  scan.lone = false
  if (byte === 0x22) {
    scanString(bytes, at, scan)
    return 2
  }
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
    scanNumber(bytes, at, scan)
    return 3
  }
  return 4 + Math.max(0, scanWord(bytes, at, scan))
}

/** How many values there can be at most: the first of each object or array, and one behind each comma. */
function countValues(bytes: Uint8Array, from: number): number {
  let count = 1
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x2c || byte === 0x7b || byte === 0x5b) count++
    else if (byte === 0x22) {
      for (at++; at < bytes.length && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) at++
    }
  }
  return count
}

function startIndex(capacity: number) {
  const column = () => new Uint32Array(capacity)
  const kind = new Uint8Array(capacity)
  const [start, end, key, parent, next] = [column(), column(), column(), column(), column()]
  const [depth, position, children] = [column(), column(), column()]
  const lines = new Uint32Array(capacity * 2)
  let [count, lineCount, inside, level, deepest, changedNumbers, loneSurrogates] = [0, 0, none, 0, 0, 0, 0]

  /** Enters one value with what is known of it at its beginning. */
  const enter = (ofKind: number, from: number, itsKey: number): number => {
    const node = count++
    kind[node] = ofKind
    start[node] = from
    key[node] = itsKey
    parent[node] = inside
    depth[node] = level
    lines[lineCount++] = node
    if (inside !== none) position[node] = (children[inside] as number)++
    return node
  }
  const leave = (to: number) => {
    end[inside] = to
    next[inside] = count
    if (children[inside] !== 0) lines[lineCount++] = inside + closing
    inside = parent[inside] as number
    level--
  }

  return {
    /** The outermost value has ended. */
    isWhole: () => inside === none && count > 0,
    /** The bracket that would close the innermost object or array, or -1. */
    closer: () => (inside === none ? -1 : ((kind[inside] as number) & 7) === 0 ? 0x7d : 0x5d),
    open: (byte: number, from: number, itsKey: number) => {
      inside = enter(byte === 0x7b ? 0 : 1, from, itsKey)
      deepest = Math.max(deepest, ++level)
    },
    close: leave,
    add: (bytes: Uint8Array, ofKind: number, from: number, scan: Scan, itsKey: number) => {
      const node = enter(ofKind, from, itsKey)
      end[node] = scan.at
      next[node] = node + 1
      if (scan.problem !== null) (kind[node] as number) |= jsonFlags.open
      if (scan.lone) {
        ;(kind[node] as number) |= jsonFlags.loneSurrogate
        loneSurrogates++
      }
      if (ofKind === 3 && scan.problem === null && markNumber(bytes, from, scan.at)) {
        ;(kind[node] as number) |= jsonFlags.changed
        changedNumbers++
      }
    },
    /** Closes what stayed open at the end or at a mistake. */
    finish: (problem: JsonProblem | null): JsonIndex => {
      while (inside !== none) {
        ;(kind[inside] as number) |= jsonFlags.open
        end[inside] = problem?.at ?? 0
        next[inside] = count
        inside = parent[inside] as number
      }
      const columns = { kind, start, end, key, parent, next, depth, position, children }
      const found = { deepest, duplicateKeys: 0, changedNumbers, loneSurrogates, problem }
      return { count, ...columns, lines: lines.subarray(0, lineCount), ...found }
    },
  }
}

/** Whether JavaScript would read the number in these bytes as another one. Short ones are decided without making text. */
function markNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let power = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === 0x65 || byte === 0x45) power = true
  }
  if (!power && end - start <= 15) return false
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return readAsNumber(text) !== null
}
