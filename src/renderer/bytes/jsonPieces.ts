import { endOfString } from '../../shared/basics/readJson.ts'
import { at, closing, hasFlag, holdsValues, type JsonIndex, kindOf, none } from './jsonIndex.ts'
import { textOfKey } from './utf8.ts'

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
export function jsonPath(index: JsonIndex, bytes: Uint8Array, node: number): string {
  const steps: string[] = []
  for (let value = node; at(index.parent, value) !== none; value = at(index.parent, value)) {
    const key = at(index.key, value)
    steps.push(key === none ? `[${at(index.position, value)}]` : `.${textOfKey(bytes, key)}`)
  }
  return steps.toReversed().join('').replace(/^\./, '')
}
