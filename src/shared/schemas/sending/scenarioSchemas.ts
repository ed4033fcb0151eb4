/** Scenarios as files, and their runs. The format of a file is in src/shared/scenarios/scenarioFormat.ts. */
import { z } from 'zod'
import { recordNoteSchema } from '../../codes/recording.ts'
import { scenarioProblem } from '../../codes/scenarios.ts'
import { caseSelectionSchema } from '../caseSchemas.ts'
import { fixtureNameSchema } from './fixtureSchemas.ts'
import { targetUrl } from '../parts/requestParts.ts'

const time = z.string()
const whole = z.number().int()

/** Origin of a scenario: bundled with Hookscope, or in the folder of the user. */
export const scenarioSources = ['bundled', 'folder'] as const

/** A step before it has run. */
const stepOutlineSchema = z.object({
  /** Place in the file, from 0. */
  place: whole,
  id: z.string().nullable(),
  kind: z.string(),
  /** In a few words. */
  title: z.string(),
  /** The lines of a caption below its title; null where there are none. */
  detail: z.string().nullable().default(null),
  line: whole,
})

export const scenarioOutlineSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  target: z.string().nullable(),
  /** Names with their values as text. */
  vars: z.array(z.object({ name: z.string(), value: z.string() })),
  steps: z.array(stepOutlineSchema),
})

export const scenarioItemSchema = z.object({
  /** The file is the name with `.scenario.yaml`. */
  name: fixtureNameSchema,
  from: z.enum(scenarioSources),
  /** Null where the file is wrong. */
  outline: scenarioOutlineSchema.nullable(),
  problems: z.array(scenarioProblem),
})

export const scenarioListSchema = z.object({
  /** Where those of the user are. */
  folder: z.string(),
  items: z.array(scenarioItemSchema),
})

/** Deliveries as a scenario that sends them again. */
export const scenarioRecordInputSchema = z.object({
  selection: caseSelectionSchema,
  /** Leaves out the times between deliveries. */
  fast: z.boolean().default(false),
})

export const scenarioRecordingSchema = z.object({
  /** The file. Credentials and personal data are left out, as in a case file. */
  text: z.string(),
  /** A name for it. */
  name: fixtureNameSchema,
  deliveries: whole,
  environment: z.object({ id: z.string(), name: z.string() }),
  /** Differences from the deliveries; a null id stands for all of them. The file has them as comments. */
  notes: z.array(z.object({ deliveryId: z.string().nullable(), why: recordNoteSchema, message: z.string() })),
})

const variables = z.record(z.string().max(64), z.string().max(65_536))

/** The scenario to run, and replacements for this run. Secrets are used and not kept. */
export const scenarioRunInputSchema = z
  .strictObject({
    /** The text of a file, or the name of a bundled or saved one. */
    text: z.string().max(1_048_576).optional(),
    name: fixtureNameSchema.optional(),
    from: z.enum(scenarioSources).optional(),
    vars: variables.default({}),
    /** Variables of the caller's process that the file may use, with their values. */
    env: variables.default({}),
    /** Texts of fixture files by the name that the scenario uses. */
    files: z.record(z.string().max(500), z.string().max(16_777_216)).default({}),
    target: targetUrl.optional(),
    /** The host beyond this machine that the user allows. */
    allowHost: z.string().max(255).optional(),
    /** A shared secret to sign and verify with in this run. */
    secret: z.string().min(1).max(65_536).optional(),
    /** A private key to sign with, for senders that sign with one; its public key is trusted in this run. */
    key: z.string().min(1).max(65_536).optional(),
    /** Where the app answers how many effects it had; `command`: the client counts, see `asks`. */
    effects: z.union([targetUrl, z.literal('command')]).optional(),
    seed: whole.min(0).optional(),
    /** Places of the steps to run; the others are skipped. */
    steps: z.array(whole.min(0)).max(500).optional(),
    /** Stops before these steps. */
    pauseBefore: z.array(whole.min(0)).max(500).default([]),
    /** Stops before every step. */
    stepwise: z.boolean().default(false),
    /** Ends at the first step that does not hold. */
    bail: z.boolean().default(false),
    /** Leaves out waits for a length of time. */
    fast: z.boolean().default(false),
    /** The client runs commands of the file and answers what they print, see `asks`. Hookscope itself never runs one. */
    commands: z.boolean().default(false),
  })
  .refine(({ text, name }) => (text === undefined) !== (name === undefined), {
    error: 'Give either text or name.',
    path: ['text'],
  })

/** `open`: not yet. `stopped`: the run was cancelled in it. `broken`: it could not be done. */
export const stepStates = ['open', 'running', 'held', 'failed', 'skipped', 'stopped', 'broken'] as const

/** `held`: every expectation held. `failed`: one did not. `stopped`: cancelled. `broken`: a step could not be done. */
export const runStates = ['running', 'paused', 'held', 'failed', 'stopped', 'broken'] as const

/** An expectation that did not hold. */
const runFailureSchema = z.object({
  /** As a sentence: what was expected and what came. */
  message: z.string(),
  /** The checked fact: status, time, body, header, verdict, deliveries, forwarded, effects, output. */
  what: z.string(),
  expected: z.string(),
  came: z.string(),
  deliveryId: z.string().nullable(),
  /** Why the signature of that delivery is wrong, line by line; empty where it is not, or nothing is proven. */
  proof: z.array(z.string()),
})

const runStepSchema = stepOutlineSchema.extend({
  state: z.enum(stepStates),
  startedAt: time.nullable(),
  /** ms */
  took: z.number().nullable(),
  /** The first deliveries that it caused or found, in order of arrival, at most 200. */
  deliveryIds: z.array(z.string()),
  /** The object of the sandbox that it created or moved on. */
  object: z.object({ resourceType: z.string(), resourceId: z.string() }).nullable(),
  /** Progress of a repeated step. */
  progress: z.object({ done: whole, of: whole }).nullable(),
  /** The first answer that came, for a list. */
  answer: z.object({ status: whole.nullable(), took: z.number().nullable() }).nullable(),
  /** At most 20. */
  failures: z.array(runFailureSchema),
  /** The reason of a skipped or broken step, or a remark. */
  note: z.string().nullable(),
})

/** A command that the client has to run; it answers with the output. */
const askedSchema = z.object({ id: z.string(), what: z.enum(['step', 'effects']), command: z.string().nullable() })

export const scenarioRunSchema = z.object({
  run: z.string(),
  name: z.string(),
  source: z.object({ from: z.enum([...scenarioSources, 'text']), name: z.string().nullable() }),
  state: z.enum(runStates),
  startedAt: time,
  endedAt: time.nullable(),
  /** ms, up to now while it runs. */
  took: z.number(),
  environment: z.object({ id: z.string(), name: z.string() }).nullable(),
  target: z.string().nullable(),
  seed: whole,
  /** Requests that were sent. */
  sent: whole,
  /** Counts the changes of this view: `after` waits for more. */
  changes: whole,
  /** Why it ended before its last step, as a sentence. */
  problem: z.string().nullable(),
  /** Remarks on the whole run, such as a secret that was made for it. */
  notes: z.array(z.string()),
  asks: askedSchema.nullable(),
  steps: z.array(runStepSchema),
})

export const scenarioRunSummarySchema = scenarioRunSchema
  .omit({ steps: true, asks: true, notes: true, changes: true })
  .extend({ held: whole, failed: whole, of: whole })
