import { z } from 'zod'
import { checkInputSchema, checkReportSchema, checkSummarySchema } from '../schemas/checkSchemas.ts'
import { base } from './base.ts'

const check = z.object({ check: z.string() })

/** Grading a handler of webhooks on this machine. Programs that count effects are for the command line only. */
export const checks = {
  /** Starts a run; one at a time. Never to another machine, and never to our own ports. */
  start: base.route({ method: 'POST', path: '/checks', successStatus: 202 }).input(checkInputSchema).output(check),
  /** The unfinished report. With `after` the answer waits until more probes than that are done, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/checks/{check}' })
    .input(check.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(checkReportSchema),
  /** Earlier runs, the newest first. */
  list: base.route({ method: 'GET', path: '/checks' }).output(z.object({ items: z.array(checkSummarySchema) })),
  /** Sends nothing more. */
  cancel: base.route({ method: 'POST', path: '/checks/{check}/cancel' }).input(check).output(checkReportSchema),
}
