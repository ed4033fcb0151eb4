import { z } from 'zod'
import { orderInputSchema, orderRunSchema } from '../schemas/sending/orderSchemas.ts'
import { base } from './base.ts'

const run = z.object({ run: z.string() })

/** Deliveries of one object that are played to an app in other orders, twice, at once and with a lost answer. */
export const orders = {
  /** One at a time. Only to this machine, unless `allowHost` names the host. */
  start: base.route({ method: 'POST', path: '/order-runs', successStatus: 202 }).input(orderInputSchema).output(run),
  /** The newest first, since the last start, at most 10. */
  list: base.route({ method: 'GET', path: '/order-runs' }).output(z.object({ items: z.array(orderRunSchema) })),
  /** Progress and result. With `after` the answer waits until there are more changes than that, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/order-runs/{run}' })
    .input(run.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(orderRunSchema),
  /** Sends nothing more. */
  cancel: base.route({ method: 'POST', path: '/order-runs/{run}/cancel' }).input(run).output(orderRunSchema),
  /** Returns the output of the command that the run `asks` for; `exit` is null for a command that could not be run. */
  answer: base
    .route({ method: 'POST', path: '/order-runs/{run}/answer' })
    .input(run.extend({ id: z.string(), exit: z.number().int().nullable(), output: z.string().max(1_048_576) }))
    .output(orderRunSchema),
}
