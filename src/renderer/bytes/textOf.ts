import { endOfString } from '../../shared/basics/readJson.ts'

/** Bytes as text; what is no UTF-8 stands as U+FFFD. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
}

/** A key as a parser reads it, without its quotes and escapes. */
export function textOfKey(bytes: Uint8Array, start: number): string {
  return readString(textOf(bytes, start, endOfString(bytes, start)))
}

/** Returns the text of a JSON string, or the rest of it where it was cut off. */
export function readString(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    return text.replace(/^"|"$/g, '')
  }
}
