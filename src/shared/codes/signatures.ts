import { z } from 'zod'
import { type Coded, coded } from './coded.ts'

const count = z.number().int()

/** Why what is there cannot be a signature of the scheme. */
export const malformedCodes = {
  'signature-header-repeated': z.object({ header: z.string(), times: count }),
  /** `value` starts with `text`, or a part is named `text`, or an entry of a list starts with it. */
  'signature-part-missing': z.object({
    header: z.string(),
    form: z.enum(['plain', 'pairs', 'list']),
    text: z.string(),
  }),
  /** A digest of `algorithm` has `bytes` bytes, which are `characters` characters in `encoding`. */
  'signature-shape-wrong': z.object({ algorithm: z.string(), bytes: count, characters: count, encoding: z.string() }),
  /** `name`: of the header, or of the part of the signature header. */
  'signed-timestamp-missing': z.object({ name: z.string().nullable() }),
  'signed-id-missing': z.object({ header: z.string().nullable() }),
}

/** Why a right signature tells no age although its scheme limits it. */
export const ageCodes = {
  'age-unknown': z.object({
    allowedSeconds: count,
    from: z.enum(['header', 'pair', 'body']),
    name: z.string(),
  }),
}

export type MalformedWhy = Coded<typeof malformedCodes>
export type AgeWhy = Coded<typeof ageCodes>

export interface MalformedWhySchema extends z.ZodType<MalformedWhy> {}
export const malformedWhySchema: MalformedWhySchema = coded(malformedCodes)

export interface AgeWhySchema extends z.ZodType<AgeWhy> {}
export const ageWhySchema: AgeWhySchema = coded(ageCodes)
