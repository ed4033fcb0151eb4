import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.number().int()

/** Why what is there cannot be a signature of the scheme. */
export const malformedCodes = {
  'signature-header-repeated': z.object({ header: z.string(), times: count }),
  /** `value` starts with `text`, or a part is named `text`, or an entry of a list starts with it; `json`: its field. */
  'signature-part-missing': z.object({
    header: z.string(),
    form: z.enum(['plain', 'pairs', 'list', 'last', 'json']),
    text: z.string(),
  }),
  /** A digest of `algorithm` has `bytes` bytes, which are `characters` characters in `encoding`. */
  'signature-shape-wrong': z.object({ algorithm: z.string(), bytes: count, characters: count, encoding: z.string() }),
  /** `name`: of the header, or of the part of the signature header. */
  'signed-timestamp-missing': z.object({ name: z.string().nullable() }),
  'signed-id-missing': z.object({ header: z.string().nullable() }),
  'not-encoded': z.object({ encoding: z.string() }),
  'signature-too-long': z.object({ header: z.string(), characters: count }),
  /** The signature is in the body, which is neither JSON nor a form. */
  'signed-body-unreadable': noFields,
  /** What is at the pointer is an object or a list. */
  'signature-not-text': z.object({ pointer: z.string() }),
  /** Three parts of base64url with dots between them, the first two JSON objects. */
  'not-a-jwt': noFields,
  /** `none`, or an algorithm that the scheme does not take. */
  'jwt-algorithm': z.object({ algorithm: z.string(), allowed: z.array(z.string()) }),
  'signature-input-unreadable': noFields,
  /** The signed message could be the challenge of a handshake, which the sender's key signs for anybody. */
  'signed-for-anybody': noFields,
  'not-basic': z.object({ header: z.string() }),
}

/** Why a right signature has no known age although its scheme limits it. */
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
