import { z } from 'zod'
import { difference } from '../../../shared/json/difference.ts'
import type { HeaderLine } from '../../../shared/model.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { findDelivery as find } from './mcpDeliveryTool.ts'
import { anyId, deliveryId as id, reads } from './mcpReferences.ts'
import { type Tool, tool } from './mcpTool.ts'
import { headersView, summaryShape, summaryView, untrusted } from './mcpViews.ts'
import { jsonOf } from '../../../shared/basics/jsonOf.ts'

const compareDeliveries = tool({
  ...reads,
  name: 'compare_deliveries',
  title: 'Compare two deliveries',
  description: 'What differs between two deliveries: headers, bytes, and the places of their JSON.',
  input: z.object({ a: id, b: id }),
  output: z.object({
    sameBytes: z.boolean(),
    headers: z.array(
      z.object({ untrustedName: z.string(), untrustedA: z.string().nullable(), untrustedB: z.string().nullable() }),
    ),
    json: z
      .array(
        z.object({ untrustedPath: z.string(), untrustedA: z.string().nullable(), untrustedB: z.string().nullable() }),
      )
      .nullable(),
    more: z.number(),
    differsInSecrets: z
      .boolean()
      .describe('They also differ in what is left out here: a token, a password, another credential.'),
  }),
  run: async ({ a, b }, { client }) => {
    const [one, other] = await Promise.all([find(client, a), find(client, b)])
    const [first, second] = await Promise.all([bodyOf(client, one), bodyOf(client, other)])
    const places = first.json === undefined || second.json === undefined ? null : difference(first.json, second.json)
    const headers = differingHeaders(headersOf(one.delivery), headersOf(other.delivery))
    const sameBytes = one.came.sha256 === other.came.sha256
    const isHeaderHidden = differingHeaders(rawHeaders(one.came), rawHeaders(other.came)).length > headers.length
    return {
      sameBytes,
      headers: headers.slice(0, 50),
      json:
        places?.slice(0, 50).map(({ path, before, after }) => ({
          untrustedPath: untrusted(path),
          untrustedA: before === null ? null : untrusted(before),
          untrustedB: after === null ? null : untrusted(after),
        })) ?? null,
      more: Math.max(0, headers.length - 50) + Math.max(0, (places?.length ?? 0) - 50),
      differsInSecrets: isHeaderHidden || isBodyHidden(first, second, places?.length ?? 0),
    }
  },
})

const headersOf = ({ headers }: Delivery) =>
  headersView(headers).map(({ untrustedName, untrustedValue }): HeaderLine => [untrustedName, untrustedValue])
const rawHeaders = ({ headers }: Delivery) => headers.slice(0, 100)

function differingHeaders(one: readonly HeaderLine[], other: readonly HeaderLine[]) {
  const valuesOf = (lines: readonly HeaderLine[]) => {
    const values = new Map<string, string>()
    for (const [given, value] of lines) {
      const name = given.toLowerCase()
      values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value)
    }
    return values
  }
  const [left, right] = [valuesOf(one), valuesOf(other)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => ({ untrustedName: name, untrustedA: left.get(name) ?? null, untrustedB: right.get(name) ?? null }))
}

interface ComparedBody {
  /** As an agent may see it; undefined when it is not JSON or too large to compare. */
  json: unknown
  shown: Uint8Array
  /** As received, for comparison only. */
  bytes: Uint8Array
}

async function bodyOf(client: Client, { came: { id }, shownBody }: Found): Promise<ComparedBody> {
  const body = await client.deliveries.body({ id, start: 0, end: 1_000_000 })
  const bytes = new Uint8Array(await body.arrayBuffer())
  const shown = shownBody(bytes)
  return { json: jsonOf(textOf(shown)), shown, bytes }
}

type Found = Awaited<ReturnType<typeof find>>

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

/** Whether two bodies differ in parts that are hidden from the agent. */
function isBodyHidden(one: ComparedBody, other: ComparedBody, seen: number): boolean {
  const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
  if (isSame(one.bytes, other.bytes)) return false
  if (isSame(one.shown, other.shown)) return true
  const [before, after] = [jsonOf(textOf(one.bytes)), jsonOf(textOf(other.bytes))]
  return before !== undefined && after !== undefined && difference(before, after).length > seen
}

const getObjectHistory = tool({
  ...reads,
  name: 'get_object_history',
  title: 'History of an object',
  description: 'The notifications and snapshots of one object in order: what was late, out of order or missing.',
  input: z.object({
    resourceType: z.string().max(200),
    resourceId: anyId,
    environment: anyId.optional(),
  }),
  output: z.object({
    notifications: z.number(),
    snapshots: z.number(),
    unproven: z.number(),
    remarks: z.array(z.string()),
    items: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        deliveryId: z.string(),
        proven: z.boolean(),
        outOfOrder: z.boolean(),
        followUp: z.string().nullable(),
        untrustedAction: z.string().nullable(),
        changes: z.number().nullable(),
      }),
    ),
    more: z.number(),
  }),
  run: async (input, { client }) => {
    const { notifications, snapshots, unproven, remarks, items } = await client.objects.get(input)
    return {
      notifications,
      snapshots,
      unproven,
      remarks: remarks.map(({ code }) => code),
      items: items
        .slice(-50)
        .map(({ at, kind, deliveryId, proven, outOfOrder, followUp, action, difference: changes }) => ({
          at,
          kind,
          deliveryId,
          proven,
          outOfOrder,
          followUp: followUp?.state ?? null,
          untrustedAction: action === null ? null : untrusted(action),
          changes: changes?.length ?? null,
        })),
      more: Math.max(0, items.length - 50),
    }
  },
})

const percentiles = z.object({ count: z.number(), p50: z.number(), p95: z.number(), p99: z.number() }).nullable()

const summarizeTraffic = tool({
  ...reads,
  name: 'summarize_traffic',
  title: 'Summarize traffic',
  description:
    'How many deliveries came, by verdict and type, how long their answers took, and the newest that failed.',
  input: z.object({ since: z.iso.datetime().optional().describe('ISO 8601; all that is stored without it.') }),
  output: z.object({
    byVerdict: z.record(z.string(), z.number()),
    types: z.array(
      z.object({
        untrustedResourceType: z.string().nullable(),
        count: z.number(),
        late: z.number(),
        repeated: z.number(),
        answerMs: percentiles,
      }),
    ),
    failures: z.array(summaryShape),
  }),
  run: async ({ since }, { client }) => {
    const [{ counts }, latency, failed] = await Promise.all([
      client.status(),
      client.latency({ since }),
      client.deliveries.list({
        filter: `verdict:invalid|malformed${since === undefined ? '' : ` after:${since}`}`,
        limit: 5,
      }),
    ])
    return {
      byVerdict: counts.byVerdict,
      types: latency.types.slice(0, 30).map(({ resourceType, count, late, repeated, legs }) => ({
        count,
        late,
        repeated,
        untrustedResourceType: resourceType === null ? null : untrusted(resourceType),
        answerMs: legs['receivedToAnswered'] ?? null,
      })),
      failures: failed.items.map(summaryView),
    }
  },
})

/** Tools that compare and summarize deliveries. */
export const historyTools: readonly Tool[] = [compareDeliveries, getObjectHistory, summarizeTraffic]
