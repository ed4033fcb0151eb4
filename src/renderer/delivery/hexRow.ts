/** One row of a hex dump. Pure. */
export interface HexRow {
  /** Position of the first byte, 8 hex digits. */
  offset: string
  /** Two groups of eight bytes. */
  hex: string
  /** Printable ASCII, everything else as a middle dot. */
  text: string
}

export const bytesPerRow = 16

export function hexRow(bytes: Uint8Array, row: number): HexRow {
  const start = row * bytesPerRow
  let hex = ''
  let text = ''
  for (let at = start; at < start + bytesPerRow; at++) {
    const byte = bytes[at]
    if (at === start + 8) hex += ' '
    if (byte === undefined) {
      hex += '   '
      continue
    }
    hex += `${byte.toString(16).padStart(2, '0')} `
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
  }
  return { offset: start.toString(16).padStart(8, '0'), hex, text }
}
