/** Schemas of shapes: which fields a sender's messages and objects have. */
import { z } from 'zod'
import { codeLanguages } from '../codeLanguages.ts'
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

/** A change of the shape of a type. Until it is accepted, each delivery that shows it is marked. */
export const shapeChangeSchema = z.object({
  /** Names it in `change:` of a filter and when it is accepted. */
  number: z.number().int(),
  environmentId: z.string(),
  source: shapeSourceSchema,
  type: z.string(),
  kind: z.enum(['new-field', 'missing-field', 'other-type', 'null-value', 'new-value']),
  path: z.array(z.string()),
  sentence: z.string(),
  /** An example of before; empty where there is none. */
  before: z.string(),
  /** An example of the change; empty where the field is missing, or once it is accepted. */
  now: z.string(),
  /** The first delivery that shows it; null once it is accepted. */
  deliveryId: z.string().nullable(),
  /** Deliveries that show it, or showed it until it was accepted. */
  deliveries: z.number().int(),
  firstAt: time,
  lastAt: time,
  acceptedAt: time.nullable(),
})

/** Changes, and how many deliveries and fetched objects were not compared with their shape yet. */
export const shapeChangesSchema = z.object({ changes: z.array(shapeChangeSchema), pending: z.number().int() })

/** Languages that code is written in. */
export const codeLanguageSchema = z.enum(codeLanguages)

/** Code with the types of a shape, and a reader for its JSON where the language has one. */
export const shapeCodeSchema = z.object({
  language: codeLanguageSchema,
  /** Our tests compile it and run it over stored bodies. */
  tested: z.boolean(),
  code: z.string(),
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
  /** Pending changes first, then the newest. */
  changes: z.array(shapeChangeSchema),
  /** JSON Schema (2020-12) that every sample is valid by. */
  schema: z.record(z.string(), z.unknown()),
})
