/** Schemas of the agents and editors that work with Hookscope through `hookscope mcp`. */
import { z } from 'zod'
import { time } from './deliverySchemas.ts'

const word = z.string().trim().min(1).max(200)

export const toolCallInputSchema = z.object({
  /** Name of the tool. */
  tool: word,
  /** `refused`: it was answered with why not. */
  outcome: z.enum(['done', 'refused']),
  /** How long it took, ms. */
  took: z.number().min(0),
})

/** A server's report on the client that opened it. */
export const toolSessionInputSchema = z.object({
  /** As the client names itself: a claim. */
  client: word,
  version: word,
  allowSend: z.boolean(),
  pid: z.number().int().positive(),
})

export const toolSessionSchema = toolSessionInputSchema.extend({
  id: z.string(),
  since: time,
  connected: z.boolean(),
  /** Newest first, at most 100. */
  calls: z.array(toolCallInputSchema.extend({ at: time })),
})
