import { z } from 'zod'
import {
  clockChangeSchema,
  sandboxClockSchema,
  sandboxFieldsSchema,
  sandboxObjectSchema,
  sandboxSchema,
  sandboxSettingsSchema,
  sandboxSpecialKinds,
  watchedObjectSchema,
} from '../schemas/sandboxSchemas.ts'
import { base } from './base.ts'

/** The built-in emulator of the service. */
export const sandbox = {
  get: base.route({ method: 'GET', path: '/sandbox' }).output(sandboxSchema),
  createObject: base
    .route({ method: 'POST', path: '/sandbox/objects', successStatus: 201 })
    .input(z.object({ type: z.string(), fields: sandboxFieldsSchema.optional() }))
    .output(sandboxObjectSchema),
  updateObject: base
    .route({ method: 'PATCH', path: '/sandbox/objects/{type}/{id}' })
    .input(z.object({ type: z.string(), id: z.string(), fields: sandboxFieldsSchema.optional() }))
    .output(sandboxObjectSchema),
  /** An object that sends no notification, to count requests for it: a check sends deliveries about it. */
  watchObject: base
    .route({ method: 'POST', path: '/sandbox/watched-objects', successStatus: 201 })
    .input(z.object({ type: z.string() }))
    .output(watchedObjectSchema),
  /** How often clients have requested a watched object. */
  asked: base
    .route({ method: 'GET', path: '/sandbox/watched-objects/{id}' })
    .input(z.object({ id: z.string() }))
    .output(z.object({ asked: z.number().int() })),
  /** Changes how it sends; absent fields keep their value. */
  changeSettings: base
    .route({ method: 'PATCH', path: '/sandbox/settings' })
    .input(sandboxSettingsSchema.partial())
    .output(sandboxSettingsSchema),
  /** Jumps, freezes, lets it run on, or returns to the real time. */
  changeClock: base
    .route({ method: 'POST', path: '/sandbox/clock' })
    .input(z.object({ change: clockChangeSchema }))
    .output(sandboxClockSchema),
  /** One delivery that is wrong on purpose. */
  sendSpecial: base
    .route({ method: 'POST', path: '/sandbox/special-deliveries', successStatus: 202 })
    .input(z.object({ kind: z.enum(sandboxSpecialKinds) }))
    .output(z.object({ sent: z.string() })),
  /** The whole main job in one call, as the bundled scenario `demo` begins: webhook-config, one object created, notified, verified and fetched. */
  demo: base.route({ method: 'POST', path: '/sandbox/demo' }).output(z.object({ deliveryId: z.string() })),
}
