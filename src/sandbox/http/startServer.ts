import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call, Reply } from './call.ts'
import { failureReply, ApiProblem } from './problem.ts'
import { readBody } from './readBody.ts'
import { CannotListen } from '../../shared/cannotListen.ts'
import { closeUnlessRead, maxConnections, serverTimeouts } from '../../shared/basics/serverLimits.ts'
import { headerValues } from '../../shared/headers.ts'

export interface RunningServer {
  port: number
  /** Lets requests that are being answered end (at most half a second) and closes. */
  stop(): Promise<void>
}

type Answer = (call: Call) => Reply | Promise<Reply>

async function readCall(request: IncomingMessage, port: number): Promise<Call> {
  refuseForeign(request.rawHeaders, port)
  const [path = '', query] = (request.url ?? '').split('?', 2)
  return {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query),
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'] ?? '',
    body: await readBody(request),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  const body = reply.bytes ?? Buffer.from(JSON.stringify(reply.json))
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  })
  response.end(body)
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  answer: Answer,
): Promise<void> {
  let reply: Reply
  try {
    reply = await answer(await readCall(request, port))
  } catch (error) {
    reply = failureReply(error)
  }
  if (!response.destroyed) {
    // An unread body would be taken for the next request.
    request.resume()
    send(response, reply)
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // It stays: accepting a connection fails when no file descriptor is left, and the client tries again.
    server.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'UNKNOWN'
      const why = code === 'EADDRINUSE' ? 'something else listens there already' : error.message
      const message = `Cannot listen on port ${port}: ${why}. Choose another port, or 0 for any free one.`
      reject(new CannotListen(code, port, message))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Serves HTTP on 127.0.0.1. Throws CannotListen. */
export async function startServer(port: number, answer: Answer): Promise<RunningServer> {
  const server = createServer(serverTimeouts)
  server.maxConnections = maxConnections
  // Every call is answered at once: a connection that is silent for this long belongs to a client that does not read.
  server.timeout = serverTimeouts.requestTimeout
  server.on('timeout', closeUnlessRead(setImmediate))
  await listen(server, port)
  const { port: opened } = server.address() as AddressInfo
  server.on('request', (request, response) => {
    respond(request, response, opened, answer).catch(() => response.destroy())
  })
  return {
    port: opened,
    stop: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), 500)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
      }),
  }
}

/**
 * Keeps web pages out: a page carries an Origin, and one that rebinds its name to this machine carries that name as Host.
 * @param rawHeaders flat list as it came; Node's parsed headers would hide a doubled Host
 * Throws ApiProblem 403.
 */
function refuseForeign(rawHeaders: readonly string[], port: number): void {
  const hosts = headerValues(rawHeaders, 'host')
  if (hosts.length !== 1 || ![`127.0.0.1:${port}`, `localhost:${port}`].includes((hosts[0] ?? '').toLowerCase())) {
    throw new ApiProblem(403, `This address is refused. Use http://127.0.0.1:${port}.`)
  }
  if (headerValues(rawHeaders, 'origin').length > 0) {
    throw new ApiProblem(403, 'Requests of web pages are refused. Call the sandbox from a program, without Origin.')
  }
}
