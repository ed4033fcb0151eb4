import { withoutCredentials } from '../../shared/credentials.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../../shared/receiverKey.ts'
import { problemSentence } from '../../shared/words/problems.ts'
import { exchangeRecord } from '../outbound/exchangeRecord.ts'
import type { OutboundResult } from '../outbound/outboundRequest.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { NewAttempt } from '../store/records/attempts.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { type ForwardTarget, pathAt } from './forwardTarget.ts'
import { forwardedHeaders, unsendable } from './forwardedHeaders.ts'
import { isOwnOrigin, type OurAddresses } from './ourAddresses.ts'
import { randomBytes } from 'node:crypto'
import type { Store } from '../store/store.ts'

/** The one header of ours on what is forwarded: each Hookscope that it passed, so that a loop is seen. */
const hopHeader = 'x-hookscope-hop'

/** Maximum number of Hookscopes that a delivery passes through; then it is not forwarded. */
const maxHops = 8

/** Name of a forwarder in the header: random, and the same after a restart. */
export async function openHopId(store: Pick<Store, 'documents' | 'putDocument'>): Promise<string> {
  const kept = (await store.documents<{ id: string }>('settings')).find(({ id }) => id === 'hop')
  if (kept !== undefined) return kept.document.id
  const id = randomBytes(8).toString('hex')
  await store.putDocument('settings', 'hop', { id })
  return id
}

/** The headers with this hop added, or null where the delivery has passed it already. Pure. */
function withHop(headers: readonly HeaderLine[], own: string): HeaderLine[] | null {
  const isHop = ([name]: HeaderLine) => name.toLowerCase() === hopHeader
  const passed = headers
    .filter(isHop)
    .flatMap(([, value]) => value.split(','))
    .map((hop) => hop.trim())
  if (passed.includes(own) || passed.length >= maxHops) return null
  return [...headers.filter((line) => !isHop(line)), [hopHeader, [...passed, own].join(', ')]]
}

export interface ForwardTools {
  target: ForwardTarget
  ours: OurAddresses
  /** Our id in the loop-detection header. */
  hopId: string
  outbound: Outbound
  /** For the whole exchange, ms. */
  deadlineMs: number
  /** Breaks off what is under way. */
  signal: AbortSignal
  now(): number
}

/** Reason a delivery cannot be forwarded. */
interface Problem {
  code: string
  message: string
}

const leadsBackMessage = problemSentence({ code: 'forward-target-leads-back', fields: {} })

const loop: Problem = {
  code: 'LOOP',
  message:
    'This delivery was forwarded from here before and came back, so it was stopped: a receiver behind this address forwards to Hookscope again. Take one of the two rules away.',
}

const leadsUp: Problem = {
  code: 'INVALID_TARGET',
  message:
    'The path of this delivery has a segment “..” (or one that some servers read so), which leads out of the path of your app, so it was not forwarded.',
}

/** Bytes of an app's answer that are kept; a longer one cannot be passed on to the sender. */
export const maxAnswerBytes = 1024 * 1024

/**
 * Sends one delivery on: the same method, the exact bytes, its headers in order. Each outcome is an attempt;
 * nothing here throws for a network.
 * @param queue how long it waited for its turn, ms
 */
export async function forwardOne(tools: ForwardTools, delivery: StoredDelivery, queue: number): Promise<NewAttempt> {
  const { target, outbound, deadlineMs, signal } = tools
  const { request } = delivery
  const key = splitReceiverTarget(request.target)?.key ?? null
  const joined = pathAt(target, request.target)
  const path = withoutReceiverKey(joined ?? target.path, key)
  const headers = forwardedHeaders(request.headers).map(([name, value]): HeaderLine => [
    name,
    withoutReceiverKey(value, key),
  ])
  const hopped = withHop(headers, tools.hopId)
  const draft = {
    ...frame(delivery, target.origin + path),
    requestHeaders: withoutCredentials(hopped ?? headers).lines,
  }
  const problem = hopped === null ? loop : joined === null ? leadsUp : problemOf(tools, delivery, path, headers)
  if (hopped === null || problem !== null) return { ...draft, ...unsent(tools.now(), queue, problem ?? loop) }
  const { method, body } = request
  const url = target.origin + path
  const result = await outbound.send({
    method,
    url,
    path,
    headers: hopped,
    body,
    deadlineMs,
    maxBodyBytes: maxAnswerBytes,
    signal,
  })
  return { ...draft, ...outcome(result, queue, signal.aborted) }
}

function frame({ id, environmentId, request }: StoredDelivery, url: string) {
  const object = { resourceType: null, resourceId: null }
  return { deliveryId: id, environmentId, kind: 'forward' as const, ...object, method: request.method, url }
}

function problemOf(
  { target, ours }: ForwardTools,
  { request }: StoredDelivery,
  path: string,
  headers: readonly HeaderLine[],
): Problem | null {
  if (request.truncated) {
    return {
      code: 'INCOMPLETE',
      message: `Only the first ${request.body.length} bytes of this delivery are known, so it was not forwarded: your app would get something that was never sent.`,
    }
  }
  const name = unsendable(headers)
  if (name !== null) {
    return {
      code: 'INVALID_HEADER',
      message: `The header ${JSON.stringify(name.slice(0, 80))} has a character in it that no header may have, such as a line feed, so the delivery was not forwarded.`,
    }
  }
  if (isOwnOrigin(target.origin, ours)) return { code: 'CIRCLE', message: leadsBackMessage }
  const url = URL.canParse(target.origin + path) ? new URL(target.origin + path) : null
  if (url?.origin === target.origin && /^\/[\x21-\xff]*$/.test(path)) return null
  return { code: 'INVALID_TARGET', message: 'The address that this delivery asked for cannot be sent to your app.' }
}

function unsent(startedAt: number, queue: number, error: Problem) {
  return {
    startedAt,
    status: null,
    responseHeaders: [],
    body: null,
    bodyTruncated: false,
    error,
    timing: { queue, connect: null, firstByte: null, total: null },
  }
}

function outcome(result: OutboundResult, queue: number, stopped: boolean) {
  const record = exchangeRecord(result, queue)
  if (record.error === null || !stopped) return record
  const message = 'Forwarding was stopped before your app had answered. It may still have taken the delivery.'
  return { ...record, error: { code: 'STOPPED', message } }
}
