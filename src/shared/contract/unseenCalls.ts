import { z } from 'zod'
import { unseenSchema } from '../schemas/statusSchemas.ts'
import { base } from './base.ts'

/** Failed deliveries that nobody has looked at. `GET /status` has them too. */
export const unseen = {
  get: base.route({ method: 'GET', path: '/unseen' }).output(unseenSchema),
  /** Somebody has looked at these; without `ids`, at all of them. */
  markSeen: base
    .route({ method: 'POST', path: '/unseen/seen' })
    .input(z.object({ ids: z.array(z.string().max(20)).max(1000).optional() }))
    .output(unseenSchema),
}
