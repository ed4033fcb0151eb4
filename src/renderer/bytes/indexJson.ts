import { endOfString, kind as found, type JsonVisitor, readJson } from '../../shared/basics/readJson.ts'
import { closing, jsonFlags, type JsonIndex, type JsonProblem, none } from './jsonIndex.ts'
import { markDuplicates } from './markDuplicates.ts'
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
  const builder = startIndex(bytes, Math.min(bound, mostValues))
  const problem = bound > mostValues ? { at: from, what: 'many' as const } : readJson(bytes, from, builder)
  const index = builder.finish(problem)
  index.duplicateKeys = markDuplicates(bytes, index)
  return index
}

/** How many values there can be at most: the first of each object or array, and one behind each comma. */
function countValues(bytes: Uint8Array, from: number): number {
  let count = 1
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x2c || byte === 0x7b || byte === 0x5b) count++
    else if (byte === 0x22) at = endOfString(bytes, at) - 1
  }
  return count
}

function startIndex(bytes: Uint8Array, capacity: number) {
  const column = () => new Uint32Array(capacity)
  const kind = new Uint8Array(capacity)
  const [start, end, key, parent, next] = [column(), column(), column(), column(), column()]
  const [depth, position, children] = [column(), column(), column()]
  const lines = new Uint32Array(capacity * 2)
  let [count, lineCount, inside, level, deepest, changedNumbers, loneSurrogates] = [0, 0, none, 0, 0, 0, 0]
  let itsKey = none

  /** Enters one value with what is known of it at its beginning. */
  const enter = (ofKind: number, from: number): number => {
    const node = count++
    kind[node] = ofKind
    start[node] = from
    key[node] = itsKey
    itsKey = none
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

  const visitor: JsonVisitor = {
    open: (bracket, from) => {
      inside = enter(bracket === found.object ? 0 : 1, from)
      deepest = Math.max(deepest, ++level)
    },
    close: (_bracket, at) => leave(at + 1),
    name: (from) => {
      itsKey = from
    },
    value: (what, from, scan) => {
      const node = enter(kindAt(bytes, what, from), from)
      end[node] = scan.at
      next[node] = node + 1
      if (scan.problem !== null) (kind[node] as number) |= jsonFlags.open
      if (scan.lone) {
        ;(kind[node] as number) |= jsonFlags.loneSurrogate
        loneSurrogates++
      }
      if (what === found.number && scan.problem === null && markNumber(bytes, from, scan.at)) {
        ;(kind[node] as number) |= jsonFlags.changed
        changedNumbers++
      }
    },
  }
  return {
    ...visitor,
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

/** The kind of a string, number or word, by its place among `jsonKinds`. */
function kindAt(bytes: Uint8Array, what: number, at: number): number {
  if (what !== found.word) return what === found.string ? 2 : 3
  return bytes[at] === 0x74 ? 4 : bytes[at] === 0x66 ? 5 : 6
}

/** Whether JavaScript would change the number in these bytes. Short ones are decided without making text. */
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
