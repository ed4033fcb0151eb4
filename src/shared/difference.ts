import { isExactNumber } from './exactJson.ts'

/** One place where two JSON values differ. `before` and `after` are JSON text; null where the place did not exist. */
export interface Difference {
  /** Such as `amount.value` or `items[2].state`; empty for the value as a whole. */
  path: string
  before: string | null
  after: string | null
}

/** Deeper than this, values are compared as wholes: no real object is, and hostile ones must not exhaust the stack. */
const deepest = 64

/** How `after` differs from `before`, in the order of `after`, then what is gone. Pure. */
export function difference(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = []
  compare(before, after, '', 0, found)
  return found
}

function compare(before: unknown, after: unknown, path: string, depth: number, found: Difference[]): void {
  if (Object.is(before, after)) return
  if (depth < deepest && isObject(before) && isObject(after)) {
    compareEntries(before, after, depth, found, (key) => (path === '' ? key : `${path}.${key}`))
  } else if (depth < deepest && Array.isArray(before) && Array.isArray(after)) {
    compareEntries(entriesByIndex(before), entriesByIndex(after), depth, found, (key) => `${path}[${key}]`)
  } else if (asText(before) !== asText(after)) {
    found.push({ path, before: asText(before), after: asText(after) })
  }
}

function compareEntries(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  depth: number,
  found: Difference[],
  pathOf: (key: string) => string,
): void {
  for (const key of Object.keys(after)) {
    compare(Object.hasOwn(before, key) ? before[key] : undefined, after[key], pathOf(key), depth + 1, found)
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) found.push({ path: pathOf(key), before: asText(before[key]), after: null })
  }
}

function entriesByIndex(list: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(list.entries())
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
