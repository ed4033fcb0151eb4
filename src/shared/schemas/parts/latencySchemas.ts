/** Schemas of delivery latency. Durations are milliseconds. */
import { z } from 'zod'
import { clockRemarkSchema, timingRemarkSchema } from '../../codes/timingRemarks.ts'
import { latencyLegs } from '../../codes/latencyLegs.ts'

/** Times, spelled here as in deliverySchemas.ts, which takes its timing from here. */
const time = z.iso.datetime({ precision: 3 })

const leg = z.enum(latencyLegs)

/** The legs of one delivery, and how its sender judges the answer. */
export const timingSchema = z.object({
  /** Null where a moment is not known. The first may be negative: it spans two clocks. */
  legs: z.record(leg, z.number().nullable()),
  /** The minimum by which the sender's clock is ahead of ours; null where it is not. */
  senderClockAheadMs: z.number().nullable(),
  /** Whether it was answered within the time that its sender waits; null where either time is not known. */
  inTime: z.boolean().nullable(),
  late: z.boolean(),
  /** Delivery `nth` of `of` of the same notification; null when it carries no notification id. */
  nth: z.number().int().nullable(),
  of: z.number().int().nullable(),
  /** retry: the delivery before it was not answered 2xx in time; duplicate: it was answered 2xx and not known to be late. */
  kind: z.enum(['first', 'retry', 'duplicate']).nullable(),
  /** Findings for code, and as sentences (`notes`) in the same order. */
  remarks: z.array(timingRemarkSchema),
  notes: z.array(z.string()),
})

export const percentilesSchema = z.object({
  count: z.number().int(),
  p50: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
})

const group = z.object({
  /** Null in the group of all, and for deliveries that name no type. */
  resourceType: z.string().nullable(),
  count: z.number().int(),
  /** Answered after the time limit of their sender; senders without a known limit count none. */
  late: z.number().int(),
  /** Deliveries of a notification that had come before. */
  repeated: z.number().int(),
  legs: z.record(leg, percentilesSchema.nullable()),
})

export const latencySchema = z.object({
  /** The maximum number of deliveries measured, the newest ones. */
  window: z.number().int(),
  /** When the oldest and the newest of them came; null when there are none. */
  from: time.nullable(),
  to: time.nullable(),
  all: group,
  /** The largest first. */
  types: z.array(group),
  /** Left out: their signature is not valid, so their times prove nothing. */
  unproven: z.number().int(),
  /** How long the senders of these deliveries wait for an answer; null where they differ or it is not known. */
  answerLimitMs: z.number().nullable(),
  /** Findings about the senders' clocks. */
  clocks: z.array(
    z.object({ environmentId: z.string(), aheadMs: z.number(), note: z.string(), why: clockRemarkSchema }),
  ),
  /** The definition of each leg, as a sentence. */
  meanings: z.record(leg, z.string()),
})

export const latencyQuerySchema = z.object({
  environment: z.string().optional(),
  /** ISO 8601: only deliveries that came since. */
  since: z.iso.datetime({ offset: true, error: 'since is a time such as 2026-01-31T12:00:00Z.' }).optional(),
})
