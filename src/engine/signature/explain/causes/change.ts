import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import type { KnownSecret } from '../types.ts'

/** Words after the name of the changed thing: "the body" + " without its final line feed". */
export type How = string | { words: string; received: readonly string[] }

/** One difference from how the scheme signs. A proof lists the changes that lead to the digest. */
export interface Change {
  cause: CauseId
  /** How unlikely it is. Costs add up; the smallest sum is the likeliest explanation. */
  cost: number
  /** Null where the cause needs no details. */
  how: How | null
  /** The known writer of JSON that does this. Its actual differences are computed for proofs only. */
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

/** Bytes that may have been signed in place of the right ones. */
export interface Variant {
  changes: readonly Change[]
  /** Makes the bytes; null where this variant cannot be made. Called when it is tried. */
  make: () => Buffer | null
}

/** The sum of the costs. */
export function costOf(changes: readonly Change[]): number {
  let sum = 0
  for (const change of changes) sum += change.cost
  return sum
}

/** Words with texts of the request as parameters: `{1}` stands for the first. */
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

/** The change of using a secret that is not the current one of the environment. */
export function standingChange({ standing }: Pick<KnownSecret, 'standing'>): Change[] {
  if (standing === 'current') return []
  return standing === 'previous'
    ? [{ cause: 'secret-previous', cost: 1, how: null }]
    : [{ cause: 'secret-other-environment', cost: 2, how: null }]
}
