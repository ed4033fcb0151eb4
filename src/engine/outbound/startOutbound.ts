import { AsyncLocalStorage } from 'node:async_hooks'
import type { SecureContext } from 'node:tls'
import type { buildConnector, Dispatcher, ProxyAgent } from 'undici'
import { isLoopback } from '../../shared/loopback.ts'
import { explainNetworkError, hostOf, type NetworkProblem } from './explainNetworkError.ts'
import { guardedConnector, type Refuse } from './guardedConnector.ts'
import type { OutboundRequest, OutboundResult } from './outboundRequest.ts'
import type { FindProxy } from './proxies.ts'

/** The part that had arrived when an exchange ended too early; null without a complete head. */
type Came = { headers: [name: string, value: string][]; body: Uint8Array } | null

/** An exchange that did not end in time, and how far it had come. */
function explainDeadline(url: string, limitMs: number, came: Came): NetworkProblem {
  const fields = { host: hostOf(url), limitMs, came: came === null ? null : extent(came) }
  return { code: 'DEADLINE', why: { code: 'deadline-passed', fields }, lasting: false }
}

const breaks = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/**
 * The missing part of an answer whose connection broke. Anything else stays as it was explained.
 */
function explainBrokenAnswer(explained: NetworkProblem, url: string, came: Came): NetworkProblem {
  if (came === null || !breaks.has(explained.code)) return explained
  const fields = { host: hostOf(url), came: extent(came) }
  return { code: 'TRUNCATED', why: { code: 'answer-broke-off', fields }, lasting: false }
}

function extent({ headers, body }: NonNullable<Came>): { bytes: number; of: string | null } {
  return { bytes: body.length, of: headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? null }
}

export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResult>
  close(): Promise<void>
}

export interface OutboundOptions {
  /**
   * Asked about every address before it is connected to. Each request then has a connection of its own, so that every
   * one is asked about, and none runs into one that the other side is just closing.
   */
  refuse?: Refuse
  /** Says which proxy leads to a URL. Never asked about loopback. Default: none, every connection is direct. */
  findProxy?: FindProxy | undefined
  /** Trusted certificate authorities; read once, when the first TLS connection opens. Default: Node's own. */
  authorities?: (() => SecureContext) | undefined
}

const connectMs = 10_000
/** Maximum duration of an exchange, ms. */
export const defaultDeadlineMs = 30_000
/** Maximum body bytes kept: four of the largest at once stay small next to everything else in memory. */
const defaultMaxBodyBytes = 4 * 1024 * 1024

/**
 * The one place that sends HTTP. Never follows redirects: a token must not travel to an address the user did not
 * configure, so the 3xx itself is the answer. Limits the duration of the exchange and the size of the answer's body.
 */
export function startOutbound({ refuse, findProxy, authorities }: OutboundOptions = {}): Outbound {
  let opened: Promise<Ways> | undefined
  let isClosed = false
  return {
    send: async (request) => {
      opened ??= import('undici').then((undici) => openWays(undici, refuse, authorities))
      let ways: Ways
      try {
        ways = await opened
      } catch (thrown) {
        // Its file went away, with an update say. The next request tries again.
        opened = undefined
        const error = explainNetworkError(thrown, request.url, null)
        const timing = { connect: null, firstByte: null, total: 0 }
        return { ok: false, startedAt: Date.now(), error, partial: null, timing, localPort: null }
      }
      if (isClosed) await end(ways)
      const { connecting, agent, proxies } = ways
      const record: Connecting = { connect: null, localPort: null }
      const proxy = isLoopback(URL.parse(request.url)?.hostname ?? '')
        ? null
        : ((await findProxy?.(request.url)) ?? null)
      const way = proxy === null ? { agent, proxy } : { agent: proxies.to(proxy), proxy }
      return connecting.run(record, async () => sendThrough(way, request, record))
    },
    close: async () => {
      isClosed = true
      await opened?.then(end, () => undefined)
    },
  }
}

async function end({ agent, proxies }: Ways): Promise<void> {
  await Promise.all([agent.destroy(), proxies.close()])
}

/** What sends HTTP: it is loaded for the first request, because most starts of a command send none. */
type Undici = typeof import('undici')

/** How the connection of a request was opened. */
interface Connecting {
  /** ms; null where an open one was used again. */
  connect: number | null
  localPort: number | null
}

/** The connections that requests travel over. */
interface Ways {
  /** Whose connection is being opened: it happens inside the dispatch of the request that needs it. */
  connecting: AsyncLocalStorage<Connecting>
  agent: Dispatcher
  proxies: ReturnType<typeof proxyAgents>
}

function openWays(undici: Undici, refuse: Refuse | undefined, authorities: OutboundOptions['authorities']): Ways {
  const { Agent, buildConnector: connector } = undici
  const open =
    refuse === undefined ? trustingConnector(connector, authorities) : guardedConnector(connector, refuse, connectMs)
  const connecting: Ways['connecting'] = new AsyncLocalStorage()
  const agent = new Agent({
    keepAliveTimeout: 10_000,
    ...(refuse === undefined ? {} : { pipelining: 0 }),
    connect(options, callback) {
      const record = connecting.getStore()
      const start = performance.now()
      open(options, (...result) => {
        if (record !== undefined) {
          record.connect = performance.now() - start
          record.localPort = result[1]?.localPort ?? null
        }
        callback(...result)
      })
    },
  })
  return { connecting, agent, proxies: proxyAgents(undici, authorities) }
}

/** Opens connections that trust `authorities`, which are read when the first one needs them. */
function trustingConnector(
  connector: typeof buildConnector,
  authorities: OutboundOptions['authorities'],
): buildConnector.connector {
  let open: buildConnector.connector | undefined
  const plain = connector({ timeout: connectMs })
  return (options, callback) => {
    if (authorities === undefined || options.protocol !== 'https:') return plain(options, callback)
    open ??= connector({ timeout: connectMs, secureContext: authorities() })
    return open(options, callback)
  }
}

/** One agent for each proxy, made when it is first needed. */
function proxyAgents(undici: Undici, authorities: OutboundOptions['authorities']) {
  const agents = new Map<string, ProxyAgent>()
  let context: SecureContext | undefined
  return {
    to: (proxy: string): Dispatcher => {
      context ??= authorities?.()
      const tls =
        context === undefined ? {} : { requestTls: { secureContext: context }, proxyTls: { secureContext: context } }
      const agent = agents.get(proxy) ?? new undici.ProxyAgent({ uri: proxy, connectTimeout: connectMs, ...tls })
      agents.set(proxy, agent)
      return agent
    },
    close: async () => Promise.all([...agents.values()].map(async (agent) => agent.destroy())),
  }
}

/** How a request travels: over which connections, and through which proxy, if any. */
interface Way {
  agent: Dispatcher
  proxy: string | null
}

async function sendThrough(
  { agent, proxy }: Way,
  request: OutboundRequest,
  record: Connecting,
): Promise<OutboundResult> {
  const startedAt = Date.now()
  const start = performance.now()
  let firstByte: number | null = null
  let head: { status: number; headers: [string, string][] } | null = null
  const chunks: Uint8Array[] = []
  const timing = () => ({ connect: record.connect, firstByte, total: performance.now() - start })
  const deadlineMs = request.deadlineMs ?? defaultDeadlineMs
  // It takes whole milliseconds; a deadline may be a multiple of what was measured.
  const deadline = AbortSignal.timeout(Math.ceil(deadlineMs))
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
  try {
    const options = {
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      signal,
      responseHeaders: 'raw' as const,
    }
    const { origin, pathname, search } = new URL(request.url)
    const asked = agent.request({ origin, path: request.path ?? `${pathname}${search}`, ...options })
    // undici does not heed the signal while a proxy keeps its connection waiting.
    const answer = await (proxy === null ? asked : unlessAborted(asked, signal))
    firstByte = performance.now() - start
    head = { status: answer.statusCode, headers: pairs(answer.headers) }
    const bodyTruncated = await readInto(chunks, answer.body, request.maxBodyBytes ?? defaultMaxBodyBytes)
    return {
      ok: true,
      startedAt,
      ...head,
      body: Buffer.concat(chunks),
      bodyTruncated,
      timing: timing(),
      localPort: record.localPort,
    }
  } catch (thrown) {
    const partial = head === null ? null : { ...head, body: Buffer.concat(chunks) }
    const error = deadline.aborted
      ? explainDeadline(request.url, deadlineMs, partial)
      : explainBrokenAnswer(explainNetworkError(thrown, request.url, proxy), request.url, partial)
    return { ok: false, startedAt, error, partial, timing: timing(), localPort: record.localPort }
  }
}

/** Rejects as soon as the signal does; an answer that comes later is dropped with its connection. */
async function unlessAborted<T extends { body: { destroy(): unknown } }>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => {
    aborted.reject(signal.reason)
    work.then(({ body }) => body.destroy()).catch(() => undefined)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Reads into `chunks`, so that what came is there even when the stream breaks; true when the body is above the limit. */
async function readInto(
  chunks: Uint8Array[],
  stream: AsyncIterable<Uint8Array> & { destroy(): unknown },
  limit: number,
): Promise<boolean> {
  let size = 0
  for await (const chunk of stream) {
    const room = limit - size
    if (chunk.length > room) {
      chunks.push(chunk.subarray(0, room))
      stream.destroy()
      return true
    }
    chunks.push(chunk)
    size += chunk.length
  }
  return false
}

/** undici gives raw headers as a flat list of texts or buffers; its types only know the folded map. */
function pairs(raw: unknown): [string, string][] {
  const lines: [string, string][] = []
  if (!Array.isArray(raw)) return lines
  for (let index = 0; index + 1 < raw.length; index += 2) {
    lines.push([asText(raw[index]), asText(raw[index + 1])])
  }
  return lines
}

function asText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}
