import { endOfString, type JsonVisitor, kind as found, readJson } from '../../shared/basics/readJson.ts'
import { at, closing, jsonFlags, type JsonIndex, type JsonProblem, none } from './jsonIndex.ts'
import { textOfKey } from './utf8.ts'
import { trimEnd } from '../../shared/basics/trimEnd.ts'

/** More values than this are not indexed: the columns would take more memory than a page should. */
export const maxValues = 4_000_000

/**
 * Reads JSON into columns. Strict as `JSON.parse`, but it keeps what it read before a mistake or a sudden end, and never
 * recurses: depth costs nothing but entries.
 * @param from where to begin, behind a byte order mark
 */
export function indexJson(bytes: Uint8Array, from = 0): JsonIndex {
  const bound = countValues(bytes, from)
  const builder = startIndex(bytes, Math.min(bound, maxValues))
  const problem = bound > maxValues ? { at: from, what: 'many' as const } : readJson(bytes, from, builder)
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

/** Objects with at most this many keys compare each with each, which is quicker than a table. */
const few = 16

/**
 * Marks every value whose key stands more than once in its object, and counts those beyond the first. Keys are compared as
 * a parser reads them: `"a"` and `"\u0061"` are the same.
 */
function markDuplicates(bytes: Uint8Array, index: JsonIndex): number {
  const hashes = new Int32Array(few)
  const nodes = new Uint32Array(few)
  let duplicates = 0
  for (let node = 0; node < index.count; node++) {
    const children = at(index.children, node)
    if (children < 2 || at(index.key, node + 1) === none) continue
    if (children > few) {
      duplicates += markInTable(bytes, index, node)
      continue
    }
    let child = node + 1
    for (let number = 0; number < children; number++) {
      const hash = hashKey(bytes, at(index.key, child))
      let earlier = 0
      while (earlier < number && !(hashes[earlier] === hash && isSame(bytes, index, at(nodes, earlier), child)))
        earlier++
      if (earlier < number) {
        mark(index, at(nodes, earlier), child)
        duplicates++
      }
      hashes[number] = hash
      nodes[number] = child
      child = at(index.next, child)
    }
  }
  return duplicates
}

/** The same for an object of any size, through a table of its own. */
function markInTable(bytes: Uint8Array, index: JsonIndex, object: number): number {
  const mask = 2 ** Math.ceil(Math.log2(at(index.children, object) * 2)) - 1
  const table = new Int32Array(mask + 1).fill(-1)
  let duplicates = 0
  for (let node = object + 1; node < at(index.next, object); node = at(index.next, node)) {
    const hash = hashKey(bytes, at(index.key, node))
    let slot = (hash ^ (hash >>> 15)) & mask
    while (table[slot] !== -1 && !isSame(bytes, index, table[slot] as number, node)) slot = (slot + 1) & mask
    if (table[slot] === -1) {
      table[slot] = node
    } else {
      mark(index, table[slot] as number, node)
      duplicates++
    }
  }
  return duplicates
}

function isSame(bytes: Uint8Array, index: JsonIndex, one: number, other: number): boolean {
  return sameKey(bytes, at(index.key, one), at(index.key, other))
}

function mark(index: JsonIndex, one: number, other: number): void {
  ;(index.kind[one] as number) |= jsonFlags.duplicate
  ;(index.kind[other] as number) |= jsonFlags.duplicate
}

const quote = 0x22
const backslash = 0x5c

function hashKey(bytes: Uint8Array, start: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) return hash
    if (byte === backslash) return hashBytes(new TextEncoder().encode(textOfKey(bytes, start)))
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return hash
}

function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}

function sameKey(bytes: Uint8Array, one: number, other: number): boolean {
  for (let step = 1; ; step++) {
    const a = bytes[one + step]
    const b = bytes[other + step]
    if (a === backslash || b === backslash) return textOfKey(bytes, one) === textOfKey(bytes, other)
    if (a !== b) return false
    if (a === quote) return true
  }
}

/**
 * Returns the number that JavaScript's JSON parser reads, when it differs from the number as written: 1e400 becomes
 * Infinity, and digits beyond about the 17th are lost. Null when both are equal. Pure.
 */
export function readAsNumber(text: string): string | null {
  // Fifteen digits always survive.
  if (text.length <= 15 && !/[eE]/.test(text)) return null
  const value = Number(text)
  if (Number.isFinite(value) && canonical(String(value)) === canonical(text)) return null
  return String(value)
}

/** Number of equal characters kept before the first difference. */
const agreeing = 2

/** Shortens the parsed number to the end that differs, so that the difference is visible in a narrow row. Pure. */
export function endThatDiffers(written: string, read: string): string {
  let same = 0
  while (same < read.length && read[same] === written[same]) same++
  const cut = same - agreeing
  return cut < 4 || same === read.length ? read : `…${read.slice(cut)}`
}

/** One spelling per number: its digits without zeros at either end, and a power of ten. */
function canonical(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = trimEnd(digits, '0')
  if (bare === '') return '0'
  // As BigInt: the power itself may have more digits than a number holds.
  const shift = BigInt(power.replace(/^\+/, '')) - BigInt(fraction.length) + BigInt(digits.length - bare.length)
  return `${bare}e${shift}`
}
