import { z } from 'zod'
import { malformedReasonSchema } from './signatures.ts'
import { type Coded, coded, noFields, ownText } from '../coded.ts'

const count = z.number().int()
const header = z.object({ header: ownText })
const lengths = z.object({ announced: count, came: count })
/** The subject of the explanation: the signature as it came, or a digest that the receiver's own code computed. */
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

/** The content of a header that should hold a digest. */
const seenText = z.object({
  /** Why it is not what the scheme asks for. */
  why: malformedReasonSchema,
  seen: z.enum(['upper-case-hex', 'spaces', 'value', 'signature']),
  length: count,
})

/** What was changed: `how` continues its name ("the body" + " with the URL {1}"), null where the cause says it. `{1}` is the first of `received`. */
const change = z.object({ cause: ownText, how: ownText.nullable(), received: z.array(z.string()) })
const changes = z.array(change)

const claim = z.enum(['iss', 'aud', 'body-hash', 'url-hash', 'url'])

/** Facts that were recomputed to the last bit. */
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
    /** The signed thing, such as "the body" or "the token". */
    over: ownText,
    /** Changes of it, in order. */
    body: changes,
    /** Bytes that were hashed. */
    size: count,
    /** Such as "base64". */
    written: ownText,
    /** How the digest had to be read. */
    reading: changes,
    /** Number of bytes of the digest that are there; null for all of them. */
    cutTo: count.nullable(),
  }),
  /** A public key proves the signature, with these changes. */
  verified: z.object({
    /** Such as "Ed25519". */
    method: ownText,
    causes: z.array(ownText),
    key: foundSecret,
    /** As above. */
    over: ownText,
    body: changes,
    size: count,
    written: ownText,
    reading: changes,
  }),
  /** The received value is the secret itself, with these changes. */
  'secret-itself': z.object({
    /** Null for a text that stands for a missing secret, such as the name of a variable. */
    secret: foundSecret.nullable(),
    changes,
  }),
  /** The signature of a token is right, and one of its claims isn't. `name`: of the claim in the token. */
  'claim-differs': z.object({
    claim,
    name: ownText,
    secret: foundSecret,
    /** The claim's value, and those that it may have; none where it has to be a hash. */
    received: z.string(),
    wanted: z.array(z.string()),
  }),
  /** The same where the token has no such claim. */
  'claim-missing': z.object({ claim, name: ownText, secret: foundSecret }),
  /** The hash in a claim or header belongs to this body after these changes. */
  'body-hash-recomputed': z.object({
    where: ownText,
    /** Such as "SHA256", and "base64". */
    hash: ownText,
    written: ownText,
    /** Such as "SHA256 in hex", where the scheme expects another hash or encoding; otherwise null. */
    expected: ownText.nullable(),
    causes: z.array(ownText),
    body: changes,
    size: count,
  }),
  /** The token is an HMAC whose key is the text of the public key. */
  'signed-with-public-key': z.object({ algorithm: z.string(), secret: foundSecret }),
  /** The digest belongs to the body of another delivery. */
  'header-of-other-delivery': mixedUp,
  /** The digest of this body came with another delivery. */
  'header-went-to-other-delivery': mixedUp,
}

/** Facts that are seen in the request and prove nothing alone. */
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
  'body-field-absent': z.object({ pointer: ownText }),
  'header-other-scheme': header.extend({ scheme: ownText }),
  'header-came-twice': header.extend({ times: count }),
  'header-several-signatures': header.extend({ count }),
  'digest-empty': header,
  'digest-unreadable': seenText,
  'digest-wrong-length': seenText,
  'pasted-digest-unreadable': noFields,
  'signed-value-missing': z.object({ why: malformedReasonSchema }),
  'timestamp-too-old': z.object({ ageSeconds: count, scheme: ownText, allowedSeconds: count }),
  'secret-suspicious-ends': secret,
  'secret-unusable': secret.extend({ decode: ownText }),
  'no-secret': noFields,
  'signature-malformed': z.object({ why: malformedReasonSchema }),
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
  /** The labels that Signature-Input has; none where the header is missing. */
  'signature-input-missing': z.object({ label: z.string(), labels: z.array(z.string()) }),
}

const findingCodes = { ...proofCodes, ...observationCodes }

export type ObservationReason = Coded<typeof observationCodes>
export type SaidChange = z.infer<typeof change>
export type FoundSecret = z.infer<typeof foundSecret>
export type Direction = z.infer<typeof direction>
/** A finding, for code. */
export type FindingReason = Coded<typeof findingCodes>

export interface FindingReasonSchema extends z.ZodType<FindingReason> {}
export const findingReasonSchema: FindingReasonSchema = coded(findingCodes)
