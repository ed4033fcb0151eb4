import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { scenarioProblem } from '../codes/scenarios.ts'
import { fixtureNameSchema } from '../schemas/sending/fixtureSchemas.ts'
import {
  scenarioItemSchema,
  scenarioListSchema,
  scenarioOutlineSchema,
  scenarioRecordingSchema,
  scenarioRecordInputSchema,
  scenarioRunInputSchema,
  scenarioRunSchema,
  scenarioRunSummarySchema,
  scenarioSources,
} from '../schemas/sending/scenarioSchemas.ts'
import { base } from './base.ts'

const run = z.object({ run: z.string() })
const named = z.object({ name: fixtureNameSchema, from: z.enum(scenarioSources).optional() })
const text = z.string().max(1_048_576, 'A scenario has at most 1 MB.')

/** Webhook flows as files: bundled ones, and those of one folder, HOOKSCOPE_SCENARIOS, else `scenarios` in the data folder. */
export const scenarios = {
  list: base.route({ method: 'GET', path: '/scenarios' }).output(scenarioListSchema),
  /** The JSON Schema of the format, for an editor. */
  schema: base.route({ method: 'GET', path: '/scenarios/schema' }).output(z.record(z.string(), z.json())),
  /** One of the folder, else the bundled one of this name. */
  get: base
    .route({ method: 'GET', path: '/scenarios/{name}' })
    .input(named)
    .output(scenarioItemSchema.extend({ text: z.string() })),
  /** Writes it into the folder, in place of one of the same name, also while it has problems: they come back. */
  put: base
    .route({ method: 'PUT', path: '/scenarios/{name}' })
    .input(z.object({ name: fixtureNameSchema, text }))
    .output(scenarioItemSchema),
  remove: base
    .route({ method: 'DELETE', path: '/scenarios/{name}' })
    .input(z.object({ name: fixtureNameSchema }))
    .output(z.object({ removed: z.string() })),
  /** Lists mistakes in a text with their places. Accepts unknown environment variables and commands: only a run can check these. */
  check: base
    .route({ method: 'POST', path: '/scenarios/check' })
    .input(z.object({ text, allowHost: z.string().max(255).optional() }))
    .output(z.object({ problems: z.array(scenarioProblem), outline: scenarioOutlineSchema.nullable() })),
  /** Writes stored deliveries of one environment as a scenario that sends them again. Reads and explains each, and saves nothing. */
  record: base
    .route({ method: 'POST', path: '/scenarios/record' })
    .input(scenarioRecordInputSchema)
    .output(scenarioRecordingSchema),

  runs: {
    /** Newest first, at most 50; those that run among them. */
    list: base
      .route({ method: 'GET', path: '/scenario-runs' })
      .output(z.object({ items: z.array(scenarioRunSummarySchema) })),
    /** One at a time for each environment. BAD_REQUEST with all problems of the file where there are any: nothing is sent then. */
    start: base
      .route({ method: 'POST', path: '/scenario-runs', successStatus: 202 })
      .input(scenarioRunInputSchema)
      .output(run),
    /** The run as it is now. With `after` the answer waits until there are more changes than that, at most 5 s. */
    get: base
      .route({ method: 'GET', path: '/scenario-runs/{run}' })
      .input(run.extend({ after: z.coerce.number().int().min(0).optional() }))
      .output(scenarioRunSchema),
    /** Starts a run and follows it: it is cancelled when the client stops reading. Not part of the HTTP API. */
    live: base.input(scenarioRunInputSchema).output(eventIterator(scenarioRunSchema)),
    /** Goes on from a pause: with the next step, or to the end. */
    next: base
      .route({ method: 'POST', path: '/scenario-runs/{run}/next' })
      .input(run.extend({ toEnd: z.boolean().default(false) }))
      .output(scenarioRunSchema),
    /** Stops before the next step. */
    pause: base.route({ method: 'POST', path: '/scenario-runs/{run}/pause' }).input(run).output(scenarioRunSchema),
    /** Sends nothing more, and puts back what the run has set. */
    cancel: base.route({ method: 'POST', path: '/scenario-runs/{run}/cancel' }).input(run).output(scenarioRunSchema),
    /** Returns the output of the command that the run `asks` for; `exit` is null for a command that could not be run. */
    answer: base
      .route({ method: 'POST', path: '/scenario-runs/{run}/answer' })
      .input(run.extend({ id: z.string(), exit: z.number().int().nullable(), output: z.string().max(1_048_576) }))
      .output(scenarioRunSchema),
  },
}
