/** So many bytes stand in one line. */
const width = 8

/** Bytes in hex, eight to a line, and beside them the same bytes as text with a middle dot for what is no printable ASCII. Pure. */
export function printableHex(hex: string): { hex: string; text: string; at: number }[] {
  const bytes = hex.match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, line) => {
    const row = bytes.slice(line * width, (line + 1) * width)
    return { hex: row.join(' '), text: row.map(printable).join(''), at: line * width }
  })
}

function printable(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
