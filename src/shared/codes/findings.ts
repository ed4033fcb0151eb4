import { z } from 'zod'
import { malformedWhySchema } from './signatures.ts'
import { changeHowSchema } from './changes.ts'
import { type Coded, coded, noFields, ownText } from './coded.ts'

const count = z.number().int()
const header = z.object({ header: ownText })
const lengths = z.object({ announced: count, came: count })
/** What is to be explained: the signature as it came, or a digest that the receiver's own code computed. */
const direction = z.enum(['wire', 'receiver'])

/** Names a secret, never its text. */
const foundSecret = z.object({
  label: ownText,
  fingerprint: ownText,
  /** Name of its environment; null where there are no environments. */
  environment: ownText.nullable(),
  /** `previous`: an older one of the same environment. `other`: of another environment. */
  standing: z.enum(['current', 'previous', 'other']),
})
const secret = z.object({ secret: foundSecret })

/** `secret` is null where the key was empty. */
const mixedUp = z.object({
  deliveryId: ownText,
  method: ownText,
  direction,
  secret: foundSecret.nullable(),
})

/** What is seen in a header that should hold a digest. */
const seenText = z.object({
  /** Why it is not what the scheme asks for. */
  why: malformedWhySchema,
  seen: z.enum(['upper-case-hex', 'spaces', 'value', 'signature']),
  length: count,
})

/** `how`: null where the cause says it. */
const changes = z.array(z.object({ cause: ownText, how: changeHowSchema.nullable() }))

/** What was recomputed to the last bit. */
const proofCodes = {
  recomputed: z.object({
    direction,
    /** Such as "HMAC-SHA256". */
    method: ownText,
    /** How key and message are used; `plain` takes no key. */
    use: z.enum(['hmac', 'plain', 'key-then-message', 'message-then-key', 'key-message-key', 'swapped']),
    /** Every cause on the way, in the order in which a digest is made. */
    causes: z.array(ownText),
    /** Null secret: no secret that is known here. */
    key: z.object({ secret: foundSecret.nullable(), changes }),
    /** What was changed of the body, in order. */
    body: changes,
    /** Bytes that were hashed. */
    size: count,
    /** Such as "base64". */
    written: ownText,
    /** How the digest had to be read. */
    reading: changes,
    /** So many bytes of the digest are there; null for all of it. */
    cutTo: count.nullable(),
  }),
  /** A public key proves the signature, with these changes. */
  verified: z.object({
    /** Such as "Ed25519". */
    method: ownText,
    causes: z.array(ownText),
    key: foundSecret,
    body: changes,
    size: count,
    written: ownText,
    reading: changes,
  }),
  /** What was received is the secret itself, with these changes. */
  'secret-itself': z.object({ secret: foundSecret, changes }),
  /** The signature of a token is right, and one of its claims isn't. `name`: of the claim in the token. */
  'claim-differs': z.object({
    claim: z.enum(['iss', 'aud', 'body-hash', 'url-hash']),
    name: ownText,
    secret: foundSecret,
  }),
  /** The hash in a claim or header is that of this body after these changes. */
  'body-hash-recomputed': z.object({ where: ownText, causes: z.array(ownText), body: changes, size: count }),
  /** The token is an HMAC whose key is the text of the public key. */
  'signed-with-public-key': z.object({ algorithm: z.string(), secret: foundSecret }),
  /** The digest is that of another delivery's body. */
  'header-of-other-delivery': mixedUp,
  /** The digest of this body came with another delivery. */
  'header-went-to-other-delivery': mixedUp,
}

/** What is seen in the request and proves nothing on its own. */
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
  'header-other-scheme': header.extend({ scheme: ownText }),
  'header-came-twice': header.extend({ times: count }),
  'header-several-signatures': header.extend({ count }),
  'digest-empty': header,
  'digest-unreadable': seenText,
  'digest-wrong-length': seenText,
  'pasted-digest-unreadable': noFields,
  'signed-value-missing': z.object({ why: malformedWhySchema }),
  'timestamp-too-old': z.object({ ageSeconds: count, scheme: ownText, allowedSeconds: count }),
  'secret-suspicious-ends': secret,
  'secret-unusable': secret.extend({ decode: ownText }),
  'no-secret': noFields,
  'signature-malformed': z.object({ why: malformedWhySchema }),
  /** `until`: an ISO date; `subject`: the name of the certificate's owner. */
  'certificate-expired': secret.extend({ subject: z.string().nullable(), until: ownText }),
  'public-key-of-another-kind': secret.extend({ wanted: ownText, found: z.array(ownText) }),
  /** Lengths in characters. */
  'token-differs': secret.extend({ received: count, known: count }),
  'basic-differs': secret.extend({ part: z.enum(['user', 'password', 'both']) }),
  'jwt-unsigned': noFields,
  'jwt-algorithm-swapped': z.object({ algorithm: z.string() }),
  'jwt-key-unknown': z.object({ kid: z.string(), known: count }),
  /** `at`: an ISO date. */
  'jwt-expired': z.object({ at: ownText, seconds: count }),
  'jwt-not-yet-valid': z.object({ at: ownText, seconds: count }),
  'content-digest-differs': header,
}

const findingCodes = { ...proofCodes, ...observationCodes }

export type ObservationWhy = Coded<typeof observationCodes>
export type FoundSecret = z.infer<typeof foundSecret>
export type Direction = z.infer<typeof direction>
/** What a finding says, for code. */
export type FindingWhy = Coded<typeof findingCodes>

export interface FindingWhySchema extends z.ZodType<FindingWhy> {}
export const findingWhySchema: FindingWhySchema = coded(findingCodes)
