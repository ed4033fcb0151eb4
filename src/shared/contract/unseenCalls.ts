import { z } from 'zod'
import { unseenSchema } from '../schemas/statusSchemas.ts'
import { base } from './base.ts'

/** Failed deliveries that are not seen yet. `GET /status` has them too. */
export const unseen = {
  get: base.route({ method: 'GET', path: '/unseen' }).output(unseenSchema),
  /** These are seen now; without `ids`, all of them. */
  markSeen: base
    .route({ method: 'POST', path: '/unseen/seen' })
    .input(z.object({ ids: z.array(z.string().max(20)).max(1000).optional() }))
    .output(unseenSchema),
}
