/**
 * Schemas of a delivery and what belongs to it. Field names of all schemas here and beside are promises to the outside:
 * more may be added, none renamed. Times are ISO 8601 with milliseconds in UTC, sizes bytes, durations milliseconds.
 */
import { z } from 'zod'
import { followUpStates, verdicts } from '../model.ts'
import { timingSchema } from './latencySchemas.ts'
import { signatureSchema } from './signatureSchemas.ts'

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
  /** The tunnel that it came through, or null when it came directly. */
  tunnel: z
    .object({ provider: z.string(), label: z.string(), publicUrl: z.string(), headersNormalised: z.boolean() })
    .nullable(),
  /** Whom the tunnel or proxy names as the sender (X-Forwarded-For). A claim: anybody can write this header. */
  claimedAddress: z.string().nullable(),
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
  timing: timingSchema,
  signature: signatureSchema,
  attempts: z.array(attemptSchema),
})

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
