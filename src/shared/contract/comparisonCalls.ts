import { z } from 'zod'
import { comparisonInputSchema, comparisonSchema } from '../schemas/sending/comparisonSchemas.ts'
import { base } from './base.ts'

const run = z.object({ run: z.string() })

/** Two builds of an app that are sent the same stored deliveries, freshly signed, and whose answers are compared. */
export const comparisons = {
  /**
   * One at a time. Only to this machine, unless `allowHost` names the host. Requests of the builds for objects are answered from
   * stored snapshots as of the delivery, on a port of its own.
   */
  start: base
    .route({ method: 'POST', path: '/build-comparisons', successStatus: 202 })
    .input(comparisonInputSchema)
    .output(run),
  /** The newest first, since the last start, at most 10. */
  list: base
    .route({ method: 'GET', path: '/build-comparisons' })
    .output(z.object({ items: z.array(comparisonSchema.omit({ clusters: true })) })),
  /** Progress and result. With `after` the answer waits until more deliveries than that are done, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/build-comparisons/{run}' })
    .input(run.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(comparisonSchema),
  /** Sends nothing more. */
  cancel: base.route({ method: 'POST', path: '/build-comparisons/{run}/cancel' }).input(run).output(comparisonSchema),
}
