import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { SendInput, SendRun } from '../../../shared/wireTypes.ts'
import {
  attemptShape,
  attemptView,
  requestShape,
  requestView,
  summaryShape,
  summaryView,
  untrusted,
} from './mcpViews.ts'
import { checkHandler } from './mcpCheckTool.ts'
import { findDelivery } from './mcpDeliveryTool.ts'
import { anyId, deliveryId as id } from './mcpReferences.ts'
import { runScenario } from './mcpScenarioTool.ts'
import { allowTarget, target } from './mcpTargets.ts'
import { shrinkDelivery } from './mcpShrinkTool.ts'
import { secretIn, type Tool, tool, type ToolContext } from './mcpTool.ts'
import { triggerHere } from '../../commands/sandbox/triggerHere.ts'

const sends = { kind: 'sends', idempotent: false } as const

const triggerSandboxEvent = tool({
  ...sends,
  name: 'trigger_sandbox_event',
  title: 'Trigger a sandbox event',
  description:
    'Creates an object in the built-in sandbox, or moves one on with `update`, and answers with the delivery that says so.',
  input: z.object({
    type: z
      .string()
      .max(60)
      .describe(
        'payment, transaction, nft, kyc, document, custodialAccount, externalAccount, identity, asset or wallet',
      ),
    update: anyId.optional().describe('Id of the object.'),
  }),
  output: z.object({
    resourceType: z.string(),
    resourceId: z.string(),
    state: z.string().nullable(),
    delivery: summaryShape.nullable(),
  }),
  run: async ({ type, update }, { client, signal }) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const { object, delivery } = await triggerHere(client, { type, update, signal: within })
    const { resourceType, id: resourceId, state } = object
    return { resourceType, resourceId, state, delivery: delivery === null ? null : summaryView(delivery) }
  },
})

const dryRun = z.boolean().default(false).describe('Answers with the exact request, and sends nothing.')

const replayDelivery = tool({
  ...sends,
  name: 'replay_delivery',
  title: 'Replay a delivery',
  description: 'Sends a stored delivery again, as it came or with a fresh signature. With dryRun nothing is sent.',
  input: z.object({
    id,
    target,
    signature: z.enum(['received', 'new']).default('received'),
    dryRun,
  }),
  output: z.object({
    sent: z.boolean(),
    request: requestShape.nullable().describe('What would be sent; null where it was.'),
    attempt: attemptShape.nullable(),
  }),
  run: async ({ id: deliveryId, target: url, signature, dryRun: dry }, context) => {
    allowTarget(url, context)
    const { client } = context
    const { environmentId } = await client.deliveries.get({ id: deliveryId, explain: 'false' })
    const input: SendInput = {
      deliveries: { ids: [deliveryId], speed: 'none' },
      environment: environmentId,
      to: url,
      allowHost: new URL(url).hostname,
      ...(signature === 'new' ? { sign: {} } : {}),
    }
    if (dry) return { sent: false, request: requestView(await client.sends.preview(input)), attempt: null }
    await sendOnce(input, context)
    const { delivery } = await findDelivery(client, deliveryId)
    const attempt = delivery.attempts.findLast(({ kind }) => kind === 'replay')
    return { sent: true, request: null, attempt: attempt === undefined ? null : attemptView(attempt) }
  },
})

/** Timeout for the handler's answer, ms. Clients cancel a tool call after a minute, some sooner. */
const runTimeoutMs = 20_000

/** Sends one request and waits until its run has ended. Cancels the run when the call is cancelled or times out. */
async function sendOnce(input: SendInput, { client, signal }: ToolContext): Promise<SendRun> {
  const { run } = await client.sends.start(input)
  const within = AbortSignal.any([signal, AbortSignal.timeout(runTimeoutMs)])
  const ending = () => void client.sends.cancel({ run }).catch(() => undefined)
  within.addEventListener('abort', ending, { once: true })
  if (within.aborted) ending()
  try {
    let view: SendRun
    // The run has a single request, so `after: 1` long-polls until the run ends or a few seconds have passed.
    do view = await client.sends.get({ run, after: 1 })
    while (view.state === 'running')
    return view
  } finally {
    within.removeEventListener('abort', ending)
  }
}

const tampering = ['none', 'unsigned', 'signature', 'body', 'old'] as const
/** Maps each kind of tampering to its name in the send API. */
const breakOf = {
  none: undefined,
  unsigned: 'no-signature',
  signature: 'other-secret',
  body: 'flip-byte',
  old: 'old-timestamp',
} as const

const sendTestDelivery = tool({
  ...sends,
  name: 'send_test_delivery',
  title: 'Send a test delivery',
  description:
    'Sends a body signed like its sender signs, to your handler or (without target) to the receiver of Hookscope; `tamper` spoils it, to see whether it is refused. Secrets by reference only: those of an environment, or a variable that the user listed with --secret-env.',
  input: z.object({
    target: target.optional(),
    environment: anyId.optional().describe('Whose scheme and secret sign; the active one without it.'),
    scheme: z.string().max(60).optional().describe('Id of a preset, such as stripe.'),
    secretVariable: z.string().max(200).optional(),
    body: z.string().max(100_000).default('{"id":"test","resourceType":"Payment","action":"create"}'),
    contentType: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]+$/)
      .default('application/json'),
    tamper: z.enum(tampering).default('none'),
    dryRun,
  }),
  output: z.object({
    sent: z.boolean(),
    request: requestShape.nullable().describe('What would be sent; null where it was.'),
    status: z.number().nullable(),
    problem: z.string().nullable(),
    signedWith: z.object({ label: z.string(), fingerprint: z.string(), scheme: z.string() }).nullable(),
    took: z.number().nullable(),
    untrustedAnswer: z.string().nullable(),
  }),
  run: async (asked, context) => {
    const { target: to, environment, scheme, secretVariable, body, contentType, tamper } = asked
    if (to !== undefined) allowTarget(to, context)
    const secret = secretVariable === undefined ? undefined : secretIn(secretVariable, context)
    const input: SendInput = {
      request: {
        method: 'POST',
        path: '',
        headers: [['Content-Type', contentType]],
        bodyBase64: Buffer.from(body).toString('base64'),
      },
      sign: { ...(scheme === undefined ? {} : { scheme }), ...(secret === undefined ? {} : { secret }) },
      ...(environment === undefined ? {} : { environment }),
      ...(breakOf[tamper] === undefined ? {} : { break: breakOf[tamper] }),
      ...(to === undefined ? {} : { to, allowHost: new URL(to).hostname }),
    }
    const request = asked.dryRun ? requestView(await context.client.sends.preview(input)) : null
    const first = asked.dryRun ? null : (await sendOnce(input, context)).first
    return {
      sent: !asked.dryRun,
      request,
      status: first?.status ?? null,
      problem: asked.dryRun ? null : first === null ? 'no answer in time' : (first.error?.code ?? null),
      signedWith: request?.signedWith ?? first?.signedWith ?? null,
      took: first?.timing.total ?? null,
      untrustedAnswer: first?.body == null ? null : untrusted(first.body, 2000),
    }
  },
})

const annotateDelivery = tool({
  kind: 'sends',
  idempotent: true,
  name: 'annotate_delivery',
  title: 'Annotate a delivery',
  description: 'Writes a note on a delivery, or pins it.',
  input: z.object({ id, note: z.string().max(4000).nullable().optional(), pinned: z.boolean().optional() }),
  output: z.object({ pinned: z.boolean() }),
  run: async ({ id: deliveryId, note, pinned }, { client }) => {
    const kept = await client.deliveries.annotate({
      id: deliveryId,
      ...(note === undefined ? {} : { note }),
      ...(pinned === undefined ? {} : { pinned }),
    })
    return { pinned: kept.pinned }
  },
})

/** Tools that send or change something. They need --allow-send. */
export const sendTools: readonly Tool[] = [
  triggerSandboxEvent,
  replayDelivery,
  sendTestDelivery,
  checkHandler,
  runScenario,
  shrinkDelivery,
  annotateDelivery,
]
