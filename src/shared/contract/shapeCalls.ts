import { z } from 'zod'
import { shapeSchema, shapeSourceSchema, shapeTypeSchema } from '../schemas/shapeSchemas.ts'
import { base } from './base.ts'

/** What a sender's messages and objects look like, learned from proven deliveries when it is asked for. */
export const shapes = {
  /** `environment`: by default the one in use; of an opened file the `environmentId` of its deliveries. */
  list: base
    .route({ method: 'GET', path: '/shapes' })
    .input(z.object({ environment: z.string().optional() }))
    .output(z.array(shapeTypeSchema)),
  /** Learned from the newest 2,000 samples of at most 16 MB, and how these changed. */
  get: base
    .route({ method: 'GET', path: '/shapes/{source}/{type}' })
    .input(z.object({ source: shapeSourceSchema, type: z.string(), environment: z.string().optional() }))
    .output(shapeSchema),
}
