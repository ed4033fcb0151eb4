import { z } from 'zod'

/** The codes of an area, each with the schema of its fields. */
type Codes = Readonly<Record<string, z.ZodObject>>

/** A code of a table with its fields. */
export type Coded<Table extends Codes> = {
  [Code in keyof Table & string]: { code: Code; fields: z.infer<Table[Code]> }
}[keyof Table & string]

/**
 * A text of Hookscope or of its user, such as the name of an algorithm or the label of a secret. Every other text of a code may
 * have been received, so it is taken apart from our words where these are handed to a model (receivedText.ts).
 */
export const ownText = z.string()

/** For a code that says everything. */
export const noFields = z.object({})

/**
 * A schema of `{code, fields}` from the table of an area: a union discriminated by `code`. Code decides by `code` and
 * `fields`; the sentence next to them is for people, and is made from them in `src/shared/words`.
 *
 * A schema that calls use gets an interface of its own (`interface NameSchema extends z.ZodType<Name> {}`): the compiler
 * then writes the contract's types with this name, and not with all codes for each call, which is too long for it.
 */
export function coded<const Table extends Codes>(table: Table): z.ZodType<Coded<Table>> {
  const [first, ...others] = Object.entries(table).map(([code, fields]) => z.object({ code: z.literal(code), fields }))
  if (first === undefined) throw new Error('An area has one code at least.')
  // Object.entries forgets which code has which fields; the table's own type says it.
  return z.discriminatedUnion('code', [first, ...others]) as unknown as z.ZodType<Coded<Table>>
}
