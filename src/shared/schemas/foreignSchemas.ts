/** Schemas of what is to be known of a delivery that came out of a file. */
import { z } from 'zod'
import { recheckStates, recheckReasonSchema } from '../codes/caseFiles.ts'
import { redactionKinds, unreadReasons } from '../codes/redactions.ts'
import { verdicts } from '../codes/signature/verdicts.ts'
import { signatureSchemeSchema } from './signature/signatureSchemas.ts'

const place = z.object({ at: z.string().max(300), kind: z.enum(redactionKinds) })

/** Places that were replaced by "[redacted]". */
export const redactionsSchema = z.object({
  headers: z.array(z.string()),
  parameters: z.array(z.string()),
  /** Where what proves the delivery was left out, so that it can't be checked again. */
  proof: z.enum(['header', 'body', 'address']).nullable(),
  /** Absent where the body is as it came. */
  body: z.enum(['redacted', 'left-out']).optional(),
  /** Why the body could not be searched. */
  unread: z.enum(unreadReasons).optional(),
  places: z.array(place).max(1000).optional(),
  /** Number of places that are not named. */
  more: z.number().int().optional(),
})

/** Remarks about a delivery that came out of a file. */
export const foreignSchema = z.object({
  caseId: z.string(),
  caseName: z.string(),
  /** Its id at the sender of the file. */
  originalId: z.string(),
  /** How its sender signs, where that is a scheme of the sender's own: those with a name are known here. */
  ownScheme: signatureSchemeSchema.nullable(),
  /** The verdict in the file. */
  verdict: z.enum(verdicts),
  recheck: z.object({
    state: z.enum(recheckStates),
    /** Result of the check here; null where it cannot be checked. */
    verdict: z.enum(verdicts).nullable(),
    /** The secrets of one's own that it was checked with. */
    fingerprints: z.array(z.string()),
    why: recheckReasonSchema.nullable(),
    /** The same as a sentence. */
    sentence: z.string(),
  }),
  redactions: redactionsSchema,
  note: z.string().nullable(),
})
