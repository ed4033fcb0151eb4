import { z } from 'zod'
import {
  codeLanguageSchema,
  shapeChangesSchema,
  shapeCodeSchema,
  shapeSchema,
  shapeSourceSchema,
  shapeTypeSchema,
} from '../schemas/shapeSchemas.ts'
import { base } from './base.ts'

const shapeOf = z.object({ source: shapeSourceSchema, type: z.string(), environment: z.string().optional() })

/** Shapes of messages and objects, learned from proven deliveries on request, and their changes. */
export const shapes = {
  /** `environment`: by default the one in use; of an opened file the `environmentId` of its deliveries. */
  list: base
    .route({ method: 'GET', path: '/shapes' })
    .input(z.object({ environment: z.string().optional() }))
    .output(z.array(shapeTypeSchema)),
  /** Learned from the newest 2,000 samples of at most 5 MB. An opened file has no changes. */
  get: base.route({ method: 'GET', path: '/shapes/{source}/{type}' }).input(shapeOf).output(shapeSchema),
  code: base
    .route({ method: 'GET', path: '/shapes/{source}/{type}/code' })
    .input(shapeOf.extend({ language: codeLanguageSchema }))
    .output(shapeCodeSchema),
  /** `all`: accepted ones, too. Waits until pending deliveries are compared, two seconds at most. */
  changes: base
    .route({ method: 'GET', path: '/changes' })
    .input(z.object({ environment: z.string().optional(), all: z.enum(['true', 'false']).default('false') }))
    .output(shapeChangesSchema),
  /** Accepts the numbered changes, or all that were found so far. Returns how many were not accepted before. */
  accept: base
    .route({ method: 'POST', path: '/changes/accept' })
    .input(
      z.object({
        environment: z.string().optional(),
        changes: z.union([z.literal('all'), z.array(z.number().int().positive()).min(1).max(1000)]),
      }),
    )
    .output(z.object({ accepted: z.number().int() })),
}
