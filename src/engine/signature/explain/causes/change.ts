import type { CauseId } from '../../../../shared/codes/causes.ts'
import type { ChangeHow, JsonLayout } from '../../../../shared/codes/changes.ts'

/** One thing that differs from how the scheme signs. A proof lists the changes that lead to the digest. */
export interface Change {
  cause: CauseId
  /** How far it is from what should have been done. Costs add up; the smallest sum is the likeliest story. */
  cost: number
  /** What was done, where the cause does not say it. */
  how: ChangeHow | null
  /** Where it is what a known writer of JSON does: whether that shows in the bytes is looked up for a proof only. */
  writer?: JsonWriter
}

/** A known writer of JSON that gives the bytes of a variant. */
export interface JsonWriter {
  /** Such as "Python's json.dumps". */
  name: string
  layout: JsonLayout
  /** What is really different from the body as it came; null where that is unknown. */
  changed(): JsonChanges | null
}

/** What is really different between two writings of JSON. */
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

/** What it costs that only the beginning of a digest was compared. */
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

type FieldsOf<Code> = Extract<ChangeHow, { code: Code }>['fields']

/** What was done: `changed('end-added', { end: 'lf' })`, without fields where the code says everything. */
export function changed<Code extends ChangeHow['code']>(
  code: Code,
  ...[fields]: Record<string, never> extends FieldsOf<Code> ? [] : [fields: FieldsOf<Code>]
): ChangeHow {
  return { code, fields: fields ?? {} } as ChangeHow
}

/** A variant that differs by one change; text is written as UTF-8. */
export function variant(cause: CauseId, cost: number, how: ChangeHow, make: () => Buffer | string | null): Variant {
  return {
    changes: [{ cause, cost, how }],
    make: () => {
      const made = make()
      return typeof made === 'string' ? Buffer.from(made, 'utf8') : made
    },
  }
}
