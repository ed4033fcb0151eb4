import { z } from 'zod'
import type { DeliveryPage } from '../../../shared/wireTypes.ts'
import { findDelivery, getDelivery } from './mcpDeliveryTool.ts'
import { deliveryId, reads } from './mcpReferences.ts'
import { type Tool, tool, ToolProblem } from './mcpTool.ts'
import { findingShape, findingView, summaryShape, summaryView, untrusted } from './mcpViews.ts'
import { watchMatching } from '../../connect/watchMatching.ts'

const filter = z
  .string()
  .max(2000)
  .default('')
  .describe(
    'In the filter language: verdict:invalid type:Payment action:create status:done after:10m body.amount>100 object.status:settled header.x-kind=refund "text"; empty is all.',
  )

/** An agent would take the list for the whole answer: a misspelled key is searched as a word. Throws ToolProblem. */
function refuseTypos(remarks: DeliveryPage['remarks']): void {
  if (remarks !== undefined) throw new ToolProblem(`filter: ${remarks.map(({ message }) => message).join(' ')}`)
}

const getStatus = tool({
  ...reads,
  name: 'get_status',
  title: 'Status',
  description:
    'What runs, where deliveries come in, which environments there are, how many deliveries, and what is wrong.',
  input: z.object({}),
  output: z.object({
    version: z.string(),
    receiver: z.string().nullable().describe('Without the secret path; the user finds the whole address in Hookscope.'),
    tunnel: z.object({ state: z.string(), publicUrl: z.string().nullable() }),
    activeEnvironment: z.string(),
    environments: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        signatureScheme: z.string(),
        secrets: z.array(z.object({ label: z.string(), fingerprint: z.string().nullable(), current: z.boolean() })),
      }),
    ),
    deliveries: z.number(),
    byVerdict: z.record(z.string(), z.number()),
    remarks: z.array(z.string()),
    newestDelivery: z.string().nullable(),
  }),
  run: async (_input, { client }) => {
    const [status, environments, newest] = await Promise.all([
      client.status(),
      client.environments.list(),
      client.deliveries.list({ limit: 1 }),
    ])
    return {
      version: status.version,
      receiver: status.receiver.origin,
      tunnel: { state: status.tunnel.state, publicUrl: status.tunnel.publicUrl },
      activeEnvironment: status.environment.id,
      environments: environments.map((entry) => ({
        id: entry.id,
        name: entry.name,
        kind: entry.kind,
        signatureScheme: entry.signatureScheme,
        secrets: entry.sharedSecrets.map(({ label, fingerprint, current }) => ({
          label,
          fingerprint: fingerprint ?? null,
          current,
        })),
      })),
      deliveries: status.counts.deliveries,
      byVerdict: status.counts.byVerdict,
      remarks: status.health.remarks.map(({ code }) => code),
      newestDelivery: newest.items[0]?.id ?? null,
    }
  },
})

const listDeliveries = tool({
  ...reads,
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Stored deliveries that match a filter, newest first: shape and verdict. `next` goes to `before` for older ones.',
  input: z.object({ filter, before: deliveryId.optional(), limit: z.number().int().min(1).max(50).default(20) }),
  output: z.object({ deliveries: z.array(summaryShape), next: z.string().nullable() }),
  run: async ({ filter: text, before, limit }, { client }) => {
    const { items, next, remarks } = await client.deliveries.list({ filter: text, limit, before })
    refuseTypos(remarks)
    return { deliveries: items.map(summaryView), next }
  },
})

const waitForDeliveries = tool({
  ...reads,
  name: 'wait_for_deliveries',
  title: 'Wait for deliveries',
  description:
    'Deliveries after a cursor that match, oldest first; waits for the first one. Call it again with the `cursor` it answered. Without `after` it waits for what comes from now on.',
  input: z.object({
    after: deliveryId.optional().describe('Id of a delivery: only later ones. "0" is all.'),
    filter,
    max: z.number().int().min(1).max(20).default(10),
    seconds: z.number().min(0).max(25).default(20),
  }),
  output: z.object({
    deliveries: z.array(summaryShape),
    cursor: z.string(),
    caughtUp: z.boolean(),
    timedOut: z.boolean(),
  }),
  run: async ({ after, filter: text, max, seconds }, { client, signal, progress }) => {
    const cursor = after ?? (await client.deliveries.list({ limit: 1 })).items[0]?.id ?? '0'
    const stored = await client.deliveries.list({ filter: text, after: cursor, limit: max })
    refuseTypos(stored.remarks)
    if (stored.items.length > 0 || seconds === 0) {
      const seen = stored.items.length === 0 ? stored.seen : stored.items.at(-1)?.id
      return {
        deliveries: stored.items.map(summaryView),
        cursor: seen ?? cursor,
        caughtUp: stored.next === null,
        timedOut: false,
      }
    }
    const within = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
    const ticks = setInterval(() => void progress(0, 1, 'No delivery yet').catch(() => undefined), 5000)
    try {
      for await (const { delivery } of watchMatching({
        client,
        filter: text,
        after: stored.seen ?? cursor,
        signal: within,
      })) {
        return { deliveries: [summaryView(delivery)], cursor: delivery.id, caughtUp: false, timedOut: false }
      }
    } catch (error) {
      if (!within.aborted) throw error
    } finally {
      clearInterval(ticks)
    }
    return { deliveries: [], cursor: stored.seen ?? cursor, caughtUp: true, timedOut: true }
  },
})

const explainSignature = tool({
  ...reads,
  name: 'explain_signature',
  title: 'Explain a signature',
  description:
    'Why the signature of a delivery is not valid: the proof (recomputed to the last bit) where there is one, what it comes from, and what to change. With `digest`, what your own code hashed.',
  input: z.object({ id: deliveryId, digest: z.string().max(4096).optional() }),
  output: z.object({
    verdict: z.string(),
    scheme: z.string(),
    header: z.string(),
    state: z.string(),
    complete: z.boolean(),
    tried: z.number(),
    findings: z.array(findingShape),
    untrustedReceived: z.string().nullable(),
  }),
  run: async ({ id: deliveryId, digest }, { client, signal, progress }) => {
    const { delivery } = await findDelivery(client, deliveryId)
    await progress(0, 1, 'Searching for the cause')
    const explanation = await client.deliveries.explain(
      { id: deliveryId, ...(digest === undefined ? {} : { digest }) },
      { signal },
    )
    const { verdict, scheme, header, received } = delivery.signature
    const { state, complete, tried, findings } = explanation
    return {
      verdict,
      scheme,
      header,
      state,
      complete,
      tried,
      findings: findings.slice(0, 5).map(findingView),
      untrustedReceived: received === null ? null : untrusted(received, 500),
    }
  },
})

/** Tools that read deliveries. */
export const readTools: readonly Tool[] = [getStatus, listDeliveries, waitForDeliveries, getDelivery, explainSignature]
