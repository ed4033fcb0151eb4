import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Host } from '../host/shells/types.ts'
import { announceInstance, type Announcement } from './announceInstance.ts'
import { answerApi, apiRoot } from './answerApi.ts'
import { createGuard, type Guard, type Refusal, type Ticket } from './guard.ts'
import { problem, sendProblem } from './http/problem.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import { servePages } from './servePages.ts'
import { serveSockets, socketPath } from './serveSockets.ts'
import { answerSession, isSessionCall } from './session/answerSession.ts'
import { keyInMemory, type PageKey } from './session/pageKey.ts'
import { type CodeLife, type Session, startSession } from './session/startSession.ts'
import { keyRenewed, streamLimits, type StreamLimits } from './streamEvents.ts'
import { closeUnlessRead, maxConnections, serverTimeouts } from '../shared/basics/serverLimits.ts'
import type { AddressInfo } from 'node:net'
import { CannotListen } from '../shared/cannotListen.ts'

export interface ServeOptions {
  host: Host
  /** 0 takes any free port. */
  port: number
  /** The address to listen on. Default: 127.0.0.1. */
  address?: string | undefined
  /** Further names by which the page is opened, see guard.ts. */
  names?: readonly string[] | undefined
  /** Where the built page lies (out/renderer); null where only the API is served. */
  staticFolder: string | null
  /** Default: a new one that ends with the process. */
  key?: PageKey | undefined
  log?: HostLog | undefined
  /** Lets the commands and tools of this user find it, see announceInstance.ts. Default: nobody can. */
  announce?: Announcement | undefined
  /** For tests: how patient event streams are. */
  streamLimits?: Partial<StreamLimits> | undefined
  /** Maximum bytes buffered for a page that does not read. Default 64 MiB. */
  maxBufferedBytes?: number | undefined
  /** For tests: how long one-time codes are good, ms. */
  codeLifeMs?: Partial<CodeLife> | undefined
  /** For tests: the clock of one-time codes, ms. */
  codeClock?: (() => number) | undefined
}

export interface Serve {
  /** Such as "http://127.0.0.1:4680". */
  origin: string
  apiUrl: string
  port: number
  /** Hands out the key. `session.token()` is the current one. */
  session: Pick<Session, 'token' | 'newAddress' | 'launchFile'>
  /** Stops accepting, lets calls in flight end (at most 2 s), closes streams and sockets. */
  stop(): Promise<void>
}

/**
 * The browser shell: the page, the HTTP API, server-sent events and the WebSocket on one loopback port, behind one guard.
 * Throws CannotListen.
 */
export async function startServe(options: ServeOptions): Promise<Serve> {
  const key = options.key ?? keyInMemory()
  const log = options.log ?? (() => undefined)
  const server = createServer({
    ...serverTimeouts,
    // Every other upgrade is an ordinary request: curl offers h2c, and a refused one stays within the server's timeouts.
    shouldUpgradeCallback: (request) => asksForSocket(request) && refusalOfSocket(guard, request) === null,
  })
  server.maxConnections = maxConnections
  server.on('timeout', closeUnlessRead(setImmediate))
  const { address = '127.0.0.1', names = [] } = options
  const port = await listen(server, options.port, address)
  const guard = createGuard({ port, address, names }, key.token)
  const { host } = options
  host.keepOff(port)
  key.servedOn(port)
  const session = startSession({
    origin: guard.pageOrigin,
    key,
    dataFolder: host.dataFolder,
    codeLifeMs: options.codeLifeMs,
    now: options.codeClock,
  })
  const ends = streamEnds()
  const limits = { ...streamLimits, ...options.streamLimits }
  const api = answerApi(host, { origin: guard.origin, log, limits, session, ending: ends.signal })
  const respond = answer(guard, api, answerSession(session), servePages(options.staticFolder, limits.stallMs))
  const calls = openCalls(server)
  server.on('request', (request, response) => {
    // A client may go away at any moment; what is then written into nothing is no fault.
    response.on('error', () => response.destroy())
    respond(request, response).catch((error: unknown) => reportFailure(log, response, error))
  })
  const maxBufferedBytes = options.maxBufferedBytes ?? 64 * 1024 * 1024
  const sockets = serveSockets(server, host, { log, maxBufferedBytes })
  const announced =
    options.announce === undefined
      ? null
      : announceInstance(options.announce, {
          dataFolder: host.dataFolder,
          api: guard.origin + apiRoot,
          token: key.token,
          log,
        })
  session.onRenew(() => announced?.renew())
  session.onEndOld(() => {
    ends.endAll(keyRenewed)
    sockets.endRenewed()
    calls.cutAll()
  })
  return {
    origin: guard.origin,
    apiUrl: guard.origin + apiRoot,
    port,
    session,
    stop: async () => {
      announced?.stop()
      session.stop()
      ends.endAll()
      sockets.close()
      await close(server, sockets.cut)
    },
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse, target: string) => void | Promise<void>

function answer(guard: Guard, api: Answer, session: Answer, pages: Answer) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? ''
    const [path = ''] = target.split('?', 1)
    const refusal = asksForSocket(request)
      ? refusalOfSocket(guard, request)
      : guard.check(request.rawHeaders, ticketFor(path))
    if (refusal !== null) {
      // An unread body would be taken for the next request.
      request.resume()
      if (asksForSocket(request)) response.shouldKeepAlive = false
      const headers: Record<string, string> = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
      return sendProblem(response, problem(refusal.status, refusal.code, refusal.detail), headers)
    }
    if (isApiCall(path)) return api(request, response, target)
    if (isSessionCall(path)) return session(request, response, path)
    request.resume()
    if (path === socketPath) {
      const detail = 'This address speaks WebSocket only. Scripts use /api/v1.'
      return sendProblem(response, problem(426, 'UPGRADE_REQUIRED', detail), { upgrade: 'websocket' })
    }
    return pages(request, response, path)
  }
}

const asksForSocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && /\bupgrade\b/i.test(headers.connection ?? '')

/** Why a request for a WebSocket gets none; null where it gets one. */
function refusalOfSocket(guard: Guard, { rawHeaders, url }: IncomingMessage): Refusal {
  const refusal = guard.check(rawHeaders, 'socket')
  if (refusal !== null || url === socketPath) return refusal
  return { status: 404, code: 'NOT_FOUND', detail: `WebSockets are answered at ${socketPath} only.` }
}

const isApiCall = (path: string) => path === apiRoot || path.startsWith(`${apiRoot}/`)

/** The credentials that a path requires. */
function ticketFor(path: string): Ticket {
  if (isApiCall(path) || path === socketPath) return 'bearer'
  return isSessionCall(path) ? 'page' : 'none'
}

function reportFailure(log: HostLog, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  log('error', 'a request failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  if (response.headersSent) {
    response.destroy()
    return
  }
  const detail = 'Hookscope failed here because of a bug. Its log on stderr says more.'
  sendProblem(response, problem(500, 'INTERNAL_ERROR', detail))
}

/** The signal that ends streams: `endAll` aborts the current one and replaces it. */
function streamEnds() {
  let current = new AbortController()
  return {
    signal: () => current.signal,
    endAll: (reason?: string) => {
      current.abort(reason)
      current = new AbortController()
    },
  }
}

/** The pending calls. Requests for the page's files are not among them: they carry no key, and a tab may wait for them. */
function openCalls(server: Server): { cutAll(): void } {
  const open = new Set<ServerResponse>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (ticketFor(path) === 'none') return
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return {
    /** Finished answers are still sent; a connection that waits for its next call stays, as that is checked again. */
    cutAll: () => {
      for (const response of open) if (!response.writableEnded) response.destroy()
    },
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

/** Listens; answers the port. Throws CannotListen with a human-readable message. */
async function listen(server: Server, port: number, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // It stays: accepting a connection fails when no file descriptor is left, and the client tries again.
    server.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'UNKNOWN'
      reject(new CannotListen(code, port, `The page cannot listen on port ${port}: ${reason(code, error)}`))
    })
    server.listen(port, address, resolve)
  })
  return (server.address() as AddressInfo).port
}

function reason(code: string, error: Error): string {
  const instead = 'Choose another one with --ui-port, or 0 for any free one.'
  if (code === 'EADDRINUSE') return `something else listens there already. ${instead}`
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Check --ui-host.'
  if (code === 'EACCES') return `this user may not open it. ${instead}`
  return `${error.message}. ${instead}`
}
