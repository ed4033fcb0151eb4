import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CapturedRequest } from '../../shared/model.ts'
import { BodyBytes, type BytesInFlight } from './bodyBytes.ts'
import type { Connection } from './connection.ts'
import { isProbeRequest, readNonce } from './probe.ts'
import type { Delays } from './delays.ts'
import { type Exchange, sendSpecially, headerPairs } from './sendSpecially.ts'
import { watchSender } from './watchSender.ts'
import type { Answer, LaterAnswer, ReceiverLimits, ReceiverOptions, Refusal } from './types.ts'

/** State shared by all requests of a receiver. */
export interface Reception {
  options: ReceiverOptions
  limits: ReceiverLimits
  delays: Delays
  inFlight: BytesInFlight
  /** The receiver is stopping: each connection ends with its last answer. */
  stopping: boolean
  /** Called whenever an answer was handed to its socket. */
  onFinish(): void
}

const crowded: Answer = { status: 503, headers: { 'Retry-After': '1' } }
const notKept: Answer = { status: 503, headers: { 'Retry-After': '5' } }

/**
 * Reads one request after its head. The body is always read to its end before the answer, because an early answer makes
 * senders and tunnels drop the connection with bytes in flight.
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
  const number = connection.begin(message)
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
  if (isProbeRequest(probe, message, target)) {
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
  collect(reception, { connection, response, number }, message, environmentId, receivedAt)
}

function refuseStray(reception: Reception, connection: Connection, response: ServerResponse): void {
  send(reception, connection, response, 404)
  reception.options.onStray?.()
}

type Open = Omit<Exchange, 'gone'>

function collect(
  reception: Reception,
  open: Open,
  message: IncomingMessage,
  environmentId: string,
  receivedAt: number,
): void {
  const { connection } = open
  const body = new BodyBytes(
    reception.limits.bodyBytes,
    announcedBytes(message),
    reception.inFlight,
    headBytes(message),
  )
  let ended = false

  function end(whole: boolean): void {
    if (ended) return
    ended = true
    const isOpen = message.method === 'POST' || reception.options.opens?.(environmentId, message.method ?? '') === true
    keep(reception, open, body, captured(message, connection, body, whole, receivedAt), {
      environmentId,
      refusal: whole ? refusalFor(isOpen, body) : 408,
      // An answer that Node refuses to write ends its connection; the sender retries.
    }).catch(() => connection.socket.destroy())
  }

  message.on('data', (chunk: Uint8Array) => body.add(chunk))
  // Bytes that arrive after a 408 do not complete the request.
  message.on('end', () => end(message.complete && !connection.isBroken(message)))
  // The sender went away, or was sent away, before the end of the body.
  message.on('error', () => end(false))
}

/** Hands a request over and sends its answer, unless the request is incomplete. */
async function keep(
  reception: Reception,
  open: Open,
  body: BodyBytes,
  request: CapturedRequest,
  { environmentId, refusal }: { environmentId: string; refusal: Refusal },
): Promise<void> {
  let answer: Answer | LaterAnswer = crowded
  if (!body.crowdedOut) {
    try {
      answer = await reception.options.onRequest(request, environmentId, refusal)
    } catch {
      // The store's health says why; a sender only needs to know that it must retry.
      answer = notKept
    }
  }
  body.release()
  if (refusal === 408) return
  if ('later' in answer || answer.how !== undefined) {
    await answerSpecially(reception, open, request, answer)
    return
  }
  const { options } = reception
  const { connection, response } = open
  const { status, headers, body: text } = answer
  if (options.onAnswered !== undefined) response.on('finish', () => options.onAnswered?.(request, { status }, null))
  send(reception, connection, response, status, headers, text)
}

/** Sends an answer that is delayed or cut. If the answer cannot be obtained, sends 503. */
async function answerSpecially(
  reception: Reception,
  { connection, response, number }: Open,
  request: CapturedRequest,
  planned: Answer | LaterAnswer,
): Promise<void> {
  const { delays, options } = reception
  const sender = watchSender(connection.socket)
  const sendWhole = async ({ status, headers, body }: Answer): Promise<'sent' | 'sender-gone'> => {
    const sent = new Promise<'sent' | 'sender-gone'>((resolve) => {
      response.on('finish', () => resolve('sent'))
      sender.gone.addEventListener('abort', () => resolve('sender-gone'))
      if (sender.gone.aborted) resolve('sender-gone')
    })
    send(reception, connection, response, status, headers, body)
    return (await sent) === 'sent' && (await sender.stillTakesIt()) ? 'sent' : 'sender-gone'
  }
  let answer = notKept
  try {
    answer = 'later' in planned ? await planned.later(AbortSignal.any([sender.gone, delays.hurried])) : planned
  } catch {
    // The app could not be asked; the sender retries.
  }
  const end = await sendSpecially(delays, { connection, response, number, gone: sender.gone }, answer, sendWhole)
  sender.stop()
  options.onAnswered?.(request, answer, end)
}

function captured(
  message: IncomingMessage,
  connection: Connection,
  body: BodyBytes,
  whole: boolean,
  receivedAt: number,
): CapturedRequest {
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    httpVersion: message.httpVersion,
    headers: message.rawHeaders,
    trailers: message.rawTrailers,
    body: body.bytes(),
    truncated: !whole || body.overLimit,
    size: body.size,
    contentLength: announcedBytes(message),
    receivedAt,
    peer: connection.peer,
  }
}

/** The announced size of a body, bytes; null where none is announced. */
function announcedBytes({ headers }: IncomingMessage): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Approximate memory of a request without its body; a sender may open many small ones. */
function headBytes(message: IncomingMessage): number {
  let bytes = 1024
  for (const text of message.rawHeaders) bytes += text.length
  return bytes
}

function refusalFor(isOpen: boolean, body: BodyBytes): Refusal {
  if (!isOpen) return 405
  return body.overLimit ? 413 : null
}

function drain(message: IncomingMessage, then: () => void): void {
  message.on('end', then)
  message.resume()
}

/** Sends an answer in one write; all but those of a probe, of some handshakes and of rules have an empty body. */
function send(
  reception: Reception,
  connection: Connection,
  response: ServerResponse,
  status: number,
  headers?: Answer['headers'],
  body: string | Uint8Array = '',
): void {
  if (reception.stopping && connection.atLastAnswer) response.shouldKeepAlive = false
  response.statusCode = status
  // Node adds this for HTTP/1.1. For HTTP/1.0 it would close the connection to mark the empty body.
  if (response.req.httpVersion === '1.0') response.setHeader('Content-Length', String(Buffer.byteLength(body)))
  // A header may come more than once.
  for (const [name, value] of headerPairs(headers)) response.appendHeader(name, value)
  if (status === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'POST')
  if (status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '5')
  if (body.length === 0) {
    response.end()
    return
  }
  // A sender that does not read must not hold its connection. Between two requests it may be silent.
  const { socket } = connection
  response.setTimeout(reception.limits.requestTimeout, () => socket.destroy())
  response.on('finish', () => socket.setTimeout(0))
  response.end(body)
}

/** HTTP/1.1 needs exactly one Host line (RFC 9112, section 3.2); two allow request smuggling. */
function hasRightHost(message: IncomingMessage): boolean {
  const { rawHeaders } = message
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && message.httpVersion === '1.0')
}

/** The path and query of a request target, which is absolute when the sender treats us as a proxy. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)
  return authority === null ? target : target.slice(authority[0].length)
}
