import { type JsonProblem as ReadProblem, endOfString } from '../../shared/basics/readJson.ts'
import { textOfKey } from './utf8.ts'

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

/** Kinds of a piece of JSON text, for colouring. */
type PieceKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of a laid out line: bytes as they were sent, or a mark between them. */
type JsonPiece = { kind: PieceKind; start: number; end: number } | { kind: 'mark'; text: string }

interface JsonLine {
  depth: number
  pieces: JsonPiece[]
}

/**
 * One line of JSON as it is laid out. No token changes: numbers keep all their digits, duplicate keys stay, escapes stay as
 * they were sent. Pure.
 */
export function jsonLine(index: JsonIndex, bytes: Uint8Array, line: number): JsonLine {
  const entry = at(index.lines, line)
  const closes = entry >= closing
  const node = closes ? entry - closing : entry
  const pieces: JsonPiece[] = []
  const isObject = (at(index.kind, node) & 7) === 0
  const isOpen = holdsValues(index, node) && at(index.children, node) > 0 && !closes
  if (closes) {
    pieces.push({ kind: 'mark', text: isObject ? '}' : ']' })
  } else {
    pieces.push(...keyPieces(index, bytes, node), ...valuePieces(index, node, isOpen))
  }
  if (!isOpen && hasNext(index, node)) pieces.push({ kind: 'mark', text: ',' })
  return { depth: at(index.depth, node), pieces }
}

/** The key and its colon, when a value has one. */
function keyPieces(index: JsonIndex, bytes: Uint8Array, node: number): JsonPiece[] {
  const key = at(index.key, node)
  if (key === none) return []
  return [
    { kind: 'key', start: key, end: endOfString(bytes, key) },
    { kind: 'mark', text: ': ' },
  ]
}

function valuePieces(index: JsonIndex, node: number, isOpen: boolean): JsonPiece[] {
  const kind = kindOf(index, node)
  // One that was cut off has no end that could be shown.
  const ends = !isOpen && !hasFlag(index, node, 'open')
  if (kind === 'object') return [{ kind: 'mark', text: ends ? '{}' : '{' }]
  if (kind === 'array') return [{ kind: 'mark', text: ends ? '[]' : '[' }]
  return [{ kind: pieceKind(index, node), start: at(index.start, node), end: at(index.end, node) }]
}

export function pieceKind(index: JsonIndex, node: number): PieceKind {
  const kind = kindOf(index, node)
  return kind === 'string' || kind === 'number' ? kind : 'word'
}

/** A value follows in the same object or array, so a comma follows. */
function hasNext(index: JsonIndex, node: number): boolean {
  const parent = at(index.parent, node)
  return parent !== none && at(index.position, node) + 1 < at(index.children, parent)
}

/** The line in which a byte stands. */
export function lineAt(index: JsonIndex, offset: number): number {
  let low = 0
  let high = index.lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (beginOfLine(index, middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function beginOfLine(index: JsonIndex, line: number): number {
  const entry = at(index.lines, line)
  if (entry >= closing) return at(index.end, entry - closing) - 1
  const key = at(index.key, entry)
  return key === none ? at(index.start, entry) : key
}

/** The names of the members that lead to a value, without the places in arrays. Pure. */
export function memberNames(index: JsonIndex, bytes: Uint8Array, node: number): string[] {
  const names: string[] = []
  for (let value = node; at(index.parent, value) !== none; value = at(index.parent, value)) {
    const key = at(index.key, value)
    if (key !== none) names.push(textOfKey(bytes, key))
  }
  return names.toReversed()
}

/** Where a value stands, as a difference names it: `items[2].state`; '' for the outermost. Pure. */
export function differencePath(index: JsonIndex, bytes: Uint8Array, node: number): string {
  const steps: string[] = []
  for (let value = node; at(index.parent, value) !== none; value = at(index.parent, value)) {
    const key = at(index.key, value)
    steps.push(key === none ? `[${at(index.position, value)}]` : `.${textOfKey(bytes, key)}`)
  }
  return steps.toReversed().join('').replace(/^\./, '')
}

/** The rows of a tree: which values are in sight, in order, and which of them are folded. Values are numbers of the index. */
export interface TreeRows {
  rows: Uint32Array
  /** One entry per value; 1 when its content is shown. */
  open: Uint8Array
}

/** A first look: the outermost values are open, as deep as there is room for. */
const firstRows = 400

export function firstTree(index: JsonIndex): TreeRows {
  const open = new Uint8Array(index.count)
  if (index.count <= firstRows) {
    for (let node = 0; node < index.count; node++) open[node] = holdsValues(index, node) ? 1 : 0
  } else {
    openLevels(index, open)
  }
  return { rows: rowsOf(index, open), open }
}

/** Opens level by level while what comes to light fits. A level that is too much stays folded, but for the outermost. */
function openLevels(index: JsonIndex, open: Uint8Array): void {
  let level = [0]
  let shown = 1
  while (level.length > 0) {
    const holders = level.filter((node) => at(index.children, node) > 0)
    const more = holders.reduce((sum, node) => sum + at(index.children, node), 0)
    if (holders.length === 0 || (shown > 1 && shown + more > firstRows)) return
    shown += more
    for (const node of holders) open[node] = 1
    if (shown > firstRows) return
    level = holders.flatMap((node) => childrenOf(index, node))
  }
}

export function childrenOf(index: JsonIndex, node: number): number[] {
  const children: number[] = []
  const end = at(index.next, node)
  for (let child = node + 1; child < end; child = at(index.next, child)) children.push(child)
  return children
}

function rowsOf(index: JsonIndex, open: Uint8Array, from = 0, until = index.count): Uint32Array {
  const rows = new Uint32Array(until - from)
  let count = 0
  for (let node = from; node < until; node = open[node] === 1 ? node + 1 : at(index.next, node)) rows[count++] = node
  return rows.slice(0, count)
}

/** Folds or opens one value. */
export function toggleNode(index: JsonIndex, tree: TreeRows, node: number): TreeRows {
  return setOpen(index, tree, [node], tree.open[node] !== 1)
}

/** Opens or folds some values at once. */
export function setOpen(index: JsonIndex, tree: TreeRows, nodes: readonly number[], isOpen: boolean): TreeRows {
  const open = tree.open.slice()
  for (const node of nodes) if (at(index.children, node) > 0) open[node] = isOpen ? 1 : 0
  return { open, rows: rowsOf(index, open) }
}

/** Opens or folds everything; the outermost value stays open. */
export function setAllOpen(index: JsonIndex, isOpen: boolean): TreeRows {
  const open = new Uint8Array(index.count)
  if (isOpen) for (let node = 0; node < index.count; node++) open[node] = at(index.children, node) > 0 ? 1 : 0
  else open[0] = 1
  return { open, rows: rowsOf(index, open) }
}

/** Opens whatever a value is in, so that it is in sight. */
export function revealNode(index: JsonIndex, tree: TreeRows, node: number): TreeRows {
  const hidden: number[] = []
  for (let outer = at(index.parent, node); outer !== none; outer = at(index.parent, outer)) {
    if (tree.open[outer] !== 1) hidden.push(outer)
  }
  return hidden.length === 0 ? tree : setOpen(index, tree, hidden, true)
}

/** The row of a value, or of the value in sight that comes before it. */
export function rowOf({ rows }: TreeRows, node: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((rows[middle] as number) <= node) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** The way to a value: keys and positions from the outside in. */
export function stepsTo(index: JsonIndex, bytes: Uint8Array, node: number): (string | number)[] {
  const steps: (string | number)[] = []
  for (let inner = node; at(index.parent, inner) !== none; inner = at(index.parent, inner)) {
    steps.push(at(index.key, inner) === none ? at(index.position, inner) : textOfKey(bytes, at(index.key, inner)))
  }
  return steps.toReversed()
}

/** JSONPath (RFC 9535): `$.a[0]['odd key']`. */
export function jsonPath(steps: readonly (string | number)[]): string {
  return `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : nameStep(step))).join('')}`
}

function nameStep(name: string): string {
  // Beyond ASCII, every character but half of a surrogate pair may be in a short name.
  if (/^[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*$/u.test(name)) return `.${name}`
  const escapes: Record<string, string> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const escaped = name.replace(/['\\\p{Cc}\ud800-\udfff]/gu, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `['${escaped}']`
}

/** JSON Pointer (RFC 6901): `/a/0/odd key`; empty for the whole. */
export function jsonPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
