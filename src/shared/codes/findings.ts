import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.number().int()
const header = z.object({ header: z.string() })
const mixedUp = z.object({ deliveryId: z.string(), method: z.string() })
const lengths = z.object({ announced: count, came: count })
/** What is seen in a header that should hold a digest. */
const seenText = z.object({
  /** Why it is not what the scheme asks for, as a sentence. */
  problem: z.string(),
  seen: z.enum(['upper-case-hex', 'spaces', 'value', 'signature']),
  length: count,
})
/** `phrase`: names the secret with its label and fingerprint, never its text. */
const secret = z.object({ phrase: z.string() })

/** What was recomputed to the last bit. */
const proofCodes = {
  recomputed: z.object({
    /** Such as "HMAC-SHA256". */
    method: z.string(),
    /** Every cause on the way, in the order in which a digest is made. */
    causes: z.array(z.string()),
    /** Bytes that were hashed. */
    size: count,
    /** Such as "base64". */
    written: z.string(),
    /** So many bytes of the digest are there; null for all of it. */
    cutTo: count.nullable(),
  }),
  /** The digest is that of another delivery's body. */
  'header-of-other-delivery': mixedUp,
  /** The digest of this body came with another delivery. */
  'header-went-to-other-delivery': mixedUp,
}

/** What is seen in the request and proves nothing by itself. */
const observationCodes = {
  'body-truncated': z.object({ kept: count }),
  'body-shorter-than-announced': lengths,
  'body-longer-than-announced': lengths,
  'content-length-is-characters': lengths,
  'cut-json-has-characters': noFields,
  'body-ends-early': z.object({ bytes: count }),
  'body-is-gzip': noFields,
  'body-is-encoded': z.object({ encoding: z.string() }),
  'header-absent': header,
  'header-other-scheme': header.extend({ scheme: z.string() }),
  'header-came-twice': header.extend({ times: count }),
  'header-several-signatures': header.extend({ count }),
  'digest-empty': header,
  'digest-unreadable': seenText,
  'digest-wrong-length': seenText,
  'pasted-digest-unreadable': noFields,
  'signed-value-missing': z.object({ problem: z.string() }),
  'timestamp-too-old': z.object({ ageSeconds: count, scheme: z.string(), allowedSeconds: count }),
  'secret-suspicious-ends': secret,
  'secret-unusable': secret.extend({ decode: z.string() }),
  'no-secret': noFields,
}

const findingCodes = { ...proofCodes, ...observationCodes }

export type ObservationWhy = Coded<typeof observationCodes>
/** What a finding says, for code. */
export type FindingWhy = Coded<typeof findingCodes>

export interface FindingWhySchema extends z.ZodType<FindingWhy> {}
export const findingWhySchema: FindingWhySchema = coded(findingCodes)
