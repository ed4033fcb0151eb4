/** Bytes as text; what is no UTF-8 stands as U+FFFD. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
}

/** Behind the closing quote of a string that begins at an offset, or the end of the bytes. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1
  return Math.min(bytes.length, at + 1)
}

/** A key as a parser reads it, without its quotes and escapes. */
export function textOfKey(bytes: Uint8Array, start: number): string {
  return readString(textOf(bytes, start, endOfString(bytes, start)))
}

/** What a string of JSON says; one that was cut off says what is there. */
export function readString(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    return text.replace(/^"|"$/g, '')
  }
}
