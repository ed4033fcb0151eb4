import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Host } from '../host/shells/types.ts'
import { headerValues } from '../shared/headers.ts'
import type { NumberedEvent } from '../shared/wireTypes.ts'
import { problem, sendProblem } from './http/problem.ts'
import { securityHeaders } from './http/securityHeaders.ts'

export interface StreamLimits {
  /** Silence after which a comment is sent, so that both sides learn of a dead line, ms. */
  keepAliveMs: number
  /** Longest time without reading before a client is dropped, ms. It comes back with Last-Event-ID and loses nothing. */
  stallMs: number
  /** A client for which more events than this pile up is dropped. More than what is held for those who reconnect. */
  maxPending: number
}

export const streamLimits: StreamLimits = { keepAliveMs: 15_000, stallMs: 30_000, maxPending: 50_000 }

/** Why a stream ends that need not: its key is no longer good. */
export const keyRenewed = 'key-renewed'

const closedEvent = `event: closed\ndata: ${JSON.stringify({ type: 'closed', reason: keyRenewed })}\n\n`

/** Server-sent events (the WHATWG's text/event-stream) out of the host's numbered events. */
export function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  host: Host,
  { limits, ending }: { limits: StreamLimits; ending: AbortSignal },
): void {
  const after = lastNumber(request.rawHeaders)
  if (after === 'unreadable') {
    sendProblem(
      response,
      problem(400, 'BAD_REQUEST', 'Last-Event-ID is the id of an event of this stream: digits only.'),
    )
    return
  }
  response.writeHead(200, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'text/event-stream; charset=utf-8',
    // For a proxy in between, such as nginx.
    'x-accel-buffering': 'no',
  })
  response.write('retry: 1000\n\n')
  const writer = startWriter(response, limits)
  const subscription = host.subscribe(after, (events) => writer.take(events))
  if (subscription.gap) writer.tellGap(after)
  const keepAlive = setInterval(() => writer.idle(), limits.keepAliveMs)
  const end = () => {
    if (ending.reason === keyRenewed) response.write(closedEvent)
    response.end()
  }
  ending.addEventListener('abort', end)
  response.once('close', () => {
    clearInterval(keepAlive)
    ending.removeEventListener('abort', end)
    subscription.stop()
    writer.stop()
  })
}

/** Writes as fast as the client reads, and no faster: what does not fit into the socket waits here, up to a limit. */
function startWriter(response: ServerResponse, limits: StreamLimits) {
  let pending: NumberedEvent[] = []
  let waiting = false
  let stall: NodeJS.Timeout | undefined

  const drained = () => {
    clearTimeout(stall)
    waiting = false
    flush()
  }
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed || response.write(text)) return
    waiting = true
    response.once('drain', drained)
    stall = setTimeout(() => response.destroy(), limits.stallMs)
  }
  const flush = () => {
    let sent = 0
    while (sent < pending.length && !waiting) {
      // Several events a write: a burst is not a system call for each of its deliveries.
      write(
        pending
          .slice(sent, sent + 64)
          .map(formatEvent)
          .join(''),
      )
      sent += 64
    }
    pending = sent >= pending.length ? [] : pending.slice(sent)
  }

  return {
    take: (events: readonly NumberedEvent[]) => {
      if (pending.length + events.length > limits.maxPending) {
        response.destroy()
        return
      }
      for (const event of events) pending.push(event)
      if (!waiting) flush()
    },
    tellGap: (after: number | null) => write(`event: gap\ndata: ${JSON.stringify({ type: 'gap', after })}\n\n`),
    idle: () => {
      if (!waiting) write(': still here\n\n')
    },
    stop: () => clearTimeout(stall),
  }
}

function formatEvent({ number, event }: NumberedEvent): string {
  return `id: ${number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function lastNumber(rawHeaders: readonly string[]): number | null | 'unreadable' {
  const value = headerValues(rawHeaders, 'last-event-id').at(-1)
  if (value === undefined || value === '') return null
  return /^\d{1,16}$/.test(value) ? Number(value) : 'unreadable'
}
