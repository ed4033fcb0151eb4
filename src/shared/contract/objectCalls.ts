import { z } from 'zod'
import { objectPageSchema, objectQuerySchema, objectSchema } from '../schemas/objectSchemas.ts'
import { base } from './base.ts'

/** The objects that deliveries are about. */
export const objects = {
  /** Objects that deliveries named, the newest activity first. */
  list: base.route({ method: 'GET', path: '/objects' }).input(objectQuerySchema).output(objectPageSchema),
  /** `environment`: by default the one in use; of an opened file the `environmentId` of its deliveries. */
  get: base
    .route({ method: 'GET', path: '/objects/{resourceType}/{resourceId}' })
    .input(z.object({ resourceType: z.string(), resourceId: z.string(), environment: z.string().optional() }))
    .output(objectSchema),
}
