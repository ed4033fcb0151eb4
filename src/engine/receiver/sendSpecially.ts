import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Connection } from './connection.ts'
import type { Delays } from './delays.ts'
import { lingerMs } from './receiverLimits.ts'
import type { Answer, AnswerEnd } from './types.ts'
import type { HeaderLine } from '../../shared/model.ts'

/** A request whose answer is in flight. */
export interface Exchange {
  connection: Connection
  response: ServerResponse
  /** Its number on the connection. */
  number: number
  /** Aborted when the sender has gone before its answer was handed to the socket. */
  gone: AbortSignal
}

/** Sends a whole answer and resolves with the end of the response. */
export type SendWhole = (answer: Answer) => Promise<'sent' | 'sender-gone'>

/** Sends an answer that is delayed, cut off or reset, and returns how it ended. */
export async function sendSpecially(
  delays: Delays,
  exchange: Exchange,
  answer: Answer,
  sendWhole: SendWhole,
): Promise<AnswerEnd> {
  const { delayMs = 0, reset = null, truncateAt = null } = answer.how ?? {}
  const { gone } = exchange
  const early = delayMs === 0 ? null : await delays.wait(delayMs, gone)
  if (gone.aborted) return { ending: 'sender-gone', early: null }
  if (reset === null && truncateAt === null) return { ending: await sendWhole(answer), early }
  return { ending: await sendCut(exchange, answer, reset, truncateAt ?? 0), early }
}

/** Waits for the answers to earlier requests, because a cut answer ends the connection. */
async function sendCut(
  { connection, response, number, gone }: Exchange,
  answer: Answer,
  reset: 'before' | 'middle' | null,
  truncateAt: number,
): Promise<'truncated' | 'reset' | 'sender-gone'> {
  await Promise.race([connection.whenItsTurn(number), aborted(gone)])
  if (gone.aborted) return 'sender-gone'
  const { socket } = connection
  // Nothing more may be written to it, not even the answer to a request that is behind this one.
  connection.refused = true
  if (reset === 'before') {
    socket.resetAndDestroy()
    return 'reset'
  }
  // A sender that does not read must not hold its connection.
  socket.setTimeout(lingerMs, () => socket.destroy())
  const { head, body } = bytesOf(answer, response)
  if (reset === 'middle') {
    const whole = Buffer.concat([head, body])
    const part = whole.subarray(0, body.length > 1 ? head.length + Math.floor(body.length / 2) : head.length >> 1)
    await new Promise<void>((resolve) => socket.write(part, () => resolve()))
    socket.resetAndDestroy()
    return 'reset'
  }
  await new Promise<void>((resolve) => socket.end(Buffer.concat([head, body.subarray(0, truncateAt)]), () => resolve()))
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  return 'truncated'
}

async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function bytesOf(answer: Answer, response: ServerResponse): { head: Buffer; body: Buffer } {
  const { status } = answer
  const body = Buffer.from(answer.body ?? '')
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...headerPairs(answer.headers).map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  const hasBody = response.req.method !== 'HEAD'
  return { head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body: hasBody ? body : Buffer.alloc(0) }
}

/** The headers of an answer as a list. */
export function headerPairs(headers: Answer['headers']): readonly HeaderLine[] {
  if (headers === undefined) return []
  return isList(headers) ? headers : Object.entries(headers)
}

function isList(headers: NonNullable<Answer['headers']>): headers is readonly HeaderLine[] {
  return Array.isArray(headers)
}
