/**
 * Schemas of everything that crosses a wire: the HTTP API, the WebSocket and the MessagePort speak these shapes.
 * Field names are promises to the outside: more may be added, none renamed.
 * Times are ISO 8601 with milliseconds in UTC, sizes bytes, durations milliseconds.
 */
import { z } from 'zod'
import { followUpStates, verdicts } from './model.ts'

export const time = z.iso.datetime({ precision: 3 })

export const followUpSchema = z.object({
  state: z.enum(followUpStates),
  status: z.number().int().nullable(),
  reason: z.string().nullable(),
})

export const deliverySummarySchema = z.object({
  id: z.string(),
  environmentId: z.string(),
  receivedAt: time,
  method: z.string(),
  size: z.number().int(),
  verdict: z.enum(verdicts),
  notificationId: z.string().nullable(),
  resourceType: z.string().nullable(),
  resourceId: z.string().nullable(),
  action: z.string().nullable(),
  duplicate: z.boolean(),
  answeredStatus: z.number().int(),
  followUp: followUpSchema,
})

const headerLine = z.tuple([z.string(), z.string()])

export const signatureSchema = z.object({
  verdict: z.enum(verdicts),
  /** Name of the scheme, such as "service". */
  scheme: z.string(),
  /** Name of the header that should carry the signature. */
  header: z.string(),
  /** The header's value as it came, or null when it was absent. Several values are joined by ", ". */
  received: z.string().nullable(),
  /** What the current secret gives over the received bytes, or null when there is no secret. */
  expected: z.string().nullable(),
  secret: z.object({ label: z.string(), fingerprint: z.string() }).nullable(),
  explanation: z.object({
    /** `not-needed` for a valid signature; `unexplained` when no proof was found. */
    state: z.enum(['not-needed', 'explained', 'unexplained']),
    findings: z.array(z.object({ cause: z.string(), recipe: z.string(), advice: z.string() })),
  }),
})

export const attemptSchema = z.object({
  id: z.string(),
  kind: z.enum(['follow-up', 'forward', 'replay']),
  startedAt: time,
  method: z.string(),
  url: z.string(),
  /** Credentials are replaced by "[redacted]" before an attempt is kept. */
  requestHeaders: z.array(headerLine),
  status: z.number().int().nullable(),
  responseHeaders: z.array(headerLine),
  /** The answer's body as text, invalid UTF-8 shown as U+FFFD; null when none came. */
  body: z.string().nullable(),
  /** The answer was longer than what is kept. */
  bodyTruncated: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  timing: z.object({
    queue: z.number().nullable(),
    connect: z.number().nullable(),
    firstByte: z.number().nullable(),
    total: z.number().nullable(),
  }),
})

export const deliverySchema = deliverySummarySchema.extend({
  target: z.string(),
  httpVersion: z.string(),
  headers: z.array(headerLine),
  trailers: z.array(headerLine),
  peer: z.object({ address: z.string(), port: z.number().int() }),
  truncated: z.boolean(),
  contentLength: z.number().nullable(),
  /** Lower-case hex SHA-256 of the stored bytes. */
  sha256: z.string(),
  /** The notification's own text, unparsed: seven fractional digits would not survive a Date. */
  createdAtUtc: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** The notification's `changes` as JSON text (it may be of any shape), or null when absent or null. */
  changes: z.string().nullable(),
  /** Why the body could not be read as a notification, or null when it could. */
  notificationProblem: z.string().nullable(),
  committedAt: time.nullable(),
  answeredAt: time.nullable(),
  signature: signatureSchema,
  attempts: z.array(attemptSchema),
})

/** A secret as it is read: whether it is there and which one, never the text. */
export const secretSchema = z.object({ set: z.boolean(), fingerprint: z.string().nullable() })

export const sharedSecretSchema = secretSchema.extend({
  id: z.string(),
  label: z.string(),
  current: z.boolean(),
  createdAt: time,
})

export const environmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sandbox', 'service']),
  active: z.boolean(),
  /** Path at the receiver, such as "/in/8f3k...". The key in it is a secret of its own: whoever knows it can post. */
  receiverPath: z.string(),
  authUrl: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  audience: z.string(),
  username: z.string(),
  password: secretSchema,
  readonlyUsername: z.string(),
  readonlyPassword: secretSchema,
  signatureScheme: z.string(),
  signatureHeader: z.string(),
  /** Newest first; the first is the current one. */
  sharedSecrets: z.array(sharedSecretSchema),
  /** resourceType -> path template with {resourceId} and {organizationId}; what is not listed uses the default rule. */
  resourcePaths: z.record(z.string(), z.string()),
})

/** An absolute http(s) URL without credentials in it, which would lie in clear in the database. */
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'Give an absolute address that starts with http:// or https://, for example https://api.example.com',
  })
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), {
    error: 'Leave the user name and the password out of the address; they have fields of their own.',
  })

/** An address that paths are appended to. */
const rootUrl = httpUrl.refine((text) => !/[?#]/.test(text), { error: 'Give the address without "?" and "#".' })

export const environmentInputSchema = z.object({
  name: z.string().trim().min(1, 'Give the environment a name.').max(80),
  authUrl: z.union([z.literal(''), rootUrl]).optional(),
  baseUrl: z.union([z.literal(''), rootUrl]).optional(),
  clientId: z.string().max(500).optional(),
  audience: z.string().max(500).optional(),
  username: z.string().max(500).optional(),
  /** Written as text, read as {set, fingerprint}. An empty text clears it. */
  password: z.string().max(4096).optional(),
  readonlyUsername: z.string().max(500).optional(),
  readonlyPassword: z.string().max(4096).optional(),
  signatureHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'A header name has letters, digits and hyphens only.')
    .optional(),
  /** Makes this the current shared secret; the one before stays good for verification. */
  sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(4096).optional(),
  resourcePaths: z
    .record(
      z.string().min(1),
      z.string().startsWith('/', 'A path template starts with "/", for example /api/trust/v1/payments/{resourceId}'),
    )
    .optional(),
})

const webhookConfigFields = {
  url: z.string(),
  enabled: z.boolean(),
  webhookTypes: z.array(z.string()),
}

export const webhookConfigSchema = z.object({
  desired: z.object({ ...webhookConfigFields, sharedSecret: secretSchema }),
  /** What this app applied last, and when. Never a claim about what the service holds now. */
  applied: z
    .object({ ...webhookConfigFields, sharedSecret: secretSchema, at: time, status: z.number().int() })
    .nullable(),
  /** Sentences that say how `applied` differs from what is needed now, such as a moved receiver. */
  drift: z.array(z.string()),
})

export const webhookConfigInputSchema = z
  .object({
    url: httpUrl,
    enabled: z.boolean(),
    sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(4096),
    webhookTypes: z.array(z.string().min(1)).max(100),
  })
  .partial()

/** What the service (or the provider of identities) said to one call. */
export const serviceAnswerSchema = z.object({
  status: z.number().int().nullable(),
  body: z.string().nullable(),
  durationMs: z.number(),
})

export const tokenResultSchema = z.object({
  ok: z.boolean(),
  expiresAt: time.nullable(),
  scope: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string(), status: z.number().int().nullable() }).nullable(),
})

export const readonlyUserResultSchema = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  readonlyEmail: z.string(),
  /** Shown this once. */
  readonlyPassword: z.string(),
  /** It was stored, sealed, and is now the identity of follow-ups. False when it could not be stored: copy it. */
  stored: z.boolean(),
})

const goLiveStep = z.object({ done: z.boolean(), detail: z.string() })

export const statusSchema = z.object({
  version: z.string(),
  pid: z.number().int(),
  dataFolder: z.string(),
  /** How secrets are kept at rest, as a sentence for a person. */
  secretStorage: z.string(),
  receiver: z.object({
    state: z.enum(['listening', 'failed']),
    origin: z.string().nullable(),
    /** The whole address that a sender posts to for the active environment. */
    url: z.string().nullable(),
    problem: z.string().nullable(),
    /** Requests for no known path: counted and answered 404, not stored. */
    strays: z.number().int(),
  }),
  tunnel: z.object({ provider: z.string(), state: z.enum(['off']), publicUrl: z.string().nullable() }),
  environment: environmentSchema,
  webhookConfig: webhookConfigSchema,
  counts: z.object({ deliveries: z.number().int(), byVerdict: z.record(z.string(), z.number().int()) }),
  health: z.object({
    store: z.enum(['ok', 'unavailable']),
    problem: z.string().nullable(),
    /** Deliveries that are stored and shown but not yet searchable. */
    indexBehind: z.number().int(),
  }),
  goLive: z.object({
    credentials: goLiveStep,
    receiver: goLiveStep,
    webhookConfig: goLiveStep,
    notification: goLiveStep,
    followUp: goLiveStep,
  }),
})

export const sandboxObjectSchema = z.object({
  resourceType: z.string(),
  id: z.string(),
  updatedAt: z.string(),
  state: z.string().nullable(),
  label: z.string(),
})

export const sandboxSchema = z.object({
  url: z.string(),
  authUrl: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  audience: z.string(),
  username: z.string(),
  organizationId: z.string(),
  webhookConfig: z.object({ url: z.string(), enabled: z.boolean(), webhookTypes: z.array(z.string()) }),
  /** Newest first, at most 200. */
  objects: z.array(sandboxObjectSchema),
  /** The sender's last deliveries, newest first, at most 100. */
  outbox: z.array(
    z.object({
      notificationId: z.string(),
      resourceType: z.string(),
      action: z.string(),
      attempt: z.number().int(),
      at: z.string(),
      state: z.enum(['sending', 'delivered', 'retrying', 'given-up']),
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      nextAttemptAt: z.string().nullable(),
    }),
  ),
})

/** Ways in which the sandbox misbehaves on request, to see what the inspector makes of it. */
export const sandboxSpecialKinds = ['wrong-signature', 'unsigned', 'duplicate', 'unknown-type', 'not-json'] as const

export const deliveryQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** Cursor: only deliveries that came before this id. */
  before: z.string().regex(/^\d+$/, 'before is a delivery id: digits only.').optional(),
  /** Words to find in body, headers and fields. */
  q: z.string().max(500).optional(),
  verdict: z.enum(verdicts).optional(),
  resourceType: z.string().optional(),
  action: z.string().optional(),
  environment: z.string().optional(),
})

export const deliveryPageSchema = z.object({
  items: z.array(deliverySummarySchema),
  next: z.string().nullable(),
})

/** One thing that happened. Numbered by the feed; see feedMessageSchema. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delivery'), delivery: deliverySummarySchema }),
  z.object({ type: z.literal('follow-up'), deliveryId: z.string(), followUp: followUpSchema }),
  z.object({
    type: z.literal('attempt'),
    deliveryId: z.string(),
    attemptId: z.string(),
    kind: attemptSchema.shape.kind,
    status: z.number().int().nullable(),
  }),
  z.object({ type: z.literal('webhook-config'), environmentId: z.string(), webhookConfig: webhookConfigSchema }),
  z.object({ type: z.literal('environments'), environments: z.array(environmentSchema) }),
  z.object({ type: z.literal('sandbox'), at: z.string() }),
  z.object({ type: z.literal('status'), status: statusSchema }),
])

export const numberedEventSchema = z.object({ number: z.number().int(), event: eventSchema })

/**
 * What the feed sends: first a snapshot at a number (or, on resumption, nothing), then events in order and without gap.
 * A client drops its window when a snapshot comes. After `snapshot.at` the next event is `at + 1`.
 */
export const feedMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('snapshot'),
    at: z.number().int(),
    status: statusSchema,
    environments: z.array(environmentSchema),
    deliveries: z.array(deliverySummarySchema),
    next: z.string().nullable(),
  }),
  z.object({ kind: z.literal('events'), events: z.array(numberedEventSchema) }),
])

/** One point in the story of an object, newest first in a timeline. */
export const objectItemSchema = z.object({
  at: time,
  kind: z.enum(['notification', 'snapshot']),
  deliveryId: z.string(),
  attemptId: z.string().nullable(),
  action: z.string().nullable(),
  changes: z.string().nullable(),
  /** A snapshot's object as JSON text. */
  snapshot: z.string().nullable(),
  /** How a snapshot differs from the one before: path, old and new value as JSON text. */
  difference: z
    .array(
      z.object({
        path: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .nullable(),
})

export const objectSchema = z.object({
  resourceType: z.string(),
  resourceId: z.string(),
  firstSeenAt: time,
  lastSeenAt: time,
  notifications: z.number().int(),
  snapshots: z.number().int(),
  items: z.array(objectItemSchema),
})
