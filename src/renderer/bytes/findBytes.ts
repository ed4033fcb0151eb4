import { sequenceAt } from './utf8.ts'

/** Where something was found: pairs of byte offsets, begin and behind, in order. */
export interface Found {
  places: Uint32Array
  /** There are more than are listed. */
  more: boolean
  /** Why nothing could be searched for; null when it could. */
  problem: 'hex' | null
}

/** Maximum number of listed places. */
const maxPlaces = 100_000
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
  while (at !== -1 && places.length < maxPlaces * 2) {
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
      if (places.length === maxPlaces * 2) return { places: Uint32Array.from(places), more: true, problem: null }
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
