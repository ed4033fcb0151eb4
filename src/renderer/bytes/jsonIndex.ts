import type { JsonProblem as ReadProblem } from '../../shared/basics/readJson.ts'

/**
 * JSON as columns of numbers beside its bytes: one entry per value, in the order in which they stand. Nothing is copied and
 * nothing is an object, so that a body of ten megabytes costs little and moves between threads without a copy.
 */
export interface JsonIndex {
  count: number
  /** A `JsonKind` in the low three bits, `jsonFlags` above. */
  kind: Uint8Array
  /** Byte offsets of the value. */
  start: Uint32Array
  end: Uint32Array
  /** Byte offset of the key's opening quote, or `none`. */
  key: Uint32Array
  /** The value that it is in, or `none`. */
  parent: Uint32Array
  /** The first value behind this one and all that it holds. */
  next: Uint32Array
  depth: Uint32Array
  /** Its position in its parent, from 0. */
  position: Uint32Array
  /** How many values it holds directly. */
  children: Uint32Array
  /** Lines of the laid out text: a value that begins there, or, with `closing`, one that ends there. */
  lines: Uint32Array
  deepest: number
  duplicateKeys: number
  changedNumbers: number
  loneSurrogates: number
  /** Why it is not whole and valid, and from where on; null when it is. */
  problem: JsonProblem | null
}

/** Why a body is not read as JSON, and from which byte on. `many`: it has more values than are indexed. */
export interface JsonProblem {
  at: number
  what: ReadProblem['what'] | 'many'
}

export const none = 0xffffffff
export const closing = 0x80000000

export const jsonKinds = ['object', 'array', 'string', 'number', 'true', 'false', 'null'] as const
export type JsonKind = (typeof jsonKinds)[number]

export const jsonFlags = {
  /** Its key is in the same object once more. */
  duplicate: 8,
  /** A number that JavaScript cannot hold as written. */
  changed: 16,
  /** An escape for half of a surrogate pair. */
  loneSurrogate: 32,
  /** The text ended, or stopped being JSON, inside of it. */
  open: 64,
} as const

export function kindOf(index: JsonIndex, node: number): JsonKind {
  return jsonKinds[at(index.kind, node) & 7] ?? 'null'
}

export function hasFlag(index: JsonIndex, node: number, flag: keyof typeof jsonFlags): boolean {
  return (at(index.kind, node) & jsonFlags[flag]) !== 0
}

/** Objects and arrays. */
export function holdsValues(index: JsonIndex, node: number): boolean {
  return (at(index.kind, node) & 7) < 2
}

/** An entry that is known to exist. */
export function at(column: Uint32Array | Uint8Array, index: number): number {
  return column[index] as number
}

/** Where the text of a value begins: at its key, when it has one. */
export function beginOf(index: JsonIndex, node: number): number {
  const key = at(index.key, node)
  return key === none ? at(index.start, node) : key
}

/** The last value that begins at or before an offset; 0 when none does. */
export function nodeAt(index: JsonIndex, offset: number): number {
  let low = 0
  let high = index.count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (beginOf(index, middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** All columns, for handing them to another thread. */
export function columnsOf(index: JsonIndex): (Uint32Array | Uint8Array)[] {
  const { kind, start, end, key, parent, next, depth, position, children, lines } = index
  return [kind, start, end, key, parent, next, depth, position, children, lines]
}
