/**
 * The bytes of a digest that a program printed one by one: `8D-E6-3F`, `<Buffer 8d e6 3f>`, `[141, 230, 63]` (with signs
 * in Java, without commas in Go), `Uint8Array(32) [ 141, ... ]`, `b'\x8d\xe6?'`. Null for any other text.
 */
export function printedBytes(text: string): Buffer | null {
  return separatedHex(text) ?? decimals(text) ?? escapedBytes(text)
}

function separatedHex(text: string): Buffer | null {
  const inner = /^<(?:Buffer|SlowBuffer) ([0-9A-Fa-f ]+)>$/.exec(text)?.[1] ?? text
  return /^[0-9A-Fa-f]{2}(?:([-: ])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2})+$/.test(inner)
    ? Buffer.from(inner.replaceAll(/[-: ]/g, ''), 'hex')
    : null
}

function decimals(text: string): Buffer | null {
  const open = text.indexOf('[')
  const isList = text.endsWith(']') && /^(?:[A-Za-z]\w{0,20})?(?:\(\d{1,9}\))?\s*$/.test(text.slice(0, open))
  const inner =
    open !== -1 && isList
      ? text
          .slice(open + 1, -1)
          .trim()
          .replace(/,$/, '')
          .trim()
      : text
  if (!/^-?\d{1,3}(?:(?:\s*,\s*|\s+)-?\d{1,3})+$/.test(inner)) return null
  const bytes = inner.split(/[,\s]+/).map(Number)
  return bytes.every((byte) => byte >= -128 && byte <= 255) ? Buffer.from(bytes) : null
}

const shortEscapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27, '0': 0 }

/** A literal of Python, Ruby, C or Go: bytes other than letters are written as \x and two digits. */
function escapedBytes(text: string): Buffer | null {
  const inner = /^b?(["'])(.*)\1$/s.exec(text)?.[2] ?? text
  if (!/\\x[0-9A-Fa-f]{2}/.test(inner)) return null
  const bytes: number[] = []
  for (const [whole, hex, letter] of inner.matchAll(/\\(?:x([0-9A-Fa-f]{2})|(.))|[^\\]/gs)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else if (letter !== undefined) bytes.push(shortEscapes[letter] ?? letter.charCodeAt(0))
    else if (whole.charCodeAt(0) > 0x7e) return null
    else bytes.push(whole.charCodeAt(0))
  }
  return Buffer.from(bytes)
}
