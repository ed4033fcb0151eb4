import { sequenceAt } from './utf8.ts'

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

/** In a row where there is room for them. */
export const bytesPerRow = 16

/** Characters of such a row: its offset, its bytes with what parts them, and its text. */
export const columnsOfRow = 8 + bytesPerRow * 3 + 1 + 2 + bytesPerRow

/** Bytes as pairs of hex digits, a row of sixteen per line. Pure. */
export function hexText(bytes: Uint8Array): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    rows.push(Array.from(bytes.subarray(at, at + bytesPerRow), twoDigits).join(' '))
  }
  return rows.join('\n')
}

/** One byte as it is in a row of `perRow`: with its space, and a wider one between the halves of a long row. */
export function textInHex(offset: number, byte: number, perRow: number): string {
  return `${offset % perRow === 8 ? '  ' : ' '}${twoDigits(byte)}`
}

/** The space between `count` bytes of a row and their text, so that all texts begin in one column. */
export function gapInHex(count: number, perRow: number): string {
  const halves = perRow > 8 && count <= 8 ? 1 : 0
  return ' '.repeat((perRow - count) * 3 + halves + 2)
}

/** A byte of printable ASCII, everything else as a middle dot. */
export function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
