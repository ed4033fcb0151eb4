/** Schemas of how many deliveries came when. */
import { z } from 'zod'
import { verdicts } from '../codes/signature/verdicts.ts'
import { time } from './deliverySchemas.ts'

export const rateSchema = z.object({
  from: time,
  /** The first moment that does not count any more. */
  to: time,
  /** How long each span is, ms. */
  stepMs: z.number(),
  /** The spans, the oldest first. */
  buckets: z.array(
    z.object({
      /** Where the span begins; it ends where the next one begins. */
      at: time,
      total: z.number().int(),
      /** Without verdicts of which there is none. */
      byVerdict: z.partialRecord(z.enum(verdicts), z.number().int()),
    }),
  ),
  /** Deliveries up to this id are counted. */
  upTo: z.string(),
  /** Deliveries that are stored and not counted yet. */
  behind: z.number().int(),
})

const instant = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} is a time such as 2026-01-31T12:00:00Z.` })

export const rateQuerySchema = z
  .object({
    environment: z.string().optional(),
    /** ISO 8601: the first moment that counts. */
    from: instant('from'),
    /** ISO 8601: the first moment that does not count any more. */
    to: instant('to'),
    /** Number of spans of equal length. */
    buckets: z.coerce.number().int().min(1).max(500).default(60),
    /** Only what fits, as GET /deliveries takes it; words cannot be counted. */
    filter: z.string().max(2000).optional(),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: 'to must be later than from.' })
