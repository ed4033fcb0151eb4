export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
  /** Line numbers from 1 on each side; null where it does not stand. */
  places: [one: number | null, other: number | null]
}

/** So many lines between the first and the last difference are aligned, and so many edits looked for. */
const mostLines = 20_000
const mostEdits = 800

/**
 * The lines of two texts as one list, with the fewest lines taken away and added (Myers). Null when they are too long or
 * too different for that to be quick. Pure.
 */
export function diffLines(one: string, other: string): DiffLine[] | null {
  const a = one.split('\n')
  const b = other.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const middle = shortestEdits(a.slice(start, a.length - end), b.slice(start, b.length - end))
  if (middle === null) return null
  const lines: DiffLine[] = []
  let x = 0
  let y = 0
  const add = (kind: DiffLine['kind']) => {
    const text = (kind === 'new' ? b[y] : a[x]) ?? ''
    const places: DiffLine['places'] = [kind === 'new' ? null : x + 1, kind === 'gone' ? null : y + 1]
    lines.push({ kind, text, places })
    if (kind !== 'new') x += 1
    if (kind !== 'gone') y += 1
  }
  for (let count = 0; count < start; count += 1) add('same')
  for (const kind of middle) add(kind)
  for (let count = 0; count < end; count += 1) add('same')
  return lines
}

function shortestEdits(a: readonly string[], b: readonly string[]): DiffLine['kind'][] | null {
  if (a.length + b.length > mostLines) return null
  const most = Math.min(a.length + b.length, mostEdits)
  const middle = most + 1
  const furthest = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice())
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1))
      let x = isDown ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      furthest[middle + k] = x
      if (x >= a.length && x - k >= b.length) return walkBack(trace, middle, a.length, b.length)
    }
  }
  return null
}

/** The way back through what was furthest at each number of edits. */
function walkBack(trace: readonly Int32Array[], middle: number, width: number, height: number): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = []
  let x = width
  let y = height
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits] ?? new Int32Array()
    const k = x - y
    const isDown = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1))
    const previous = isDown ? k + 1 : k - 1
    const fromX = edits === 0 ? 0 : at(furthest, middle + previous)
    const fromY = edits === 0 ? 0 : fromX - previous
    while (x > fromX && y > fromY) {
      kinds.push('same')
      x -= 1
      y -= 1
    }
    if (edits > 0) kinds.push(isDown ? 'new' : 'gone')
    x = fromX
    y = fromY
  }
  return kinds.toReversed()
}

function at(list: Int32Array, index: number): number {
  return list[index] ?? 0
}
