import { z } from 'zod'
import { type Coded, coded, noFields, ownText } from '../coded.ts'

const count = z.number().int()

/** Why what is there cannot be a signature of the scheme. */
export const malformedCodes = {
  'signature-header-repeated': z.object({ header: ownText, times: count }),
  /** `value` starts with `text`, or a part is named `text`, or an entry of a list starts with it; `json`: its field. */
  'signature-part-missing': z.object({
    header: ownText,
    form: z.enum(['plain', 'pairs', 'list', 'last', 'json']),
    text: ownText,
  }),
  /** A digest of `algorithm` has `bytes` bytes, which are `characters` characters in `encoding`. */
  'signature-shape-wrong': z.object({ algorithm: ownText, bytes: count, characters: count, encoding: ownText }),
  /** `name`: of the header, or of the part of the signature header. */
  'signed-timestamp-missing': z.object({ name: ownText.nullable() }),
  'signed-id-missing': z.object({ header: ownText.nullable() }),
  'not-encoded': z.object({ encoding: ownText }),
  /** A signature of `bytes` bytes where every one has `wanted`. */
  'signature-length': z.object({ bytes: count, wanted: count }),
  'signature-too-long': z.object({ header: ownText, characters: count }),
  /** The signature is in the body, which is neither JSON nor a form. */
  'signed-body-unreadable': noFields,
  /** The value at the pointer is an object or a list. */
  'signature-not-text': z.object({ pointer: ownText }),
  /** Three parts of base64url with dots between them, the first two JSON objects. */
  'not-a-jwt': noFields,
  /** `none`, or an algorithm that the scheme does not take. */
  'jwt-algorithm': z.object({ algorithm: z.string(), allowed: z.array(ownText) }),
  'signature-input-unreadable': noFields,
  /** The signed message could be the challenge of a handshake, which the sender's key signs for anyone who asks. */
  'signed-for-anybody': noFields,
  'not-basic': z.object({ header: ownText }),
}

/** Why a right signature has no known age although its scheme limits it. */
export const ageCodes = {
  'age-unknown': z.object({
    allowedSeconds: count,
    from: z.enum(['header', 'pair', 'body']),
    name: ownText,
  }),
}

export type MalformedReason = Coded<typeof malformedCodes>
export type AgeReason = Coded<typeof ageCodes>

export interface MalformedReasonSchema extends z.ZodType<MalformedReason> {}
export const malformedReasonSchema: MalformedReasonSchema = coded(malformedCodes)

export interface AgeReasonSchema extends z.ZodType<AgeReason> {}
export const ageReasonSchema: AgeReasonSchema = coded(ageCodes)
