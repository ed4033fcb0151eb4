import type { OutboundRequest, OutboundResult } from '../../outbound/outboundRequest.ts'
import { withoutSlash } from './publicAddress.ts'
import { TunnelProblem } from './provider.ts'
import { jsonOf } from '../../../shared/basics/jsonOf.ts'
import { valueAt } from '../../../shared/json/jsonPointer.ts'

/** A localtunnel server's answer: an address, and the port at which it takes our sockets. */
export interface Registration {
  id: string
  url: string
  port: number
  /** Sockets that it takes at once. */
  sockets: number
}

export interface RegisterOptions {
  send: (request: OutboundRequest) => Promise<OutboundResult>
  /** Address of the server, without a slash at its end. */
  server: string
  name: string
  signal: AbortSignal
}

const deadlineMs = 10_000
/** No server needs more of our sockets than this, whatever it says. */
const maxSockets = 32

/**
 * Asks a localtunnel server for a name, once and within 10 s; the client itself would ask again every second for ever.
 * The server may give another name than the one asked for, which is for the caller to judge.
 * Throws TunnelProblem; the signal's reason when cancelled.
 */
export async function registerTunnel({ send, server, name, signal }: RegisterOptions): Promise<Registration> {
  const result = await send({
    method: 'GET',
    url: `${server}/${name}`,
    headers: [
      ['accept', 'application/json'],
      ['user-agent', 'hookscope'],
      ['bypass-tunnel-reminder', '1'],
    ],
    deadlineMs,
    maxBodyBytes: 64 * 1024,
    signal,
  })
  signal.throwIfAborted()
  if (!result.ok) {
    throw new TunnelProblem('unreachable', { code: 'tunnel-server-unanswered', fields: { cause: result.error.why } })
  }
  const { status } = result
  const text = Buffer.from(result.body).toString('utf8')
  if (status !== 200) {
    const fields = { server, status, said: said(text) }
    throw status === 403 || status === 401
      ? new TunnelProblem('rejected', { code: 'tunnel-server-refuses', fields })
      : new TunnelProblem('refused', { code: 'tunnel-server-failed', fields })
  }
  const registration = read(text)
  if (registration === null) {
    throw new TunnelProblem('rejected', { code: 'tunnel-server-unlike-localtunnel', fields: { server } })
  }
  return registration
}

function read(text: string): Registration | null {
  const answer = jsonOf(text)
  if (typeof answer !== 'object' || answer === null) return null
  const { id, url, port, max_conn_count: count = 1 } = answer as Record<string, unknown>
  if (typeof id !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return null
  if (!/^https?:$/.test(new URL(url).protocol)) return null
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  if (typeof count !== 'number' || !(count >= 1)) return null
  return { id, url: withoutSlash(url), port, sockets: Math.min(maxSockets, Math.floor(count)) }
}

/** The server's own words, when it gave some. */
function said(text: string): string | null {
  const message = valueAt(jsonOf(text), '/message')
  return typeof message === 'string' && message !== '' ? message.slice(0, 200) : null
}
