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
