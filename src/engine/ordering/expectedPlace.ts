import { slashed } from '../../shared/basics/slashed.ts'
import { redacted } from '../../shared/credentials.ts'
import type { Difference } from '../../shared/json/difference.ts'

/**
 * The place of a state that shows a difference, and the value that it has in order: the whole list where an element is added,
 * gone or moved, the object around a member that should not be there. Null where a file cannot say the value. Pure.
 * @param expected the state in order, masked
 * @param isPartial parts of the state are left out of `expected`, or its lists are sorted
 */
export function expectedPlace(
  expected: unknown,
  difference: Difference,
  isPartial: boolean,
): { pointer: string; value: unknown } | null {
  const { pointer, value } = valueAround(expected, placeOf(difference))
  if (isPartial && (typeof value === 'object' || /\/\d+(?:\/|$)/.test(pointer))) return null
  return canBeSaid(pointer, value) ? { pointer, value } : null
}

/** An index says little about a list that has another length or order. */
function placeOf({ path, before, after, movedFrom }: Difference): string {
  const isOfList = movedFrom !== undefined || before === null || after === null
  return isOfList ? path.replace(/\[\d+\]$/, '') : path
}

/** The value at a path such as `orders[2].state`, else the nearest one around it. A name can have dots, so names are tried. */
function valueAround(root: unknown, path: string): { pointer: string; value: unknown } {
  let [value, at, pointer] = [root, '', '']
  while (at !== path && typeof value === 'object' && value !== null) {
    const pathOf = (key: string) => (Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`)
    const leadsTo = (inner: string) =>
      path === inner || (path.startsWith(inner) && /^[.[]/.test(path.slice(inner.length)))
    const found = Object.entries(value as Record<string, unknown>).find(([key]) => leadsTo(pathOf(key)))
    if (found === undefined) break
    const [key, inside] = found
    at = pathOf(key)
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    value = inside
  }
  return { pointer, value }
}

/** Whether a file can have the value as it is: not masked or redacted, no number that YAML rounds, no text that is taken for an expression. */
function canBeSaid(pointer: string, value: unknown): boolean {
  const text = JSON.stringify(value) ?? ''
  if (text === '' || `${pointer}${text}`.includes('‹') || text.includes(redacted)) return false
  return JSON.stringify(JSON.parse(text)) === text && (typeof value !== 'string' || slashed(value) === null)
}
