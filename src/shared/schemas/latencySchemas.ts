/** Schemas of how long the way of deliveries takes. Durations are milliseconds. */
import { z } from 'zod'
import { clockRemarkSchema, timingRemarkSchema } from '../codes/timingRemarks.ts'
import { latencyLegs } from '../codes/latencyLegs.ts'

/** Times, spelled here as in deliverySchemas.ts, which takes its timing from here. */
const time = z.iso.datetime({ precision: 3 })

const leg = z.enum(latencyLegs)

/** How long the legs of one delivery took, and what the service saw of it. */
export const timingSchema = z.object({
  /** Null where a moment is not known. The first may be negative: it spans two clocks. */
  legs: z.record(leg, z.number().nullable()),
  /** At least so much the sender's clock is ahead of ours; null when nothing says so. */
  senderClockAheadMs: z.number().nullable(),
  /** Whether it was answered within the 3 seconds that the service waits; null when that is not known. */
  inTime: z.boolean().nullable(),
  late: z.boolean(),
  /** It is the n-th delivery `of` so many of the same notification; null when it carries no notification id. */
  nth: z.number().int().nullable(),
  of: z.number().int().nullable(),
  /** retry: the delivery before it was not answered well in time; duplicate: it was, and yet it was sent again. */
  kind: z.enum(['first', 'retry', 'duplicate']).nullable(),
  /** What the times say: for code, and as sentences for a person, in the same order. */
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
  /** Answered later than the service waits. */
  late: z.number().int(),
  /** Deliveries of a notification that had come before. */
  repeated: z.number().int(),
  legs: z.record(leg, percentilesSchema.nullable()),
})

export const latencySchema = z.object({
  /** Over at most so many deliveries, the newest ones. */
  window: z.number().int(),
  /** When the oldest and the newest of them came; null when there are none. */
  from: time.nullable(),
  to: time.nullable(),
  all: group,
  /** The largest first. */
  types: z.array(group),
  /** Left out: nothing proves them, so their times could be anybody's invention. */
  unproven: z.number().int(),
  /** What the times say about the senders' clocks, where there is something to be said. */
  clocks: z.array(
    z.object({ environmentId: z.string(), aheadMs: z.number(), note: z.string(), why: clockRemarkSchema }),
  ),
  /** What is measured of each leg, as a sentence. */
  meanings: z.record(leg, z.string()),
})

export const latencyQuerySchema = z.object({
  environment: z.string().optional(),
  /** ISO 8601: only deliveries that came since. */
  since: z.iso.datetime({ offset: true, error: 'since is a time such as 2026-01-31T12:00:00Z.' }).optional(),
})
