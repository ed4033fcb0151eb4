import { z } from 'zod'
import { savedFilterInputSchema, savedFilterSchema } from '../schemas/deliverySchemas.ts'
import { base, id } from './base.ts'

/** Filters that the user saved. */
export const savedFilters = {
  /** In the order of their names. */
  list: base.route({ method: 'GET', path: '/saved-filters' }).output(z.array(savedFilterSchema)),
  create: base
    .route({ method: 'POST', path: '/saved-filters', successStatus: 201 })
    .input(savedFilterInputSchema)
    .output(savedFilterSchema),
  update: base
    .route({ method: 'PATCH', path: '/saved-filters/{id}' })
    .input(savedFilterInputSchema.partial().extend({ id: z.string() }))
    .output(savedFilterSchema),
  remove: base
    .route({ method: 'DELETE', path: '/saved-filters/{id}' })
    .input(id)
    .output(z.object({ removed: z.string() })),
}
