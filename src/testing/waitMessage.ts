import type { Client } from '../cli/connect/joinInstance.ts'
import { isFailed } from '../shared/model.ts'
import type { DeliverySummary } from '../shared/model.ts'
import { limitWords } from '../shared/words/durations.ts'

/** How many deliveries an error lists. */
const maxListed = 5

/** The message of a wait without a match: what arrived, newest first, and why signatures failed. */
export async function waitMessage(
  client: Client,
  wait: { filter: string; timeoutMs: number; url: string; arrived: readonly DeliverySummary[] },
): Promise<string> {
  const { filter, timeoutMs, url, arrived } = wait
  const head = `No delivery matched ${JSON.stringify(filter)} within ${limitWords(timeoutMs)}.`
  if (arrived.length === 0) return `${head} Nothing arrived at ${url}.`
  const newest = arrived.toReversed().slice(0, maxListed)
  const lines = await Promise.all(newest.map((delivery) => linesOf(client, delivery)))
  const more = arrived.length > maxListed ? [`  and ${arrived.length - maxListed} earlier ones`] : []
  return [`${head} Arrived:`, ...lines.flat(), ...more].join('\n')
}

async function linesOf(client: Client, delivery: DeliverySummary): Promise<string[]> {
  const { id, method, eventType, resourceType, resourceId, action, verdict, answeredStatus } = delivery
  const about = eventType ?? [resourceType, resourceId, action].filter((part) => part !== null).join(' ')
  const line = `  #${id} ${method} ${about === '' ? 'without a type' : about}: signature ${verdict}, answered ${answeredStatus}`
  return isFailed(verdict) ? [line, ...(await proofLines(client, id))] : [line]
}

async function proofLines(client: Client, id: string): Promise<string[]> {
  const { findings, tried } = await client.deliveries.explain({ id })
  const [first] = findings
  if (first === undefined) return [`     No cause was found; ${tried} digests were tried.`]
  const kind = first.kind === 'proof' ? 'Proven' : 'Seen'
  return [`     ${kind}: ${first.title}. ${first.recipe}`, `     ${first.advice}`]
}
