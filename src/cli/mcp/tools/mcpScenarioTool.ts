import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { isLoopback } from '../../../shared/loopback.ts'
import { runStates, stepStates } from '../../../shared/schemas/sending/scenarioSchemas.ts'
import type { ScenarioProblem } from '../../../shared/codes/scenarios.ts'
import type { ScenarioRun } from '../../../shared/wireTypes.ts'
import { reasonOf } from '../../basics/refusalOf.ts'
import { anyId } from './mcpReferences.ts'
import { allowTarget, target } from './mcpTargets.ts'
import { secretIn, tool, type ToolContext, ToolProblem } from './mcpTool.ts'
import { untrusted } from './mcpViews.ts'

/** Steps, failures of a step and deliveries of a step in one answer. */
const maxSteps = 100
const maxFailures = 5
const maxDeliveries = 10
const maxProblems = 10

const input = z.object({
  name: z.string().max(64).optional().describe('A bundled or saved scenario, such as duplicate-storm.'),
  text: z.string().max(1_048_576).optional().describe('The YAML of a scenario, in place of a name.'),
  runId: anyId.optional().describe('A run that was started before.'),
  target: target.optional(),
  vars: z.record(z.string().max(64), z.string().max(65_536)).optional().describe('In place of those of the file.'),
  secretVariable: z.string().max(200).optional().describe('The variable with the secret that the app verifies with.'),
  seed: z.number().int().min(0).optional(),
  bail: z.boolean().default(false).describe('Ends at the first step that does not hold.'),
  fast: z.boolean().default(false).describe('Leaves out waits for a length of time.'),
  cancel: z.boolean().default(false),
  seconds: z.number().min(0).max(20).default(20).describe('So long it waits for the end of the run.'),
})

const output = z.object({
  runId: z.string(),
  untrustedName: z.string(),
  state: z.enum(runStates),
  untrustedProblem: z.string().nullable().describe('Why it ended before its last step.'),
  target: z.string().nullable(),
  seed: z.number(),
  requests: z.number(),
  tookMs: z.number(),
  untrustedNotes: z.array(z.string()),
  steps: z.array(
    z.object({
      line: z.number(),
      kind: z.string(),
      untrustedTitle: z.string(),
      state: z.enum(stepStates),
      status: z.number().nullable().describe('What answered the first request of the step.'),
      deliveries: z.array(z.string()),
      untrustedNote: z.string().nullable(),
      failures: z.array(z.object({ what: z.string(), untrustedMessage: z.string(), delivery: z.string().nullable() })),
    }),
  ),
  more: z.number().describe('Steps that are left out here.'),
})

/** Runs a scenario: it is started by its name or text and then polled by its id. */
export const runScenario = tool({
  kind: 'sends',
  idempotent: false,
  name: 'run_scenario',
  title: 'Run a scenario',
  description:
    'Runs a webhook flow with expectations against an app on this machine: give `name` or `text`, and `target`. Then call it again with the `runId` it answered until `state` is not running. `held` means that every expectation held. Commands of a file are not run. Secrets by reference only.',
  input,
  output,
  run: async (asked, context) => {
    const { client } = context
    const run = asked.runId ?? (await started(asked, context))
    if (asked.cancel) return viewOf(await client.scenarios.runs.cancel({ run }))
    return viewOf(await watched(run, asked.seconds, context))
  },
})

async function started(asked: z.output<typeof input>, context: ToolContext): Promise<string> {
  const { name, text, vars = {}, secretVariable, seed, bail, fast } = asked
  if ((name === undefined) === (text === undefined))
    throw new ToolProblem('Give either name or text to start a run; or runId to go on with one.')
  const url = asked.target === undefined ? undefined : allowTarget(asked.target, context)
  const host = url === undefined ? '' : new URL(url).hostname
  try {
    const { run } = await context.client.scenarios.runs.start({
      ...(name === undefined ? { text } : { name }),
      vars,
      bail,
      fast,
      ...(url === undefined ? {} : { target: url }),
      ...(host === '' || isLoopback(host) ? {} : { allowHost: host }),
      ...(secretVariable === undefined ? {} : { secret: secretIn(secretVariable, context) }),
      ...(seed === undefined ? {} : { seed }),
    })
    return run
  } catch (error) {
    const why = error instanceof ORPCError ? reasonOf(error) : null
    if (why?.code !== 'scenario-wrong') throw error
    const { problems } = why.fields as { problems: ScenarioProblem[] }
    const lines = problems
      .slice(0, maxProblems)
      .map(({ line, column, message }) => `Line ${line}, column ${column}: ${untrusted(message, 300)}`)
    throw new ToolProblem(`The scenario has mistakes, so nothing was sent.\n${lines.join('\n')}`)
  }
}

/** The run once it has ended, or as far as it is when the time is up or the call is cancelled; it goes on then. */
async function watched(run: string, seconds: number, { client, signal, progress }: ToolContext): Promise<ScenarioRun> {
  const until = performance.now() + seconds * 1000
  let view = await client.scenarios.runs.get({ run })
  while (view.endedAt === null && performance.now() < until && !signal.aborted) {
    const done = view.steps.filter(({ state }) => state !== 'open' && state !== 'running').length
    await progress(done, view.steps.length, `${done} of ${view.steps.length} steps`)
    view = await client.scenarios.runs.get({ run, after: view.changes }, { signal })
  }
  return view
}

function viewOf({ run, name, state, problem, ...view }: ScenarioRun): z.input<typeof output> {
  return {
    runId: run,
    untrustedName: untrusted(name),
    state,
    untrustedProblem: problem === null ? null : untrusted(problem, 500),
    target: view.target,
    seed: view.seed,
    requests: view.sent,
    tookMs: Math.round(view.took),
    untrustedNotes: view.notes.map((note) => untrusted(note, 500)),
    steps: view.steps.slice(0, maxSteps).map(({ line, kind, title, note, answer, ...step }) => ({
      line,
      kind,
      untrustedTitle: untrusted(title),
      state: step.state,
      status: answer?.status ?? null,
      deliveries: step.deliveryIds.slice(0, maxDeliveries),
      untrustedNote: note === null ? null : untrusted(note, 300),
      failures: step.failures.slice(0, maxFailures).map(({ what, message, proof, deliveryId }) => ({
        what: untrusted(what),
        untrustedMessage: untrusted([message, ...proof].join(' '), 1000),
        delivery: deliveryId,
      })),
    })),
    more: Math.max(0, view.steps.length - maxSteps),
  }
}
