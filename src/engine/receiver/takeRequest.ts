import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CapturedRequest } from '../../shared/model.ts'
import { BodyBytes, type BytesInFlight } from './bodyBytes.ts'
import type { Connection } from './connection.ts'
import { asksProbe, readNonce } from './probe.ts'
import type { Answer, ReceiverLimits, ReceiverOptions, Refusal } from './types.ts'

/** What all requests of a receiver share. */
export interface Reception {
  options: ReceiverOptions
  limits: ReceiverLimits
  inFlight: BytesInFlight
  /** The receiver is stopping: each connection ends with its last answer. */
  stopping: boolean
  /** Called whenever an answer was handed to its socket. */
  onFinish(): void
}

const crowded: Answer = { status: 503, headers: { 'Retry-After': '1' } }
const notKept: Answer = { status: 503, headers: { 'Retry-After': '5' } }

/**
 * Takes one request from the end of its head on. The body is always read to its end before anything is answered:
 * an early answer makes senders and tunnels drop the connection with bytes on the way.
 */
export function takeRequest(
  reception: Reception,
  connection: Connection,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const receivedAt = Date.now()
  if (connection.refused) {
    message.resume()
    return
  }
  connection.begin(message)
  response.on('finish', () => {
    connection.answered()
    if (reception.stopping && connection.idle) connection.socket.end()
    reception.onFinish()
  })
  if (!hasRightHost(message)) {
    drain(message, () => {
      response.shouldKeepAlive = false
      send(reception, connection, response, 400)
    })
    return
  }
  const target = pathOf(message.url ?? '')
  const { probe } = reception.options
  if (asksProbe(probe, message, target)) {
    readNonce(probe, message, (answer) => {
      if (answer === null) refuseStray(reception, connection, response)
      else send(reception, connection, response, 200, { 'Cache-Control': 'no-store' }, answer)
    })
    return
  }
  const environmentId = reception.options.route(target)
  if (environmentId === null) {
    drain(message, () => refuseStray(reception, connection, response))
    return
  }
  collect(reception, connection, message, response, environmentId, receivedAt)
}

function refuseStray(reception: Reception, connection: Connection, response: ServerResponse): void {
  send(reception, connection, response, 404)
  reception.options.onStray?.()
}

function collect(
  reception: Reception,
  connection: Connection,
  message: IncomingMessage,
  response: ServerResponse,
  environmentId: string,
  receivedAt: number,
): void {
  const body = new BodyBytes(reception.limits.bodyBytes, reception.inFlight, headBytes(message))
  let ended = false

  function end(whole: boolean): void {
    if (ended) return
    ended = true
    void keep(reception, connection, body, response, captured(message, connection, body, whole, receivedAt), {
      environmentId,
      refusal: whole ? refusalFor(message, body) : 408,
    })
  }

  message.on('data', (chunk: Uint8Array) => body.add(chunk))
  // What still comes after a 408 does not make a request whole again.
  message.on('end', () => end(message.complete && !connection.isBroken(message)))
  // The sender went away, or was sent away, before the end of the body.
  message.on('error', () => end(false))
}

/** Hands a request over and sends the answer to it, unless it was never complete. */
async function keep(
  reception: Reception,
  connection: Connection,
  body: BodyBytes,
  response: ServerResponse,
  request: CapturedRequest,
  { environmentId, refusal }: { environmentId: string; refusal: Refusal },
): Promise<void> {
  let answer = crowded
  if (!body.crowdedOut) {
    try {
      answer = await reception.options.onRequest(request, environmentId, refusal)
    } catch {
      // The store's health says why; a sender only needs to know that it has to come again.
      answer = notKept
    }
  }
  body.release()
  if (refusal === 408) return
  const { options } = reception
  if (options.onAnswered !== undefined) response.on('finish', () => options.onAnswered?.(request, answer))
  send(reception, connection, response, answer.status, answer.headers, answer.body)
}

function captured(
  message: IncomingMessage,
  connection: Connection,
  body: BodyBytes,
  whole: boolean,
  receivedAt: number,
): CapturedRequest {
  const contentLength = message.headers['content-length']
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    httpVersion: message.httpVersion,
    headers: message.rawHeaders,
    trailers: message.rawTrailers,
    body: body.bytes(),
    truncated: !whole || body.overLimit,
    size: body.size,
    contentLength: contentLength === undefined ? null : Number(contentLength),
    receivedAt,
    peer: connection.peer,
  }
}

/** What a request takes in memory besides its body, about: a sender may pile up many small ones. */
function headBytes(message: IncomingMessage): number {
  let bytes = 1024
  for (const text of message.rawHeaders) bytes += text.length
  return bytes
}

function refusalFor(message: IncomingMessage, body: BodyBytes): Refusal {
  if (message.method !== 'POST') return 405
  return body.overLimit ? 413 : null
}

function drain(message: IncomingMessage, then: () => void): void {
  message.on('end', then)
  message.resume()
}

/** Sends an answer in one write; all but those of a probe and of some handshakes have an empty body. */
function send(
  reception: Reception,
  connection: Connection,
  response: ServerResponse,
  status: number,
  headers?: Record<string, string>,
  body = '',
): void {
  if (reception.stopping && connection.atLastAnswer) response.shouldKeepAlive = false
  response.statusCode = status
  // HTTP/1.1 gets this from Node; to HTTP/1.0 Node would close instead of saying that there is no body.
  if (response.req.httpVersion === '1.0') response.setHeader('Content-Length', String(body.length))
  if (headers !== undefined) {
    for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '')
  }
  if (status === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'POST')
  if (status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '5')
  if (body === '') response.end()
  else response.end(body)
}

/** HTTP/1.1 wants exactly one Host line (RFC 9112, section 3.2); two are a way to smuggle. */
function hasRightHost(message: IncomingMessage): boolean {
  const { rawHeaders } = message
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && message.httpVersion === '1.0')
}

/** The path and query of a request target. A sender that takes us for a proxy writes the whole address. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)
  return authority === null ? target : target.slice(authority[0].length)
}
