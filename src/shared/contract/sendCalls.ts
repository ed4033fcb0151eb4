import { z } from 'zod'
import {
  fixtureListSchema,
  fixtureNameSchema,
  fixtureSchema,
  namedFixtureSchema,
} from '../schemas/sending/fixtureSchemas.ts'
import { sendInputSchema, sendPreviewSchema, sendRunSchema } from '../schemas/sending/sendSchemas.ts'
import { targetUrl } from '../schemas/parts/requestParts.ts'
import { base } from './base.ts'

const run = z.object({ run: z.string() })

/** Requests that are sent on purpose, signed like their sender's, to our own receiver or to the app under work. */
export const sends = {
  /**
   * Sends a request, a fixture or stored deliveries: once, several times, at a rate, at once, with their distances. Refused
   * at once when the first one cannot be made. Only to this machine, unless `allowHost` names the host; never to our own ports
   * but the receiver's. A secret or private key that is given signs this run and is not kept.
   */
  start: base.route({ method: 'POST', path: '/send', successStatus: 202 }).input(sendInputSchema).output(run),
  /** The first request of such a run as it would be sent now. Refused like `start`; nothing is sent. */
  preview: base.route({ method: 'POST', path: '/send/preview' }).input(sendInputSchema).output(sendPreviewSchema),
  /** Progress and summary. With `after` the answer waits until more requests than that have ended, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/send/{run}' })
    .input(run.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(sendRunSchema),
  /** Stops sending and aborts requests in flight. */
  cancel: base.route({ method: 'POST', path: '/send/{run}/cancel' }).input(run).output(sendRunSchema),
}

/**
 * A delivery as a fixture and a test for `node --test` that posts it to an app and checks the answer. With `save` both are
 * written into the folder of the fixtures, in place of those of the same name. Neither holds a secret.
 */
export const testCase = base
  .route({ method: 'POST', path: '/deliveries/{id}/test-case' })
  .input(
    z.object({
      id: z.string(),
      name: fixtureNameSchema,
      /** The app's address; WEBHOOK_URL overrides it. */
      url: targetUrl.optional(),
      save: z.boolean().default(false),
    }),
  )
  .output(
    z.object({
      folder: z.string(),
      saved: z.boolean(),
      files: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
  )

/** Requests as files of one folder: HOOKSCOPE_FIXTURES, else `fixtures` in the data folder. Names only, never a path. */
export const fixtures = {
  list: base.route({ method: 'GET', path: '/fixtures' }).output(fixtureListSchema),
  get: base
    .route({ method: 'GET', path: '/fixtures/{name}' })
    .input(z.object({ name: fixtureNameSchema }))
    .output(fixtureSchema),
  /** Writes it, in place of one of the same name. */
  put: base.route({ method: 'PUT', path: '/fixtures/{name}' }).input(namedFixtureSchema).output(namedFixtureSchema),
  remove: base
    .route({ method: 'DELETE', path: '/fixtures/{name}' })
    .input(z.object({ name: fixtureNameSchema }))
    .output(z.object({ removed: z.string() })),
}
