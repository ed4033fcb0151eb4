/** Deliveries of one object in every order in which they could have arrived. */
import { z } from 'zod'
import { time } from '../deliverySchemas.ts'
import { placeDifferenceSchema } from '../parts/placeDifference.ts'
import { targetUrl } from '../parts/requestParts.ts'

export const orderLimits = { deliveries: 12, requests: 10_000, ms: 3_600_000 } as const

/** An address, or `command` where the client runs one when the run asks for it. */
const source = z.union([z.literal('command'), targetUrl])

export const orderInputSchema = z.strictObject({
  resourceType: z.string().min(1).max(200),
  resourceId: z.string().min(1).max(500),
  environment: z.string().max(80).optional(),
  /** The app: on this machine, unless `allowHost` names its host. */
  to: targetUrl,
  allowHost: z.string().max(255).optional(),
  /** POSTed to before each schedule. */
  reset: source,
  /** The commands as text, for the scenarios of findings. The client runs them. */
  commands: z
    .strictObject({ reset: z.string().max(2000).optional(), state: z.string().max(2000).optional() })
    .optional(),
  /** Read after each schedule. Without it answers are compared, and nothing is known of the state. */
  state: source.optional(),
  /** JSON pointers of the state (`*` is any member), or `order`. */
  ignore: z.array(z.string().min(1).max(500)).max(100).default([]),
  /** Only this one is played and compared with the order of arrival, such as `2 1` or `1 2+2`. */
  schedule: z.string().max(500).optional(),
  /** Where the API of the stored snapshots listens. Absent: the app fetches objects where it is set up to. */
  apiPort: z.number().int().min(0).max(65_535).optional(),
  maxRequests: z.number().int().min(1).max(orderLimits.requests).default(500),
  maxMs: z.number().int().min(1).max(orderLimits.ms).default(60_000),
  /** Wait between the last answer and the reading of the state, ms. */
  settleMs: z.number().int().min(0).max(60_000).default(50),
  /** Signs this run and is not kept. Default: the current secret of the environment. */
  secret: z.string().min(1, 'Give the secret to sign with.').max(65_536).optional(),
})

/** `cut`: it is sent, and the connection is closed before the answer. */
export const scheduleStepSchema = z.object({
  /** Numbers of deliveries in order of arrival, from 1; more than one are sent at once. */
  deliveries: z.array(z.number().int()),
  cut: z.boolean(),
})

export const scheduleKinds = ['order', 'duplicate', 'parallel', 'lost', 'given'] as const

export const orderFindingSchema = z.object({
  kind: z.enum(scheduleKinds),
  /** As `--schedule` takes it. */
  schedule: z.string(),
  steps: z.array(scheduleStepSchema),
  /** The same deliveries in order of arrival, each once. */
  inOrder: z.array(z.number().int()),
  /** What was compared: the state, or the answers. */
  by: z.enum(['state', 'answers']),
  differences: z.array(placeDifferenceSchema),
  /** The state, or the answers, in order of arrival and after the schedule. */
  expected: z.string(),
  found: z.string(),
  /** How often it was seen, out of as many. */
  repeats: z.number().int(),
  sentence: z.string(),
  /** The text of a scenario that plays it; null where an answer is lost, for which it has no step. */
  scenario: z.string().nullable(),
})

export const orderStates = ['running', 'done', 'bounded', 'flaky', 'cancelled', 'stopped'] as const

export const orderRunSchema = z.object({
  run: z.string(),
  state: z.enum(orderStates),
  startedAt: time,
  endedAt: time.nullable(),
  /** ms */
  took: z.number(),
  to: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  deliveries: z.array(z.object({ number: z.number().int(), id: z.string(), label: z.string() })),
  /** Schedules that are planned and that were played, besides repetitions. */
  planned: z.number().int(),
  played: z.number().int(),
  requests: z.number().int(),
  /** Whether every permutation is among the planned ones. */
  exhaustive: z.boolean(),
  by: z.enum(['state', 'answers']),
  /** The shortest schedule of each kind whose result differs. */
  findings: z.array(orderFindingSchema),
  /** Schedules whose result was not the same each time: nothing is claimed of these. */
  flaky: z.array(z.string()),
  /** Why it ended early, as a sentence. */
  problem: z.string().nullable(),
  /** A command that the client should run. */
  asks: z.object({ id: z.string(), what: z.enum(['reset', 'state']) }).nullable(),
  /** Rises with each change. */
  changes: z.number().int(),
})
