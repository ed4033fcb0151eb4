import { z } from 'zod'
import { fixtureNameSchema, namedFixtureSchema } from '../schemas/sending/fixtureSchemas.ts'
import { shrinkInputSchema, shrinkSchema } from '../schemas/sending/shrinkSchemas.ts'
import { base } from './base.ts'

const run = z.object({ run: z.string() })

/**
 * The search for the smallest delivery that still fails. The handler gets up to `maxRequests` deliveries, so it should work
 * on a test database. One search at a time; the newest 20 are kept in memory.
 */
export const shrinks = {
  /**
   * Sends a stored delivery and smaller and smaller ones to a handler, each with a fresh signature, until no part can be left out. Only to
   * this machine, unless `allowHost` names the host; never to our own ports. Stores nothing.
   */
  start: base.route({ method: 'POST', path: '/shrinks', successStatus: 202 }).input(shrinkInputSchema).output(run),
  /** Progress and result. With `after` the answer waits until more requests than that were sent, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/shrinks/{run}' })
    .input(run.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(shrinkSchema),
  /**
   * The smallest delivery as a fixture that expects 2xx, so that a test with it fails until the handler is fixed. With `save` it
   * is written into the folder of the fixtures, in place of one of the same name. Holds no secret.
   */
  fixture: base
    .route({ method: 'POST', path: '/shrinks/{run}/fixture' })
    .input(run.extend({ name: fixtureNameSchema, save: z.boolean().default(false) }))
    .output(namedFixtureSchema.extend({ folder: z.string(), saved: z.boolean() })),
  /** Stops sending, and keeps the smallest failing delivery. */
  cancel: base.route({ method: 'POST', path: '/shrinks/{run}/cancel' }).input(run).output(shrinkSchema),
}
