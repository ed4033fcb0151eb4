export const bytesPerRow = 16

/** Bytes as pairs of hex digits, a row of sixteen per line. Pure. */
export function hexText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    if (at > 0) text += at % bytesPerRow === 0 ? '\n' : ' '
    text += twoDigits(bytes[at] as number)
  }
  return text
}

/** One byte as it stands in a row: with its space, and a wider one between the two halves of the row. */
export function textInHex(offset: number, byte: number): string {
  return `${offset % bytesPerRow === 8 ? '  ' : ' '}${twoDigits(byte)}`
}

/** A byte of printable ASCII, everything else as a middle dot. */
export function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
