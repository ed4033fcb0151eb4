import { at, holdsValues, type JsonIndex, none } from './jsonIndex.ts'
import { textOfKey } from './utf8.ts'

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
