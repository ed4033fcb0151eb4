/** Schemas of signatures: schemes, the check of a delivery, and the proof of why it failed. */
import { z } from 'zod'
import { verificationReasonSchema } from '../../codes/health.ts'
import { findingReasonSchema } from '../../codes/signature/findings.ts'
import { ageReasonSchema, malformedReasonSchema } from '../../codes/signature/signatures.ts'
import { verdicts } from '../../codes/signature/verdicts.ts'
import { idForms } from '../../signature/meaning.ts'
import {
  httpSignatureAlgorithms,
  isSecretJwtAlgorithm,
  jwtAlgorithms,
  keyDecodings,
  placesOf,
  signatureAlgorithms,
  type SignatureScheme,
  signatureEncodings,
} from '../../signature/signatureScheme.ts'

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'A header name has letters, digits and hyphens only.')

/** The places that a signed message may have; see signatureScheme.ts for what each one is. */
const places = [
  '{body}',
  '{timestamp}',
  '{id}',
  '{url}',
  '{path}',
  '{encodedpath}',
  '{sortedurl}',
  '{manifest}',
  '{method}',
  '{form}',
  '{secret}',
  '{setting}',
  '{crc32}',
  '{md5}',
  '{header:NAME}',
  '{headers:NAME}',
  '{field:/POINTER}',
  '{line:/NAME}',
]
const knownPlace =
  /^\{(?:body|timestamp|id|url|path|encodedpath|sortedurl|manifest|method|form|secret|setting|crc32|md5|headers?:[\w-]{1,128}|(?:field|line):\/[^{}]{0,300})\}$/
const boundBody = /\{(?:body|form|sortedurl|crc32|md5)\}|\{(?:field|line):/

const jsonPointer = z
  .string()
  .max(300)
  .regex(/^(?:\/[^/]*)*$/, 'A JSON pointer starts with "/", for example /data/id.')
const prefix = z.string().max(40)
const name = z.string().min(1).max(128)

const headerForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), prefix, optional: z.boolean().optional() }),
  z.object({
    kind: z.literal('pairs'),
    separator: z.enum([',', ';']),
    key: z.string().min(1, 'Say which pair has the signature, for example v1.').max(40),
  }),
  z.object({ kind: z.literal('list'), separator: z.enum([' ', ',']), prefix }),
  z.object({ kind: z.literal('last'), entries: z.literal('&').nullable(), prefix, separator: z.enum([':', '|']) }),
  z.object({ kind: z.literal('json'), field: name }),
])

const place = z
  .string()
  .min(1, 'Say where it is: a header, or a field of the body such as /data/id.')
  .max(300)
  .regex(
    /^(?:=[^|]*|@key|\/[^|]*|[!#$%&'*+.^_`~0-9A-Za-z-]+)(?:\|(?:=[^|]*|@key|\/[^|]*|[!#$%&'*+.^_`~0-9A-Za-z-]+))*$/,
    {
      error:
        'A place is a header, a JSON pointer such as /data/id, a constant such as =order, or @key; "|" separates choices.',
    },
  )

/** Where a sender says what a delivery means; see meaning.ts. */
const meaningSchema = z.object({
  eventType: z.array(place).max(5),
  eventId: place.optional(),
  time: place.optional(),
  objectType: place.optional(),
  objectId: place.optional(),
  objectParts: z
    .array(z.object({ type: name, path: z.string().max(80), id: place, where: jsonPointer.optional() }))
    .max(9)
    .optional(),
  objectIdForm: z.enum(idForms).optional(),
  headline: z
    .object({
      amount: place.optional(),
      currency: place.optional(),
      minorUnits: z.boolean().optional(),
      customer: place.optional(),
      reference: place.optional(),
    })
    .optional(),
  items: jsonPointer.optional(),
})

const common = {
  id: z.string(),
  label: z.string().max(80),
  header: z.union([z.literal(''), headerName]),
  alsoIn: z.array(headerName).max(99).optional(),
  pointer: jsonPointer.optional(),
  items: jsonPointer.optional(),
  form: headerForm,
  timestamp: z.object({ from: z.enum(['header', 'pair', 'body']), name, unit: z.enum(['s', 'ms']) }).nullable(),
  idHeader: headerName.nullable(),
  toleranceSeconds: z.number().int().min(0).max(86_400).nullable(),
  setting: z.object({ label: z.string().max(80), value: z.string().max(500) }).optional(),
  bodyUnsigned: z.boolean().optional(),
  looseUrl: z.boolean().optional(),
  meaning: meaningSchema.optional(),
}

const template = {
  ...common,
  encoding: z.enum(signatureEncodings),
  message: z
    .string()
    .max(2_000)
    .refine((text) => placesOf(text).every((place) => knownPlace.test(place)), {
      error: `The signed message knows only ${places.join(', ')}.`,
    }),
  bodyHashParameter: z.string().min(1).max(80).nullable(),
}
const algorithm = z.enum(signatureAlgorithms)
const key = z.object({ decode: z.enum(keyDecodings), prefix })

const claims = z.object({
  issuers: z.array(z.string().max(200)).max(20),
  audience: z.boolean(),
  issuer: z.boolean().optional(),
  bodyHash: name.nullable(),
  bodyHashEncoding: z.enum(signatureEncodings).optional(),
  bodyHashOptional: z.boolean(),
  urlHash: name.nullable(),
  url: name.optional(),
})

const anyScheme = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hmac'), ...template, algorithm, key }),
  z.object({ kind: z.literal('hash'), ...template, algorithm, key }),
  z.object({ kind: z.literal('ed25519'), ...template }),
  z.object({ kind: z.literal('ecdsa'), ...template, algorithm, numbers: z.enum(['der', 'p1363']) }),
  z.object({ kind: z.literal('rsa'), ...template, algorithm, padding: z.enum(['pkcs1', 'pss']) }),
  z.object({ kind: z.literal('token'), ...common }),
  z.object({ kind: z.literal('basic'), ...common }),
  z.object({
    kind: z.literal('jwt'),
    ...common,
    algorithms: z
      .array(z.enum(jwtAlgorithms))
      .min(1)
      .refine((all) => all.every(isSecretJwtAlgorithm) || !all.some(isSecretJwtAlgorithm), {
        error: 'Take either algorithms with a shared secret (HS...) or algorithms with public keys, not both.',
      }),
    claims,
  }),
  z.object({ kind: z.literal('http-signature'), ...common, algorithm: z.enum(httpSignatureAlgorithms), key }),
])

export interface SignatureSchemeSchema extends z.ZodType<SignatureScheme, SignatureScheme> {}

/** How a sender signs; see signatureScheme.ts for what each field means. A scheme without `kind` is an HMAC, as all were once. */
export const signatureSchemeSchema: SignatureSchemeSchema = z
  .preprocess<unknown, typeof anyScheme, SignatureScheme>(withKind, anyScheme)
  .refine(({ header, pointer }) => (header === '') === (pointer !== undefined), {
    error: 'Say where the signature is: in a header, or under a JSON pointer of the body.',
    path: ['header'],
  })
  .refine((scheme) => !isTemplate(scheme) || scheme.bodyUnsigned === true || boundBody.test(scheme.message), {
    error: 'The signed message must have {body} or {form} in it, or a changed body would go unnoticed.',
    path: ['message'],
  })
  .refine((scheme) => scheme.kind !== 'hash' || scheme.message.includes('{secret}'), {
    error: 'A plain hash proves nothing without {secret} in the signed message.',
    path: ['message'],
  })
  .refine((scheme) => !isTemplate(scheme) || scheme.timestamp !== null || !scheme.message.includes('{timestamp}'), {
    error: 'The signed message has {timestamp}: say where the timestamp is.',
    path: ['timestamp'],
  })
  .refine((scheme) => !isTemplate(scheme) || scheme.idHeader !== null || !scheme.message.includes('{id}'), {
    error: 'The signed message has {id}: say which header the id is in.',
    path: ['idHeader'],
  })
  .refine(
    (scheme) => !isTemplate(scheme) || scheme.timestamp?.from !== 'body' || !scheme.message.includes('{timestamp}'),
    {
      error: 'A timestamp of the body is signed with the body: take {timestamp} out of the signed message.',
      path: ['message'],
    },
  )
  .refine(
    (scheme) => !isTemplate(scheme) || new Set(placesOf(scheme.message)).size === placesOf(scheme.message).length,
    {
      error: 'Each of the places may be in the signed message once.',
      path: ['message'],
    },
  )
  .refine(({ timestamp, form }) => timestamp?.from !== 'pair' || form.kind === 'pairs', {
    error: 'A timestamp can be in a pair only when the signature header is a list of pairs.',
    path: ['timestamp'],
  })

function withKind(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !('kind' in value) ? { kind: 'hmac', ...value } : value
}

function isTemplate<S extends object>(scheme: S): scheme is Extract<S, { message: string }> {
  return 'message' in scheme
}

export const findingSchema = z.object({
  /** The recipe in machine-readable form. */
  why: findingReasonSchema,
  /** Identifier of the cause, such as "secret-other-environment". */
  cause: z.string(),
  /** A few words for a headline, such as "The secret of another environment". */
  title: z.string(),
  /** A proof was recomputed, to the last bit. An observation is seen in the request and proves nothing on its own. */
  kind: z.enum(['proof', 'observation']),
  /** How the digest is computed, as a sentence. */
  recipe: z.string(),
  /** The same as separate steps. */
  steps: z.array(z.string()),
  /** Next step for the user. */
  advice: z.string(),
  /** The secret that gives the digest; null for observations and for plain hashes. */
  secret: z.object({ label: z.string(), fingerprint: z.string(), environment: z.string().nullable() }).nullable(),
})

export const explanationSchema = z.object({
  /** `not-needed` for a valid signature; `unexplained` when no proof was found; `not-searched` before the search was requested. */
  state: z.enum(['not-needed', 'explained', 'unexplained', 'not-searched']),
  /** Proofs first, the smallest change first. */
  findings: z.array(findingSchema),
  /** Causes that were tried without a match. */
  ruledOut: z.array(z.object({ what: z.string(), count: z.number().int() })),
  /** Parts of the search that could not be tried: `hash-missing` for a hash that this runtime's crypto does not support. */
  notTried: z.array(z.object({ code: z.literal('hash-missing'), hash: z.string() })),
  /** Digests that were computed and compared. */
  tried: z.number().int(),
  /** False when time or bytes ran out before everything was tried. */
  complete: z.boolean(),
})

export const signatureSchema = z.object({
  verdict: z.enum(verdicts),
  /** Id of the scheme, such as "service". */
  scheme: z.string(),
  /** Name of the header that should carry the signature. */
  header: z.string(),
  /** JSON pointer to a signature in the body (`*`: each item); null or absent when it is in a header. */
  pointer: z.string().nullable().optional(),
  /** The header's value as received, or null when it was absent. Several values are joined by ", ". */
  received: z.string().nullable(),
  /** Signature of the received bytes with the secret below, without the header's prefix; null when it cannot be computed. */
  expected: z.string().nullable(),
  secret: z.object({ label: z.string(), fingerprint: z.string() }).nullable(),
  /** All signatures of the request, in order, each with the secret that proves it. One valid signature is enough. */
  signatures: z.array(
    z.object({ text: z.string(), secret: z.object({ label: z.string(), fingerprint: z.string() }).nullable() }),
  ),
  /** Whether the signature proves the body: false for a token, for example, or a wrong signature; `partly` where only fields are signed. */
  bodyProven: z.union([z.boolean(), z.literal('partly')]),
  /** JSON pointers of the body's fields, with `*` for each signed item; null unless `bodyProven` is `partly`. Anyone on the way can change an unsigned field. */
  bodyFields: z.object({ signed: z.array(z.string()), unsigned: z.array(z.string()) }).nullable(),
  /** The request carries the shared secret itself, as a token or password, and cannot be checked again without it. */
  carriesSecret: z.boolean(),
  /** Why the header cannot be a signature; null when it can. */
  malformed: z.string().nullable(),
  malformedWhy: malformedReasonSchema.nullable(),
  /**
   * Why the verdict is `cannot-tell`; null for any other verdict. `hash-missing` as in `notTried`; `hash-was-missing`: this
   * runtime supports the hash, but the one that received the delivery did not; checking it again gives a verdict.
   */
  cannotTell: z
    .discriminatedUnion('code', [
      z.object({ code: z.literal('body-incomplete') }),
      z.object({ code: z.enum(['hash-missing', 'hash-was-missing']), hash: z.string() }),
    ])
    .nullable(),
  /** Age of the signature on arrival; null when the sender gives no signing time. */
  age: z.object({ signedAt: z.string(), seconds: z.number(), tooOld: z.boolean() }).nullable(),
  /** Why a right signature has no known age although the scheme limits it, as a sentence; null otherwise. */
  ageProblem: z.string().nullable(),
  ageWhy: ageReasonSchema.nullable(),
  /** The signed bytes: the body, or the message that the scheme builds. `first` and `last`: up to 16 bytes each, in hex. */
  signed: z.object({ size: z.number().int(), sha256: z.string(), first: z.string(), last: z.string() }),
  explanation: explanationSchema,
})

/** Progress of checking all deliveries again after a change of a secret or the scheme. */
export const verificationSchema = z.object({
  state: z.enum(['idle', 'running', 'done', 'canceled', 'failed']),
  checked: z.number().int(),
  /** Number of deliveries to check, known from the start. */
  total: z.number().int(),
  /** Number of deliveries whose verdict changed. */
  changed: z.number().int(),
  problem: z.string().nullable(),
  why: verificationReasonSchema.nullable(),
})
