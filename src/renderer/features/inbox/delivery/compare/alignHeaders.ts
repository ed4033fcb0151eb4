import type { HeaderLine } from '../../../../../shared/model.ts'
import { compareWords } from './words.ts'
import type { ComparedBodies } from './compareBodies.ts'

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
