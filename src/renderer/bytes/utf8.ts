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

/**
 * Where the rows of a text begin, as byte offsets, when it is cut at line ends and, in longer lines, every `columns`
 * characters. Keeps only numbers, so that ten megabytes cost one pass and no copies. The last entry is the length. Pure.
 */
export function wrapRows(bytes: Uint8Array, columns: number): Uint32Array {
  let starts = new Uint32Array(1024)
  let count = 1
  let column = 0
  const begin = (at: number) => {
    if (count === starts.length) {
      const more = new Uint32Array(starts.length * 2)
      more.set(starts)
      starts = more
    }
    starts[count++] = at
    column = 0
  }
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] as number
    if (byte === 0x0a) {
      begin(++at)
      continue
    }
    if (column === columns) begin(at)
    column++
    // A character stays whole, and so do bytes that are shown as one replacement.
    at += byte < 0x80 ? 1 : Math.max(1, Math.abs(sequenceAt(bytes, at)))
  }
  if (bytes.length > 0 && starts[count - 1] !== bytes.length) begin(bytes.length)
  return starts.slice(0, count)
}

/** The row in which a byte stands. */
export function rowAt(starts: Uint32Array, offset: number): number {
  let low = 0
  let high = Math.max(0, starts.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

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

/** Where something was found: pairs of byte offsets, begin and behind, in order. */
export interface Found {
  places: Uint32Array
  /** There are more than are listed. */
  more: boolean
  /** Why nothing could be searched for; null when it could. */
  problem: 'hex' | null
}

/** Maximum number of listed places. */
const maxFound = 100_000
/** Text is decoded in pieces of this size. */
const pieceSize = 1 << 20

/**
 * Finds a text as it is in the bytes, capitals and small letters alike, or with `0x` before it a sequence of bytes in
 * hex. Pure.
 */
export function findBytes(bytes: Uint8Array, wanted: string): Found {
  if (!/^0x/i.test(wanted)) return findText(bytes, wanted)
  const digits = wanted.slice(2).replace(/\s+/g, '')
  if (!/^(?:[\da-f]{2})+$/i.test(digits)) return { places: new Uint32Array(), more: false, problem: 'hex' }
  return findSequence(
    bytes,
    Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  )
}

function findSequence(bytes: Uint8Array, wanted: Uint8Array): Found {
  const places: number[] = []
  const first = wanted[0] as number
  let at = bytes.indexOf(first)
  while (at !== -1 && places.length < maxFound * 2) {
    let matched = 1
    while (matched < wanted.length && bytes[at + matched] === wanted[matched]) matched++
    const hit = matched === wanted.length
    if (hit) places.push(at, at + matched)
    at = bytes.indexOf(first, hit ? at + matched : at + 1)
  }
  return { places: Uint32Array.from(places), more: at !== -1, problem: null }
}

function findText(bytes: Uint8Array, wanted: string): Found {
  const places: number[] = []
  if (wanted === '') return { places: new Uint32Array(), more: false, problem: null }
  const pattern = /* linear: a text, nothing is repeated */ new RegExp(escapeText(wanted), 'giu')
  // Neighbouring pieces overlap by what a match may need at most, in bytes.
  const overlap = wanted.length * 4 + 4
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let behind = 0
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + pieceSize)
    const piece = bytes.subarray(start, end)
    const text = decoder.decode(piece)
    const offset = offsetsIn(piece, text, start)
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const at = offset(match.index)
      if (at < behind) continue
      if (places.length === maxFound * 2) return { places: Uint32Array.from(places), more: true, problem: null }
      behind = offset(match.index + match[0].length)
      places.push(at, behind)
    }
    if (end === bytes.length) break
    start = firstByteOfCharacter(bytes, Math.max(behind, end - overlap))
  }
  return { places: Uint32Array.from(places), more: false, problem: null }
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Turns positions in the decoded text, asked for in rising order, into byte offsets. */
function offsetsIn(piece: Uint8Array, text: string, start: number): (position: number) => number {
  if (text.length === piece.length) return (position) => start + position
  let at = 0
  let units = 0
  return (position) => {
    while (units < position && at < piece.length) {
      const length = sequenceAt(piece, at)
      at += Math.max(1, Math.abs(length))
      units += length === 4 ? 2 : 1
    }
    return start + at
  }
}

function firstByteOfCharacter(bytes: Uint8Array, from: number): number {
  let at = from
  while (at > from - 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}
