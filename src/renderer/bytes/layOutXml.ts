/** A line of XML as it is laid out: a piece of the text as it was sent, and how far to the right it stands. */
export interface XmlLines {
  count: number
  start: Uint32Array
  end: Uint32Array
  depth: Uint32Array
}

const [less, greater] = [0x3c, 0x3e]

/**
 * Lays XML out by its tags alone, each token as it was sent. It is not parsed: no entity is replaced, nothing is loaded,
 * nothing is checked. An element that holds nothing but text stays in one line. Pure.
 */
export function layOutXml(bytes: Uint8Array, from = 0): XmlLines {
  const start: number[] = []
  const end: number[] = []
  const depth: number[] = []
  let level = 0
  let at = from
  const line = (begin: number, until: number) => {
    start.push(begin)
    end.push(until)
    depth.push(level)
  }
  while (at < bytes.length) {
    if (bytes[at] !== less) {
      const until = indexOfByte(bytes, less, at)
      const [first, last] = trim(bytes, at, until)
      if (first < last) line(first, last)
      at = until
      continue
    }
    const until = endOfTag(bytes, at)
    const second = bytes[at + 1]
    const closes = second === 0x2f
    const opens = !closes && second !== 0x21 && second !== 0x3f && bytes[until - 2] !== 0x2f
    if (closes) level = Math.max(0, level - 1)
    const whole = opens ? endOfShort(bytes, until) : until
    line(at, whole)
    if (opens && whole === until) level++
    at = whole
  }
  return {
    count: start.length,
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    depth: Uint32Array.from(depth),
  }
}

/** Behind the closing tag, when only text is between a tag and its end; otherwise where it began. */
function endOfShort(bytes: Uint8Array, at: number): number {
  const next = indexOfByte(bytes, less, at)
  if (bytes[next + 1] !== 0x2f) return at
  return endOfTag(bytes, next)
}

/** Behind a tag, a comment, CDATA, an instruction or a declaration. */
function endOfTag(bytes: Uint8Array, at: number): number {
  if (follows(bytes, at, '<!--')) return behind(bytes, '-->', at + 4)
  if (follows(bytes, at, '<![CDATA[')) return behind(bytes, ']]>', at + 9)
  if (follows(bytes, at, '<?')) return behind(bytes, '?>', at + 2)
  let quote = 0
  let brackets = 0
  for (let index = at + 1; index < bytes.length; index++) {
    const byte = bytes[index] as number
    if (quote !== 0) {
      if (byte === quote) quote = 0
    } else if (byte === 0x22 || byte === 0x27) quote = byte
    else if (byte === 0x5b) brackets++
    else if (byte === 0x5d) brackets--
    else if (byte === greater && brackets <= 0) return index + 1
  }
  return bytes.length
}

function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from)
  return found === -1 ? bytes.length : found
}

function follows(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

function behind(bytes: Uint8Array, text: string, from: number): number {
  for (let at = from; at < bytes.length; at++) if (follows(bytes, at, text)) return at + text.length
  return bytes.length
}

function trim(bytes: Uint8Array, from: number, until: number): [number, number] {
  let [first, last] = [from, until]
  while (first < last && (bytes[first] as number) <= 0x20) first++
  while (last > first && (bytes[last - 1] as number) <= 0x20) last--
  return [first, last]
}
