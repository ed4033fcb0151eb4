import { type Difference, differenceWithin, type Places } from '../../shared/json/difference.ts'
import { isBookkeeping } from '../../shared/headline/headline.ts'
import { jsonOf } from '../../shared/basics/jsonOf.ts'

/** The content of a notification's `changes`. */
export interface Changes {
  /** `none`: absent or null. `values`: field -> new value. `names`: a list of names. `other`: anything else, shown raw. */
  shape: 'none' | 'values' | 'names' | 'other'
  /** The fields that are said to have changed; null when nothing can be read of them. */
  claimed: string[] | null
  /** The new values, where they are given. */
  values: ReadonlyMap<string, unknown>
}

const noValues: ReadonlyMap<string, unknown> = new Map()

/** The changes of a body that was not read. */
export const unknownChanges: Changes = { shape: 'other', claimed: null, values: noValues }

/** Reads `changes` in each of its three shapes. Pure, and never throws. @param text JSON, or null when it is null */
export function readChanges(text: string | null): Changes {
  if (text === null) return { shape: 'none', claimed: null, values: noValues }
  const value = jsonOf(text)
  if (Array.isArray(value)) {
    return value.every((name) => typeof name === 'string')
      ? { shape: 'names', claimed: [...new Set(value)], values: noValues }
      : { shape: 'other', claimed: null, values: noValues }
  }
  if (typeof value === 'object' && value !== null) {
    const values = new Map(Object.entries(value))
    return { shape: 'values', claimed: [...values.keys()], values }
  }
  return { shape: 'other', claimed: null, values: noValues }
}

/** The relevant places of a difference: all except fields that change with every update. Pure. */
export function meaningful(differences: readonly Difference[]): string[] {
  return differences.map(({ path }) => path).filter((path) => !isBookkeeping(path))
}

/** The places that none of the claimed fields covers. Pure. */
export function unclaimedOf(paths: readonly string[], claimed: readonly string[]): string[] {
  return paths.filter((path) => !claimed.some((claim) => covers(claim, path)))
}

/** The claimed fields that are the same as before. Pure. */
export function unchangedOf(differences: readonly Difference[], claimed: readonly string[]): string[] {
  return claimed.filter((claim) => !differences.some(({ path }) => covers(claim, path)))
}

/** The fields whose claimed new value is not what the object has. Pure. */
export function otherwiseOf({ values }: Changes, object: unknown, places: Places): string[] {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return []
  const fields = new Map(Object.entries(object).map(([name, value]) => [normal(name), value as unknown]))
  return [...values].flatMap(([name, claimed]) => {
    if (!fields.has(normal(name))) return []
    // Fields that the claim does not mention may have any value.
    const differences = differenceWithin(claimed, fields.get(normal(name)), places, 'in-place') ?? []
    return differences.some(({ before }) => before !== null) ? [name] : []
  })
}

/** A claim may name a field, a place inside of it, or be named in another case than the field. */
function covers(claim: string, path: string): boolean {
  const claimed = normal(claim)
  const changed = normal(path)
  return path === '' || changed === claimed || changed.startsWith(`${claimed}.`) || claimed.startsWith(`${changed}.`)
}

/** `Items[2].state` and `/items/2/state` are the same place. */
function normal(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replace(/^\//, '')
    .replaceAll('/', '.')
}
