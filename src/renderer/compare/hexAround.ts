export interface HexByte {
  at: number
  hex: string
  /** Printable ASCII, everything else as a middle dot. */
  text: string
  differs: boolean
}

const perRow = 8
const rows = 3

/** Three short rows of bytes, with the one at `offset` in the middle one, held against another body. Pure. */
export function hexAround(bytes: Uint8Array, other: Uint8Array, offset: number): { at: number; bytes: HexByte[] }[] {
  const start = Math.max(0, Math.floor(offset / perRow) - 1) * perRow
  return Array.from({ length: rows }, (_row, row) => start + row * perRow)
    .filter((at) => at < bytes.length)
    .map((at) => ({
      at,
      bytes: Array.from(bytes.subarray(at, at + perRow), (byte, index) => ({
        at: at + index,
        hex: byte.toString(16).padStart(2, '0'),
        text: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
        differs: other[at + index] !== byte,
      })),
    }))
}
