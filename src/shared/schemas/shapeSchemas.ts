/** Schemas of shapes: which fields a sender's messages and objects have. */
import { z } from 'zod'
import { time } from './deliverySchemas.ts'

export const shapeSourceSchema = z.enum(['body', 'object'])

/** A kind of message that a sender sends, or of object that was fetched. */
export const shapeTypeSchema = z.object({
  source: shapeSourceSchema,
  /** The event type, or the type of the object. */
  type: z.string(),
  /** Number of proven deliveries or fetched objects. */
  samples: z.number().int(),
})

/** A field of a shape. */
export const shapeFieldSchema = z.object({
  /** Member names from the root; `*` is any member of a map, `[]` any element. Empty for the root. */
  path: z.array(z.string()),
  /** The most frequent first. */
  types: z.array(z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])),
  /** Number of values, and of the objects that could have had it. */
  count: z.number().int(),
  of: z.number().int(),
  examples: z.array(z.string()),
  /** The few values that it has, or null where there are many. */
  values: z.array(z.string()).nullable(),
  /** A format that every text had. */
  format: z.enum(['uuid', 'date-time', 'date', 'email', 'uri', 'decimal', 'integer', 'jwt', 'base64']).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of arrays. */
  lengths: z.object({ min: z.number().int(), max: z.number().int() }).nullable(),
})

/** A change of a shape, and the delivery that showed it first. */
export const shapeChangeSchema = z.object({
  kind: z.enum(['new-field', 'missing-field', 'other-type', 'null-value', 'new-value']),
  path: z.array(z.string()),
  /** Types, values or an example of before; empty where there was nothing. */
  before: z.string(),
  /** The same of the delivery; empty where the field is missing. */
  now: z.string(),
  deliveryId: z.string(),
  at: time,
})

export const shapeSchema = z.object({
  source: shapeSourceSchema,
  type: z.string(),
  samples: z.number().int(),
  /** With fewer samples nothing is called a change. */
  minSamples: z.number().int(),
  /** Some fields were left out: there are too many. */
  cut: z.boolean(),
  fields: z.array(shapeFieldSchema),
  /** Newest first. */
  changes: z.array(shapeChangeSchema),
  /** JSON Schema (2020-12) that every sample is valid by. */
  schema: z.record(z.string(), z.unknown()),
})
