import { sequenceAt } from './checkUtf8.ts'

/**
 * Where the rows of a text begin, as byte offsets, when it is cut at line ends and, in longer lines, every `columns`
 * characters. Keeps only numbers, so that ten megabytes cost one pass and no copies. The last entry is the length. Pure.
 */
export function wrapRows(bytes: Uint8Array, columns: number): Uint32Array {
  let starts = new Uint32Array(1024)
  let count = 1
  let column = 0
  const begin = (at: number) => {
    if (count === starts.length) {
      const more = new Uint32Array(starts.length * 2)
      more.set(starts)
      starts = more
    }
    starts[count++] = at
    column = 0
  }
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] as number
    if (byte === 0x0a) {
      begin(++at)
      continue
    }
    if (column === columns) begin(at)
    column++
    // A character stays whole, and so do bytes that are shown as one replacement.
    at += byte < 0x80 ? 1 : Math.max(1, Math.abs(sequenceAt(bytes, at)))
  }
  if (bytes.length > 0 && starts[count - 1] !== bytes.length) begin(bytes.length)
  return starts.slice(0, count)
}

/** The row in which a byte stands. */
export function rowAt(starts: Uint32Array, offset: number): number {
  let low = 0
  let high = Math.max(0, starts.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
