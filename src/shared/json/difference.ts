import { alignLists, type Alignment } from './alignLists.ts'
import { isExactNumber } from './exactJson.ts'
import type { ObjectItem } from '../wireTypes.ts'

/** One place where two JSON values differ. `before` and `after` are JSON text; null where the place did not exist. */
export type Difference = NonNullable<ObjectItem['difference']>[number]

/** Deeper than this, values are compared as wholes: no real object is, and hostile ones must not exhaust the stack. */
const deepest = 64

/** How many places may still be compared; shared by comparisons that the user waits for together. */
export interface Places {
  left: number
}

/** Maximum characters of the elements that are matched within lists; beyond it, lists are compared by position. */
const maxText = 4_000_000

/**
 * How `after` differs from `before`, in the order of `after`: members that are gone come last, elements where they were. An element of a list that was inserted,
 * taken away or moved is one difference. Numbers that `parseExactly` kept as they came are compared as they came. Pure.
 */
export function difference(before: unknown, after: unknown): Difference[] {
  return differenceWithin(before, after, { left: Infinity }) ?? []
}

/**
 * The same, or null where there are more places to compare than are left, which are used up then.
 * @param lists `in-place` compares elements by their index only
 */
export function differenceWithin(
  before: unknown,
  after: unknown,
  places: Places,
  lists: 'aligned' | 'in-place' = 'aligned',
): Difference[] | null {
  const found: Difference[] = []
  compare(before, after, '', 0, { found, places, textLeft: lists === 'aligned' ? maxText : 0 })
  return places.left < 0 ? null : found
}

interface Comparison {
  found: Difference[]
  places: Places
  /** Characters that may still be made to find the same elements again. */
  textLeft: number
}

function compare(before: unknown, after: unknown, path: string, depth: number, comparison: Comparison): void {
  const { found, places } = comparison
  if (Object.is(before, after) || places.left < 0) return
  if (depth < deepest && isObject(before) && isObject(after)) {
    compareEntries(before, after, depth, comparison, (key) => (path === '' ? key : `${path}.${key}`))
  } else if (depth < deepest && Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, depth, comparison)
  } else if (asText(before) !== asText(after)) {
    found.push({ path, before: asText(before), after: asText(after) })
  }
}

function compareEntries(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  depth: number,
  comparison: Comparison,
  pathOf: (key: string) => string,
): void {
  const { found, places } = comparison
  const keys = Object.keys(after)
  places.left -= keys.length
  if (places.left < 0) return
  for (const key of keys) {
    compare(Object.hasOwn(before, key) ? before[key] : undefined, after[key], pathOf(key), depth + 1, comparison)
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) found.push({ path: pathOf(key), before: asText(before[key]), after: null })
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  depth: number,
  comparison: Comparison,
): void {
  const { found, places } = comparison
  places.left -= Math.max(before.length, after.length)
  if (places.left < 0) return
  const aligned = comparison.textLeft > 0 ? alignLists(before, after, (value) => keyOf(value, comparison)) : null
  const steps = aligned?.steps ?? inPlace(before.length, after.length)
  for (const step of steps) {
    if (step.kind === 'gone') {
      found.push({ path: `${path}[${step.before}]`, before: asText(before[step.before]), after: null })
      continue
    }
    const place = `${path}[${step.after}]`
    if (step.kind === 'added') found.push({ path: place, before: null, after: asText(after[step.after]) })
    else if (step.kind === 'moved') {
      const texts = { before: asText(before[step.before]), after: asText(after[step.after]) }
      found.push({ path: place, ...texts, movedFrom: `${path}[${step.before}]` })
      if (texts.before !== texts.after) compare(before[step.before], after[step.after], place, depth + 1, comparison)
    } else if (step.kind === 'changed' || aligned?.equal === false) {
      compare(before[step.before], after[step.after], place, depth + 1, comparison)
    }
  }
}

function inPlace(before: number, after: number): Alignment[] {
  return Array.from({ length: Math.max(before, after) }, (_, index): Alignment => {
    if (index >= before) return { kind: 'added', after: index }
    return index >= after ? { kind: 'gone', before: index } : { kind: 'changed', before: index, after: index }
  })
}

function keyOf(value: unknown, comparison: Comparison): string | null {
  if (comparison.textLeft <= 0) return null
  const text = asText(value) ?? ''
  comparison.textLeft -= text.length
  return text
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

function asText(value: unknown): string | null {
  if (value === undefined) return null
  try {
    return JSON.stringify(value)
  } catch {
    // Some five thousand levels exhaust JSON.stringify.
    return '"[too deep to show]"'
  }
}
