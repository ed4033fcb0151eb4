/** Requests that are sent on purpose: composed, from a fixture, or stored deliveries once more. */
import { z } from 'zod'
import { headerLine, time } from '../deliverySchemas.ts'
import { breakKindSchema, fixtureNameSchema, momentSchema, namedSchemeSchema, requestPath } from './fixtureSchemas.ts'
import { percentilesSchema } from '../parts/latencySchemas.ts'
import { base64Text, requestMethod, targetUrl, typedHeader } from '../parts/requestParts.ts'

/** Limits of one run: enough to load a handler, too little to be mistaken for a load test of another host. */
export const sendLimits = { count: 100_000, ratePerSecond: 1000, parallel: 64, deliveries: 10_000 } as const

const composedRequestSchema = z.strictObject({
  method: requestMethod.default('POST'),
  path: requestPath.default(''),
  headers: z.array(typedHeader).max(500, 'A request takes at most 500 headers.').default([]),
  bodyBase64: base64Text.default(''),
})

const signSchema = z
  .strictObject({
    /** Default: that of the environment. */
    scheme: namedSchemeSchema.optional(),
    /** A stored secret of any environment. Default: the current one of the environment. */
    secretFingerprint: z
      .string()
      .regex(/^[0-9a-f]{8}$/, 'A fingerprint is 8 hex digits.')
      .optional(),
    /** A secret, or a private key for schemes with public keys. It signs this run and is not kept. */
    secret: z.string().min(1, 'Give the secret to sign with.').max(65_536).optional(),
    at: momentSchema.optional(),
  })
  .refine(({ secret, secretFingerprint }) => secret === undefined || secretFingerprint === undefined, {
    error: 'Give either secret or secretFingerprint, not both.',
    path: ['secret'],
  })

const storedSchema = z
  .strictObject({
    ids: z
      .array(z.string().regex(/^\d{1,15}$/, 'An id has digits only.'))
      .min(1)
      .max(sendLimits.deliveries)
      .optional(),
    filter: z.string().max(2000).optional(),
    /** Intervals between them: as received, faster by this factor, or none. */
    speed: z
      .union([z.number().positive().max(1_000_000), z.literal('none')], {
        error: 'A speed is a number above 0, such as 1 or 10, or "none" for no distances.',
      })
      .default(1),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'Give either ids or filter.',
    path: ['filter'],
  })

export const sendInputSchema = z
  .strictObject({
    fixture: fixtureNameSchema.optional(),
    request: composedRequestSchema.optional(),
    /** Stored deliveries, in the order in which they came. */
    deliveries: storedSchema.optional(),
    /** Whose receiver gets it, and whose scheme and secret sign. Default: the one in use. */
    environment: z.string().max(80).optional(),
    /** Absent: a fixture as it says, everything else as it is. */
    sign: signSchema.optional(),
    break: breakKindSchema.optional(),
    /** Absent: our own receiver. On this machine, unless `allowHost` names its host. */
    to: targetUrl.optional(),
    /** The host beyond this machine that the person allows. */
    allowHost: z.string().max(255).optional(),
    count: z
      .number()
      .int('A count is a whole number.')
      .min(1, 'A count is at least 1.')
      .max(sendLimits.count, 'One run sends at most 100,000 requests.')
      .default(1),
    ratePerSecond: z
      .number()
      .positive('A rate is above 0.')
      .max(sendLimits.ratePerSecond, 'A rate is at most 1,000 a second: for more take a load generator.')
      .optional(),
    parallel: z
      .number()
      .int()
      .min(1, 'At least 1 request is sent at once.')
      .max(sendLimits.parallel, 'At most 64 requests are sent at once.')
      .optional(),
    shuffle: z.boolean().default(false),
  })
  .refine(
    ({ fixture, request, deliveries }) =>
      [fixture, request, deliveries].filter((part) => part !== undefined).length === 1,
    { error: 'Give one of fixture, request and deliveries.', path: ['request'] },
  )

/** A given request, and the secrets and scheme for its signature: the secrets of an environment, or one of its own. */
export const verifyGivenSchema = z
  .strictObject({
    request: z.strictObject({
      method: requestMethod.default('POST'),
      /** The public URL that was called, for schemes that sign it. */
      url: targetUrl.optional(),
      headers: z.array(typedHeader).max(500, 'A request takes at most 500 headers.').default([]),
      bodyBase64: base64Text.default(''),
    }),
    /** Whose scheme and secrets check it. Default: the one in use. */
    environment: z.string().max(80).optional(),
    /** Default: that of the environment. */
    scheme: namedSchemeSchema.optional(),
    secretFingerprint: signSchema.shape.secretFingerprint,
    /** A secret, or a public key for schemes with public keys. It checks this request and is not kept. */
    secret: signSchema.shape.secret,
    /** When it came, for the age of the signature. Default: now. */
    at: z.iso.datetime({ offset: true }).optional(),
    /** A digest that the receiver's own code computed: what did it hash? */
    digest: z.string().trim().min(1, 'Paste the digest that your code computed.').max(4096).optional(),
  })
  .refine(({ secret, secretFingerprint }) => secret === undefined || secretFingerprint === undefined, {
    error: 'Give either secret or secretFingerprint, not both.',
    path: ['secret'],
  })

/** Bytes of a body in a preview. */
export const maxPreviewBytes = 65_536

/** The first request of a run as it would be sent now; nothing is sent. */
export const sendPreviewSchema = z.object({
  method: z.string(),
  /** Without the secret path of our own receiver. */
  url: z.string(),
  /** Without credentials. */
  requestHeaders: z.array(headerLine),
  /** Bytes of the whole body. */
  size: z.number().int(),
  sha256: z.string(),
  /** Its first bytes. */
  bodyBase64: z.string(),
  signedWith: z.object({ label: z.string(), fingerprint: z.string(), scheme: z.string() }).nullable(),
})

/** Request and answer of one request of a run. */
const exchangeSchema = z.object({
  startedAt: time,
  method: z.string(),
  url: z.string(),
  /** Without credentials. */
  requestHeaders: z.array(headerLine),
  /** Bytes of the body. */
  size: z.number().int(),
  /** The secret or key that signed it; null where none did. */
  signedWith: z.object({ label: z.string(), fingerprint: z.string(), scheme: z.string() }).nullable(),
  status: z.number().int().nullable(),
  responseHeaders: z.array(headerLine),
  /** The beginning of the answer's body as text; null when none came. */
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  timing: z.object({
    queue: z.number().nullable(),
    connect: z.number().nullable(),
    firstByte: z.number().nullable(),
    total: z.number().nullable(),
  }),
})

export const sendRunSchema = z.object({
  run: z.string(),
  state: z.enum(['running', 'done', 'cancelled']),
  startedAt: time,
  endedAt: time.nullable(),
  /** Where it goes to, without the secret path of our own receiver. */
  to: z.string(),
  toReceiver: z.boolean(),
  total: z.number().int(),
  /** Ended, however. */
  sent: z.number().int(),
  summary: z.object({
    /** By status; null: no answer. */
    statuses: z.array(z.object({ status: z.number().int().nullable(), count: z.number().int() })),
    /** Why there was no answer, each with how often. */
    problems: z.array(z.object({ code: z.string(), message: z.string(), count: z.number().int() })),
    /** Latency of the answered requests, ms. */
    latency: percentilesSchema.nullable(),
    perSecond: z.number(),
  }),
  first: exchangeSchema.nullable(),
  last: exchangeSchema.nullable(),
})
