import { endOfString } from '../../shared/basics/readJson.ts'

/** Reasons why some bytes are not plain UTF-8 text. */
export interface TextCheck {
  /** Sequences that are no UTF-8. */
  invalid: number
  /** Where the first of them stand, byte offsets. */
  places: number[]
  nuls: number
  /** Control characters besides NUL, tab and line ends. */
  controls: number
  /** A byte order mark for UTF-8 precedes. */
  bom: boolean
  /** Only bytes below 128. */
  ascii: boolean
}

/** The most places that are listed. */
const maxPlaces = 5

/** Looks for what is no UTF-8, counting as decoders replace: one U+FFFD for each longest beginning of a character. Pure. */
export function checkUtf8(bytes: Uint8Array): TextCheck {
  const check: TextCheck = { invalid: 0, places: [], nuls: 0, controls: 0, bom: hasUtf8Mark(bytes), ascii: true }
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] as number
    if (byte < 0x80) {
      if (byte === 0) check.nuls++
      else if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) check.controls++
      at++
      continue
    }
    check.ascii = false
    const length = sequenceAt(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    if (check.invalid++ < maxPlaces) check.places.push(at)
    at += Math.max(1, -length)
  }
  return check
}

export function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Length of the character that begins here; when it is none, minus the length of what must be replaced. */
export function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return -1
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0
    // The second byte gives away overlong forms, surrogates and what lies beyond U+10FFFF.
    const low = index > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const high = index > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (byte < low || byte > high) return -index
  }
  return length
}

/** Whether bytes are no UTF-8, leaving aside a character that was cut at their end, when they were cut. */
export function hasHalves(bytes: Uint8Array, cut: boolean): boolean {
  const { invalid, places } = checkUtf8(bytes)
  if (invalid === 0) return false
  return !(cut && invalid === 1 && (places[0] ?? 0) >= bytes.length - 3)
}

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
