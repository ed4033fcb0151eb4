import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Host } from '../host/types.ts'
import { answerApi, apiRoot } from './answerApi.ts'
import { createGuard, type Guard } from './guard.ts'
import { listen } from './listen.ts'
import { type OneTimeCodes, oneTimeCodes } from './oneTimeCodes.ts'
import { problem, sendProblem } from './problem.ts'
import type { HostLog } from '../host/reportFaults.ts'
import { securityHeaders } from './securityHeaders.ts'
import { servePages } from './servePages.ts'
import { serveSockets, socketPath } from './serveSockets.ts'
import { streamLimits, type StreamLimits } from './streamEvents.ts'

export interface ServeOptions {
  host: Host
  /** 0 takes any free port. Listens on 127.0.0.1 only. */
  port: number
  /** Where the built page lies (out/renderer). */
  staticFolder: string
  /** Default: 32 random bytes, new at each start. */
  token?: string | undefined
  log?: HostLog | undefined
  /** For tests: how patient event streams are. */
  streamLimits?: Partial<StreamLimits> | undefined
  /** What may wait for a page that does not read, bytes. Default 64 MiB. */
  mostBufferedBytes?: number | undefined
  /** For tests: how long an address of `openOnce` is good, ms. Default one minute. */
  openForMs?: number | undefined
}

export interface Serve {
  /** Carries the token in its fragment, which no browser sends to any server. */
  uiUrl: string
  apiUrl: string
  token: string
  port: number
  /**
   * A new address that leads to the page once and within a minute. It may stand where others can read it, such as a
   * browser's command line: the token does not.
   */
  openOnce(): string
  /** Stops accepting, lets calls in flight end (at most 2 s), closes streams and sockets. */
  stop(): Promise<void>
}

/**
 * The browser shell: the page, the HTTP API, server-sent events and the WebSocket on one loopback port, behind one guard.
 * Throws CannotListen.
 */
export async function startServe(options: ServeOptions): Promise<Serve> {
  const token = options.token ?? randomBytes(32).toString('base64url')
  const log = options.log ?? (() => undefined)
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1000,
    // Any other upgrade (curl offers h2c) is an ordinary request.
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.maxConnections = 1000
  const port = await listen(server, options.port)
  const guard = createGuard(port, token)
  const { host } = options
  host.keepOff(port)
  const limits = { ...streamLimits, ...options.streamLimits }
  const stopping = new AbortController()
  const { signal } = stopping
  const api = answerApi(host, { origin: guard.origin, log, limits, stopping: signal })
  const codes = oneTimeCodes(options.openForMs ?? 60_000)
  const pages = openOr(servePages(options.staticFolder), codes, token)
  const respond = answer(guard, api, pages)
  server.on('request', (request, response) => {
    // A client may go away at any moment; what is then written into nothing is no fault.
    response.on('error', () => response.destroy())
    respond(request, response).catch((error: unknown) => {
      if (response.destroyed) return
      log('error', 'a request failed', {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
      if (response.headersSent) response.destroy()
      else
        sendProblem(
          response,
          problem(500, 'INTERNAL_ERROR', 'Hookscope made a mistake here. Its log on stderr says more.'),
        )
    })
  })
  const mostBufferedBytes = options.mostBufferedBytes ?? 64 * 1024 * 1024
  const sockets = serveSockets(server, host, guard, { log, mostBufferedBytes })
  return {
    uiUrl: `${guard.origin}/#token=${token}`,
    apiUrl: guard.origin + apiRoot,
    token,
    port,
    openOnce: () => guard.origin + openRoot + codes.make(),
    stop: async () => {
      stopping.abort()
      sockets.close()
      await close(server, sockets.cut)
    },
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse, target: string) => void | Promise<void>

function answer(guard: Guard, api: Answer, pages: Answer) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? ''
    const [path = ''] = target.split('?', 1)
    const toApi = path === apiRoot || path.startsWith(`${apiRoot}/`)
    const refusal = guard.check(request.rawHeaders, toApi || path === socketPath ? 'bearer' : 'none')
    if (refusal !== null) {
      // A body that nobody reads would be taken for the next request.
      request.resume()
      const headers: Record<string, string> = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
      return sendProblem(response, problem(refusal.status, refusal.code, refusal.detail), headers)
    }
    if (toApi) return api(request, response, target)
    request.resume()
    if (path === socketPath) {
      const detail = 'This address speaks WebSocket only. Scripts use /api/v1.'
      return sendProblem(response, problem(426, 'UPGRADE_REQUIRED', detail), { upgrade: 'websocket' })
    }
    return pages(request, response, path)
  }
}

const openRoot = '/open/'

/** Sends whoever comes with a good code on to the page; all else is the pages' to answer. */
function openOr(pages: Answer, codes: OneTimeCodes, token: string): Answer {
  return (request, response, path) => {
    const opens = request.method === 'GET' && path.startsWith(openRoot) && codes.use(path.slice(openRoot.length))
    if (!opens) return pages(request, response, path)
    const location = `/#token=${token}`
    response.writeHead(303, { ...securityHeaders, 'cache-control': 'no-store', location, 'content-length': 0 })
    response.end()
  }
}

async function close(server: Server, cutSockets: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    // A call that just ended leaves its connection open for the next one, which will not come.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => {
      server.closeAllConnections()
      cutSockets()
    }, 2000)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
}
