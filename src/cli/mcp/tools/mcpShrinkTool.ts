import { z } from 'zod'
import { shrinkClauseSchema, shrinkInputSchema, shrinkStates } from '../../../shared/schemas/sending/shrinkSchemas.ts'
import type { Shrink } from '../../../shared/wireTypes.ts'
import { anyId, deliveryId } from './mcpReferences.ts'
import { allowTarget, target } from './mcpTargets.ts'
import { tool, type ToolContext, ToolProblem } from './mcpTool.ts'
import { untrusted } from './mcpViews.ts'

const { status, answer, timeoutMs, maxRequests } = shrinkInputSchema.shape

const input = z.object({
  id: deliveryId.optional(),
  target: target.optional(),
  runId: anyId.optional(),
  status: status.describe('What counts as failing; the same answer as the first without it and `answer`.'),
  answer: answer.describe('A text of the answer that counts as failing, or /expression/.'),
  timeoutMs,
  maxRequests,
  cancel: z.boolean().default(false),
  seconds: z.number().min(0).max(20).default(20).describe('So long it waits for the end of the search.'),
})

const output = z.object({
  runId: z.string(),
  state: z.enum(shrinkStates),
  requests: z.number(),
  status: z.number().nullable().describe('Of the answer to the delivery as it came.'),
  problem: z.string().nullable(),
  clauses: z
    .array(
      shrinkClauseSchema
        .pick({ in: true, what: true })
        .extend({ untrustedPlace: z.string(), untrustedValue: z.string(), untrustedUndone: z.string().nullable() }),
    )
    .describe(
      'Parts of the smallest delivery. With any one removed (null), or replaced by what `untrustedUndone` has, it passes; each was tried.',
    ),
  repeated: z.object({ fails: z.number(), of: z.number() }),
  bytes: z.object({ original: z.number(), smallest: z.number() }),
  untrustedSentence: z.string(),
  untrustedSmallest: z.string().nullable().describe('Body of the smallest delivery that failed so far.'),
  untrustedAnswer: z.string().nullable(),
})

/** Finds the smallest delivery that fails: a search is started by its target and then polled by its id. */
export const shrinkDelivery = tool({
  kind: 'sends',
  idempotent: false,
  name: 'shrink_delivery',
  title: 'Find what breaks a handler',
  description:
    'Finds the smallest delivery that still fails at a handler on this machine, and the parts to blame. Give `id` and `target` to start. It sends up to 500 signed deliveries: use a test database. Then call it again with the `runId` it answered until `state` is not running.',
  input,
  output,
  run: async (asked, context) => {
    const { client } = context
    const runId = asked.runId ?? (await started(asked, context))
    if (asked.cancel) return viewOf(await client.shrinks.cancel({ run: runId }))
    return viewOf(await watched(runId, asked.seconds, context))
  },
})

async function started(asked: z.output<typeof input>, context: ToolContext): Promise<string> {
  const { id, target: to, status: wanted, answer: text, timeoutMs: timeout, maxRequests: max } = asked
  if (id === undefined || to === undefined)
    throw new ToolProblem('Give id and target to start a search; or runId to go on with one.')
  allowTarget(to, context)
  const { run } = await context.client.shrinks.start({
    id,
    to,
    allowHost: new URL(to).hostname,
    timeoutMs: timeout,
    maxRequests: max,
    ...(wanted === undefined ? {} : { status: wanted }),
    ...(text === undefined ? {} : { answer: text }),
  })
  return run
}

/** The search once it has ended, or as far as it is when the time is up or the call is cancelled; it goes on then. */
async function watched(run: string, seconds: number, { client, signal, progress }: ToolContext): Promise<Shrink> {
  const until = performance.now() + seconds * 1000
  let view = await client.shrinks.get({ run })
  while (view.state === 'running' && performance.now() < until && !signal.aborted) {
    await progress(view.sent, view.maxRequests, `${view.sent} requests`)
    view = await client.shrinks.get({ run, after: view.sent }, { signal })
  }
  return view
}

function viewOf(shrink: Shrink): z.input<typeof output> {
  const { run, state, sent, failing, clauses, repeated, size, sentence, smallest } = shrink
  return {
    runId: run,
    state,
    requests: sent,
    status: failing?.status ?? null,
    problem: failing?.problem?.code ?? null,
    clauses: clauses.map(({ in: where, what, place, value, undone }) => ({
      in: where,
      what,
      untrustedPlace: untrusted(place, 500),
      untrustedValue: untrusted(value, 500),
      untrustedUndone: undone.kind === 'removed' ? null : untrusted(undone.value, 500),
    })),
    repeated,
    bytes: size,
    untrustedSentence: untrusted(sentence, 2000),
    untrustedSmallest: smallest === null ? null : untrusted(smallest.body, 4000),
    untrustedAnswer: failing === null ? null : untrusted(failing.answer, 2000),
  }
}
