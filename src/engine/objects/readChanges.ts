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
  const value = parsed(text)
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
