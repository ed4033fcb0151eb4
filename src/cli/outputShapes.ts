/** Shapes that only the command line has. */
import { z } from 'zod'
import { checkGroups, checkSeverities } from '../shared/schemas/checkSchemas.ts'
import { deliverySummarySchema } from '../shared/schemas/deliverySchemas.ts'

/** The instance that answered; null where the command answered. */
export const runningSchema = z
  .object({
    pid: z.number().int(),
    shell: z.enum(['browser', 'desktop', 'command']),
    version: z.string(),
    startedAt: z.string(),
    instanceId: z.string(),
  })
  .nullable()

export const newsSchema = deliverySummarySchema.extend({ event: z.enum(['delivery', 'follow-up']) })

/** `listen --forward-to` says how each was answered. */
export const forwardedNewsSchema = z.object({
  event: z.literal('forward'),
  id: z.string(),
  deliveryId: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** ms; null where nothing was sent. */
  took: z.number().nullable(),
})

export const probeSchema = z.object({
  probe: z.string(),
  group: z.enum(checkGroups),
  severity: z.enum(checkSeverities),
  source: z.string(),
  title: z.string(),
})

/** What was read out of a damaged database, see recoverDatabase.ts. */
/** A new key of stored secrets. */
export const newKeySchema = z.object({ description: z.string(), aside: z.array(z.string()) })

export const recoveredSchema = z.object({
  rows: z.record(z.string(), z.number().int()),
  unreadable: z.record(z.string(), z.number().int()),
  fromPages: z.number().int(),
  environments: z.number().int(),
  aside: z.string(),
})
