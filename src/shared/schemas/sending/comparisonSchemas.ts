/** Two builds of an app compared over stored deliveries. */
import { z } from 'zod'
import { headerLine, time } from '../deliverySchemas.ts'
import { placeDifferenceSchema } from '../parts/placeDifference.ts'
import { targetUrl } from '../parts/requestParts.ts'

/** Limits of one comparison. */
export const comparisonLimits = { deliveries: 10_000 } as const

export const comparisonInputSchema = z.strictObject({
  /** The build that is known to be good. On this machine, unless `allowHost` names its host. */
  old: targetUrl,
  /** The build under test. */
  new: targetUrl,
  /** A filter in the language of the inbox. Default: all deliveries of the environment. */
  filter: z.string().max(2000).optional(),
  /** Whose deliveries. Default: the environment in use. */
  environment: z.string().max(80).optional(),
  /** JSON pointers of answers (`*` is any member), or `time`, `body`, `order`. */
  ignore: z.array(z.string().min(1).max(500)).max(100).default([]),
  /** The newest of those that match. */
  max: z.number().int().min(1).max(comparisonLimits.deliveries).default(comparisonLimits.deliveries),
  allowHost: z.string().max(255).optional(),
  /** Signs this run and is not kept. Default: the current secret of the environment. */
  secret: z.string().min(1, 'Give the secret to sign with.').max(65_536).optional(),
  /** Where the API of the stored snapshots listens. Default: any free port. */
  apiPort: z.number().int().min(0).max(65_535).default(0),
})

/** One aspect in which two answers differ, without values: equal parts are one way to differ. */
export const differencePartSchema = z.discriminatedUnion('kind', [
  /** `message`: what the failed answer says, without ids, times and numbers. */
  z.object({ kind: z.literal('status'), before: z.number(), after: z.number(), message: z.string().nullable() }),
  /** One build gave no answer; `code` such as DEADLINE or ECONNRESET. */
  z.object({ kind: z.literal('no-answer'), build: z.enum(['old', 'new']), code: z.string() }),
  /** A place of the JSON with the kinds of its values; null where it was missing. */
  z.object({
    kind: z.literal('json'),
    place: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  z.object({ kind: z.literal('moved'), place: z.string() }),
  z.object({ kind: z.literal('header'), name: z.string(), before: z.string(), after: z.string() }),
  /** Bodies that are not both JSON: `empty`, `text` or `JSON`. */
  z.object({ kind: z.literal('text'), before: z.string(), after: z.string() }),
  z.object({ kind: z.literal('slower') }),
  /** Further places. */
  z.object({ kind: z.literal('more'), count: z.number().int() }),
])

export const comparedAnswerSchema = z.object({
  status: z.number().nullable(),
  headers: z.array(headerLine),
  body: z.string(),
  bodyTruncated: z.boolean(),
  problem: z.string().nullable(),
  /** ms; of repeated requests the median. */
  took: z.number().nullable(),
})

export const differenceClusterSchema = z.object({
  parts: z.array(differencePartSchema),
  count: z.number().int(),
  /** Event types of its deliveries, the most frequent first. */
  types: z.array(z.object({ type: z.string(), count: z.number().int() })),
  /** In order of arrival, at most 200. */
  deliveryIds: z.array(z.string()),
  /** The first delivery that differs like this, with both answers as they came. */
  example: z.object({
    deliveryId: z.string(),
    old: comparedAnswerSchema,
    new: comparedAnswerSchema,
    differences: z.array(placeDifferenceSchema),
  }),
})

export const comparisonStates = ['running', 'done', 'cancelled', 'stopped'] as const

export const comparisonSchema = z.object({
  run: z.string(),
  state: z.enum(comparisonStates),
  startedAt: time,
  endedAt: time.nullable(),
  /** ms */
  took: z.number(),
  old: z.string(),
  new: z.string(),
  filter: z.string(),
  ignored: z.array(z.string()),
  /** Where both builds fetch objects, as a user of the sandbox. */
  api: z.object({ baseUrl: z.string(), tokenUrl: z.string(), user: z.string() }),
  total: z.number().int(),
  /** Deliveries that both builds answered, or that could not be compared. */
  done: z.number().int(),
  same: z.number().int(),
  differ: z.number().int(),
  /** Deliveries whose answers differ, and that asked for an object without a stored snapshot: nothing is claimed of these. */
  unknown: z.number().int(),
  /** Deliveries that could not be sent, with the reason. */
  unsent: z.array(z.object({ message: z.string(), count: z.number().int() })),
  requests: z.object({
    /** Answered from a snapshot. */
    answered: z.number().int(),
    /** Answered 404, because no snapshot is stored as of that moment. */
    unknown: z.number().int(),
    /** Refused: without the token of this run. */
    refused: z.number().int(),
  }),
  /** Paths without a snapshot, the most frequent first, at most 20. */
  unknownPaths: z.array(z.object({ path: z.string(), count: z.number().int() })),
  /** Places that differ only in generated values, with the rule that masked them. */
  masked: z.array(z.object({ place: z.string(), rule: z.string(), count: z.number().int() })),
  clusters: z.array(differenceClusterSchema),
  /** Deliveries that differ in further ways than there are clusters for. */
  others: z.number().int(),
  /** The build that stopped answering, the last delivery that it was sent, and why. */
  stopped: z
    .object({ build: z.enum(['old', 'new']), deliveryId: z.string().nullable(), problem: z.string() })
    .nullable(),
})
