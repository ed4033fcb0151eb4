import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { attemptShape, attemptView, summaryShape, summaryView, untrusted } from './mcpViews.ts'
import { type Tool, tool, type ToolContext, ToolProblem } from './mcpTool.ts'
import { triggerHere } from './triggerHere.ts'

const id = z.string().regex(/^\d{1,15}$/, 'An id has digits only.')
const target = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe('Where to: on this machine, or a host that a person allowed.')
const sends = { kind: 'sends', idempotent: false } as const

/** Throws ToolProblem where a person did not allow the host. */
export function allowTarget(url: string, { allowedHosts }: Pick<ToolContext, 'allowedHosts'>): string {
  const { hostname, username, password } = new URL(url)
  const isHere = /^(127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname)
  if (username !== '' || password !== '')
    throw new ToolProblem('The address holds a user name or password. Leave them out.')
  if (isHere || allowedHosts.includes(hostname)) return url
  throw new ToolProblem(
    'This server sends only to this machine. A person can allow a host: hookscope mcp --allow-send --allow-target HOST.',
  )
}

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
    update: z.string().max(200).optional(),
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

const replayDelivery = tool({
  ...sends,
  name: 'replay_delivery',
  title: 'Replay a delivery',
  description: 'Sends a stored delivery again, as it came or with a fresh signature. With dryRun nothing is sent.',
  input: z.object({
    id,
    target,
    signature: z.enum(['received', 'new']).default('received'),
    dryRun: z.boolean().default(false),
  }),
  output: z.object({ sent: z.boolean(), size: z.number(), attempt: attemptShape.nullable() }),
  run: async ({ id: deliveryId, target: url, signature, dryRun }, context) => {
    allowTarget(url, context)
    const { size } = await context.client.deliveries.get({ id: deliveryId, explain: 'false' })
    if (dryRun) return { sent: false, size, attempt: null }
    const attempt = await context.client.deliveries.replay(
      { id: deliveryId, url, signature, toReceiver: false },
      { signal: context.signal },
    )
    return { sent: true, size, attempt: attemptView(attempt) }
  },
})

const tampering = ['none', 'unsigned', 'signature', 'body', 'old'] as const
/** What each is called by the API that sends. */
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
    'Sends a body signed like its sender signs, to your handler or (without target) to the receiver of Hookscope; `tamper` spoils it, to see whether it is refused. Secrets by reference only: those of an environment, or a variable that a person listed with --secret-env.',
  input: z.object({
    target: target.optional(),
    environment: z.string().max(80).optional().describe('Whose scheme and secret sign; the active one without it.'),
    scheme: z.string().max(60).optional().describe('Id of a preset, such as stripe.'),
    secretVariable: z.string().max(200).optional(),
    body: z.string().max(100_000).default('{"id":"test","resourceType":"Payment","action":"create"}'),
    contentType: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]+$/)
      .default('application/json'),
    tamper: z.enum(tampering).default('none'),
  }),
  output: z.object({
    status: z.number().nullable(),
    problem: z.string().nullable(),
    signedWith: z.object({ label: z.string(), fingerprint: z.string(), scheme: z.string() }).nullable(),
    took: z.number().nullable(),
    untrustedAnswer: z.string().nullable(),
  }),
  run: async ({ target: to, environment, scheme, secretVariable, body, contentType, tamper }, context) => {
    if (to !== undefined) allowTarget(to, context)
    const secret = secretVariable === undefined ? undefined : variable(secretVariable, context)
    const { client, signal } = context
    const { run } = await client.sends.start({
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
    })
    const ending = () => void client.sends.cancel({ run }).catch(() => undefined)
    signal.addEventListener('abort', ending, { once: true })
    if (signal.aborted) ending()
    const { first } = await client.sends
      .get({ run, after: 0 })
      .finally(() => signal.removeEventListener('abort', ending))
    return {
      status: first?.status ?? null,
      problem: first === null ? 'no answer yet' : (first.error?.code ?? null),
      signedWith: first?.signedWith ?? null,
      took: first?.timing.total ?? null,
      untrustedAnswer: first?.body == null ? null : untrusted(first.body, 2000),
    }
  },
})

function variable(name: string, { secretVariables }: ToolContext): string {
  const value = secretVariables.includes(name) ? process.env[name] : undefined
  if (value !== undefined && value !== '') return value
  throw new ToolProblem('This variable is not listed or not set. A person lists it: hookscope mcp --secret-env NAME.')
}

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

/** What makes something happen: only with --allow-send. */
export const sendTools: readonly Tool[] = [triggerSandboxEvent, replayDelivery, sendTestDelivery, annotateDelivery]
