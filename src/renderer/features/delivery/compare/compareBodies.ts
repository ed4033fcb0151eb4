import { difference, type Difference } from '../../../../shared/difference.ts'
import { parseExactly } from '../../../../shared/exactJson.ts'
import { type DiffLine, diffLines } from './diffLines.ts'

/** How two bodies differ, told as finely as their kind and size allow. */
export type BodyDifference =
  /** Places in JSON. None: a parser reads the same values, and the bytes differ all the same. */
  | { kind: 'json'; places: Difference[] }
  | { kind: 'lines'; lines: DiffLine[] }
  /** Only the first byte that differs can be told. */
  | { kind: 'bytes'; why: 'not-text' | 'too-large' | 'too-different' }

export interface BodyComparison {
  /** Where the first byte differs, or one body ends; null when they are the same, byte for byte. */
  firstDifference: number | null
  /** Null when there is none. */
  difference: BodyDifference | null
}

/** Larger bodies are compared byte by byte only: laying them side by side would hold the page up. */
export const mostStructured = 1_000_000

/** Compares two bodies. Pure. */
export function compareBodies(one: Uint8Array, other: Uint8Array): BodyComparison {
  const firstDifference = firstDifferentByte(one, other)
  return { firstDifference, difference: firstDifference === null ? null : differenceOf(one, other) }
}

/** The place of the first byte that is not the same on both sides; null when there is none. Pure. */
export function firstDifferentByte(one: Uint8Array, other: Uint8Array): number | null {
  const shorter = Math.min(one.length, other.length)
  for (let at = 0; at < shorter; at += 1) if (one[at] !== other[at]) return at
  return one.length === other.length ? null : shorter
}

function differenceOf(one: Uint8Array, other: Uint8Array): BodyDifference {
  if (Math.max(one.length, other.length) > mostStructured) return { kind: 'bytes', why: 'too-large' }
  const texts = [textOf(one), textOf(other)] as const
  if (texts[0] === null || texts[1] === null) return { kind: 'bytes', why: 'not-text' }
  const places = placesIn(texts[0], texts[1])
  if (places !== null) return { kind: 'json', places }
  const lines = diffLines(texts[0], texts[1])
  return lines === null ? { kind: 'bytes', why: 'too-different' } : { kind: 'lines', lines }
}

/** Null when one of them is no JSON, or deeper than can be compared. */
function placesIn(one: string, other: string): Difference[] | null {
  try {
    return difference(parseExactly(one), parseExactly(other))
  } catch {
    return null
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
