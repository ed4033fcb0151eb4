/** Schemas of what the service and its identity provider said. */
import { z } from 'zod'
import { tokenReasonSchema } from '../codes/callFailures.ts'
import { time } from './deliverySchemas.ts'

/** The answer of the service (or the provider of identities) to one call. */
export const serviceAnswerSchema = z.object({
  status: z.number().int().nullable(),
  body: z.string().nullable(),
  durationMs: z.number(),
})

export const tokenResultSchema = z.object({
  ok: z.boolean(),
  expiresAt: time.nullable(),
  scope: z.string().nullable(),
  /** Claims of the token, decoded and not verified; null when there is no token. */
  claims: z.record(z.string(), z.string()).nullable(),
  /** `code`: the provider's own, or the network's. `why`: what it means. */
  error: z
    .object({ code: z.string(), message: z.string(), status: z.number().int().nullable(), why: tokenReasonSchema })
    .nullable(),
})

export const readonlyUserResultSchema = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  readonlyEmail: z.string(),
  /** Shown this once. */
  readonlyPassword: z.string(),
  /** It was stored, sealed, and is now the identity of follow-ups. False when that was not wanted, or failed. */
  stored: z.boolean(),
  /** Why it could not be stored although that was wanted, as a sentence, or null. */
  storeProblem: z.string().nullable(),
  /** A text for the new user: everything that is needed but the password, which goes another way. */
  handover: z.string(),
})
