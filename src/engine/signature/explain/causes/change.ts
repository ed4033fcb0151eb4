import type { CauseId } from '../../../../shared/codes/signature/causes.ts'

/** Words that continue the name of what was changed: "the body" + " without its final line feed". */
export type How = string | { words: string; received: readonly string[] }

/** One thing that differs from how the scheme signs. A proof lists the changes that lead to the digest. */
export interface Change {
  cause: CauseId
  /** How far it is from what should have been done. Costs add up; the smallest sum is the likeliest story. */
  cost: number
  /** Null where the cause says everything. */
  how: How | null
  /** Where it is what a known writer of JSON does: whether that shows in the bytes is looked up for a proof only. */
  writer?: JsonWriter
}

/** A known writer of JSON that gives the bytes of a variant. */
export interface JsonWriter {
  /** Such as "Python's json.dumps". */
  name: string
  /** Its white space, such as "indented by two spaces". */
  layout: string
  /** Whether a space follows each comma and colon, as in Python's json.dumps. */
  isSpaced: boolean
  /** Compares the result with the body as it came; null where that takes too long. */
  changed(): JsonChanges | null
}

/** Actual differences between two writings of JSON. */
export interface JsonChanges {
  order: boolean
  nulls: boolean
  duplicates: boolean
  /** Empty objects became lists. */
  emptyObjects: boolean
  numbers: boolean
  slashes: boolean
  /** Escapes of printable ASCII characters, such as \u0026. */
  html: boolean
  unicode: boolean
  /** Escapes of any other kind. */
  escapes: boolean
  /** White space between the tokens. */
  spacing: boolean
}

/** Cost of comparing only the beginning of a digest. */
export const costOfCut = 4

/** Bytes that may have been used in place of the right ones. */
export interface Variant {
  changes: readonly Change[]
  /** Makes the bytes; null where this variant cannot be made. Only called when its turn comes. */
  make: () => Buffer | null
}

/** The sum of what was changed. */
export function costOf(changes: readonly Change[]): number {
  let sum = 0
  for (const change of changes) sum += change.cost
  return sum
}

/** Words about texts of the request, which are kept apart: `{1}` stands for the first of them. */
export function quoting(words: string, ...received: string[]): How {
  return { words, received }
}

/** A variant that differs by one change; text is written as UTF-8. */
export function variant(cause: CauseId, cost: number, how: How, make: () => Buffer | string | null): Variant {
  return {
    changes: [{ cause, cost, how }],
    make: () => {
      const made = make()
      return typeof made === 'string' ? Buffer.from(made, 'utf8') : made
    },
  }
}
