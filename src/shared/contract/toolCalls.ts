import { z } from 'zod'
import { toolCallInputSchema, toolSessionInputSchema, toolSessionSchema } from '../schemas/toolSchemas.ts'
import { base, id } from './base.ts'

/** The agents and editors that work with Hookscope, and their calls. Kept in memory until the process ends. */
export const tools = {
  /** Newest first, at most 20. */
  list: base.route({ method: 'GET', path: '/tool-sessions' }).output(z.array(toolSessionSchema)),
  /** `hookscope mcp` says who connected. */
  open: base
    .route({ method: 'POST', path: '/tool-sessions', successStatus: 201 })
    .input(toolSessionInputSchema)
    .output(z.object({ id: z.string() })),
  note: base
    .route({ method: 'POST', path: '/tool-sessions/{id}/calls', successStatus: 201 })
    .input(toolCallInputSchema.extend({ id: z.string() }))
    .output(z.object({ noted: z.boolean() })),
  close: base
    .route({ method: 'DELETE', path: '/tool-sessions/{id}' })
    .input(id)
    .output(z.object({ closed: z.boolean() })),
}
