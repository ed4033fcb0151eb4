/** Output shapes used only by the command line. */
import { z } from 'zod'
import { checkGroups, checkSeverities } from '../../shared/schemas/sending/checkSchemas.ts'
import { deliverySummarySchema } from '../../shared/schemas/deliverySchemas.ts'

/** The running instance that answered; null when the command worked without one. */
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

/** An app's answer to a delivery forwarded by `listen --forward-to`. */
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

/** A new key for the stored secrets. */
export const newKeySchema = z.object({ description: z.string(), aside: z.array(z.string()) })

/** The result of recovering a damaged database, see recoverDatabase.ts. */
export const recoveredSchema = z.object({
  rows: z.record(z.string(), z.number().int()),
  unreadable: z.record(z.string(), z.number().int()),
  cutOff: z.array(z.string()),
  environments: z.number().int(),
  aside: z.string(),
})

export interface CommandOutput {
  /** As typed: `check`, and `check --list` or `open FILE` when the output then has a different shape. */
  command: string
  /** How much is printed. */
  prints: 'one line' | 'a line for each delivery' | 'a line for each line of the file'
  /** A short description for the docs. */
  says: string
  /**
   * How the command relates to an instance running on the data folder: it joins one if there is one, requires one,
   * requires that there is none, or uses no data folder.
   */
  instance: 'joins, else alone' | 'joins' | 'alone' | 'none'
  schema: z.ZodType
}
