import { difference, type Difference } from '../../../../../shared/json/difference.ts'
import { parseExactly } from '../../../../../shared/json/exactJson.ts'
import { diffArrays, diffWordsWithSpace } from 'diff'
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '../../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../../data/state/deliveryCalls.ts'
import { useClient } from '../../../../data/state/useApp.ts'
import { problemOf } from '../../../../data/wire/problem.ts'
import { wireWords } from '../../../../data/wire/words.ts'
import { readOnce } from '../../../../data/state/queries.ts'
import type { HeaderLine } from '../../../../../shared/model.ts'
import { compareWords } from './words.ts'

/** How two bodies differ, as finely as their kind and size allow. */
export type BodyDifference =
  /** Places in JSON. None: a parser reads the same values, and yet the bytes differ. */
  | { kind: 'json'; places: Difference[] }
  | { kind: 'lines'; lines: DiffLine[] }
  /** Only the first byte that differs is known. */
  | { kind: 'bytes'; why: 'not-text' | 'too-large' | 'too-different' }

interface BodyComparison {
  /** Where the first byte differs, or one body ends; null when they are the same, byte for byte. */
  firstDifference: number | null
  /** Null when there is none. */
  difference: BodyDifference | null
}

/** Larger bodies are compared byte by byte only: laying them side by side would hold the page up. */
export const maxStructured = 1_000_000

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
  if (Math.max(one.length, other.length) > maxStructured) return { kind: 'bytes', why: 'too-large' }
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

export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
  /** Line numbers from 1 on each side; null where the line is not on it. */
  places: [one: number | null, other: number | null]
  /** The line in pieces, where it replaces a similar line: pieces that the other does not have are changed. */
  pieces?: readonly { text: string; changed: boolean }[]
}

/** With more lines taken away and added, the texts have too little in common, and comparing them takes too long. */
const maxEdits = 1_200

/** Maximum length of lines that are compared word by word, characters. */
const longestLine = 2_000

/** Two lines resemble each other when at least this share of their characters is in both. */
const leastAlike = 0.4

/**
 * The lines of two texts as one list, with the fewest lines taken away and added, however long the texts are. Lines that
 * were changed carry the words that differ. Null where the texts are too different for that to say anything. Pure.
 */
export function diffLines(one: string, other: string): DiffLine[] | null {
  const a = one.split('\n')
  const b = other.split('\n')
  const changes = diffArrays(a, b, { maxEditLength: maxEdits })
  if (changes === undefined) return null
  const lines: DiffLine[] = []
  let x = 0
  let y = 0
  for (const { value, added, removed } of changes) {
    for (const text of value) {
      const places: DiffLine['places'] = [added ? null : x + 1, removed ? null : y + 1]
      lines.push({ kind: added ? 'new' : removed ? 'gone' : 'same', text, places })
      if (!added) x += 1
      if (!removed) y += 1
    }
  }
  return withPieces(lines)
}

/** Pairs the lines of each run of taken away ones with those of the run that follows it, in order. */
function withPieces(lines: DiffLine[]): DiffLine[] {
  for (let at = 0; at < lines.length;) {
    const gone = runOf('gone', lines, at)
    const fresh = runOf('new', lines, at + gone)
    for (let pair = 0; pair < Math.min(gone, fresh); pair += 1) {
      const before = lines[at + pair]
      const after = lines[at + gone + pair]
      if (before !== undefined && after !== undefined) comparePair(before, after)
    }
    at += Math.max(1, gone + fresh)
  }
  return lines
}

function runOf(kind: DiffLine['kind'], lines: readonly DiffLine[], from: number): number {
  let at = from
  while (lines[at]?.kind === kind) at += 1
  return at - from
}

function comparePair(before: DiffLine, after: DiffLine): void {
  if (Math.max(before.text.length, after.text.length) > longestLine) return
  const words = diffWordsWithSpace(before.text, after.text)
  const alike = words.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length), 0)
  if (alike < leastAlike * Math.max(before.text.length, after.text.length)) return
  const side = (other: 'added' | 'removed') =>
    words
      .filter((word) => !word[other])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  before.pieces = side('added')
  after.pieces = side('removed')
}

/** Two bodies, as far as they are compared. */
export type ComparedBodies =
  | { state: 'loading' }
  /** Byte for byte. */
  | { state: 'same' }
  | { state: 'different'; bytes: readonly [Uint8Array, Uint8Array]; comparison: BodyComparison }
  /** They differ, as their size or SHA-256 says; they are too large to be fetched for more. */
  | { state: 'too-large' }
  /** The kept parts are the same, but at least one body is not whole. */
  | { state: 'unknown' }
  | { state: 'failed'; problem: string }

/** Larger bodies are not fetched to be compared. */
export const maxFetched = 32_000_000

/** Compares the bodies of two deliveries; fetches them only where their sums do not say enough. */
export function useBodies([a, b]: readonly [Delivery, Delivery]): ComparedBodies {
  const client = useClient()
  const known = knownAlready(a, b)
  const { data, error } = useQuery({
    queryKey: [['deliveries', 'body'], { compared: [a.id, b.id] }],
    queryFn: async ({ signal }): Promise<ComparedBodies> => {
      const [one, other] = await Promise.all([
        fetchBody(client, a.id, a.size, signal),
        fetchBody(client, b.id, b.size, signal),
      ])
      return { state: 'different', bytes: [one, other], comparison: compareBodies(one, other) }
    },
    enabled: known === null,
    staleTime: readOnce,
  })
  if (known !== null) return known
  return error === null
    ? (data ?? { state: 'loading' })
    : { state: 'failed', problem: problemOf(error, wireWords.lostLoad).message }
}

const same: ComparedBodies = { state: 'same' }
const unknown: ComparedBodies = { state: 'unknown' }
const tooLarge: ComparedBodies = { state: 'too-large' }

/** The result by sizes and hashes alone; null when the bytes have to be compared. Pure. */
export function knownAlready(a: Sums, b: Sums): ComparedBodies | null {
  if (a.sha256 === b.sha256) return a.truncated || b.truncated ? unknown : same
  return Math.max(a.size, b.size) > maxFetched ? tooLarge : null
}

type Sums = Pick<Delivery, 'sha256' | 'size' | 'truncated'>

/** One header of two deliveries side by side. */
export interface HeaderPair {
  /** Names it for React: a name may come several times. */
  key: string
  /** As each spells it; null where it did not come. */
  names: [one: string | null, other: string | null]
  values: [one: string | null, other: string | null]
  /** A value or the spelling of the name is not the same. */
  differs: boolean
  /** It is at another place among those that both have. */
  moved: boolean
}

/** Puts the headers of two deliveries side by side, by name and by how often the name came before. Pure. */
export function alignHeaders(one: readonly HeaderLine[], other: readonly HeaderLine[]): HeaderPair[] {
  const left = numbered(one)
  const right = numbered(other)
  const places = new Map(right.map(({ key }, place) => [key, place]))
  const keys = [...left.map(({ key }) => key), ...right.flatMap(({ key }) => (isIn(left, key) ? [] : [key]))]
  const steady = steadyKeys(
    left.filter(({ key }) => places.has(key)).map(({ key }) => key),
    places,
  )
  return keys.map((key) => {
    const a = left.find((line) => line.key === key) ?? null
    const b = right.find((line) => line.key === key) ?? null
    return {
      key,
      names: [a?.name ?? null, b?.name ?? null],
      values: [a?.value ?? null, b?.value ?? null],
      differs: a?.name !== b?.name || a?.value !== b?.value,
      moved: a !== null && b !== null && !steady.has(key),
    }
  })
}

function numbered(lines: readonly HeaderLine[]) {
  const seen = new Map<string, number>()
  return lines.map(([name, value]) => {
    const lower = name.toLowerCase()
    const nth = (seen.get(lower) ?? 0) + 1
    seen.set(lower, nth)
    return { key: `${lower} ${nth}`, name, value }
  })
}

function isIn(lines: readonly { key: string }[], key: string): boolean {
  return lines.some((line) => line.key === key)
}

/** The longest run of keys in the same order on both sides; the others have moved. */
function steadyKeys(keys: readonly string[], places: ReadonlyMap<string, number>): Set<string> {
  const runs: string[][] = []
  for (const [index, key] of keys.entries()) {
    const place = places.get(key) ?? 0
    const before = runs
      .filter((_run, at) => at < index && (places.get(keys[at] ?? '') ?? 0) < place)
      .reduce<string[]>((longest, run) => (run.length > longest.length ? run : longest), [])
    runs.push([...before, key])
  }
  return new Set(runs.reduce<string[]>((longest, run) => (run.length > longest.length ? run : longest), []))
}

/** The whole comparison of what came over the wire in one or two sentences. Pure. */
export function summaryOf(headers: readonly HeaderPair[], bodies: ComparedBodies): string {
  const changed = headers.filter(({ differs }) => differs).length
  const isSameOrder = headers.every(({ moved }) => !moved)
  if (bodies.state === 'same' && changed === 0 && isSameOrder) return compareWords.identical
  return compareWords.summary(changed, isSameOrder, bodyWords(bodies))
}

function bodyWords(bodies: ComparedBodies): string {
  switch (bodies.state) {
    case 'same':
      return compareWords.bodySame
    case 'different':
    case 'too-large':
      return compareWords.bodyDiffers
    case 'unknown':
    case 'failed':
      return compareWords.bodyUnknown
    case 'loading':
      return ''
  }
}
