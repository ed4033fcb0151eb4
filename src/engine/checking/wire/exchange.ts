import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { WireForm } from './wireForm.ts'
import { AnswerReader } from './readAnswer.ts'
import type { Target } from './resolveTarget.ts'
import type { HeaderLine } from '../../../shared/model.ts'

/** The answer to one request. */
export interface Answer {
  /** Null when no whole head of an answer came. */
  status: number | null
  headers: [name: string, value: string][]
  /** The beginning of the body. */
  body: Buffer
  /** Why there is no status: a code. `LEFT`: we closed the connection on purpose. */
  problem: string | null
  /** Nothing more may be sent on this connection. */
  closes: boolean
  /** ms from the first byte sent to the end of the answer. */
  took: number
  startedAt: number
}

/** How long the body waits for "100 Continue", ms. */
const continueMs = 400

/** A connection to the handler. */
export interface Line {
  /** Resolves when it is open, or cannot be opened. */
  opened: Promise<void>
  send(request: UnsignedRequest, form: WireForm | undefined, timeoutMs: number): Promise<Answer>
  close(): void
}

/** Sends one request on a connection of its own. Failures are data. */
export async function exchange(
  target: Target,
  request: UnsignedRequest,
  form: WireForm | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const line = openLine(target, signal, false)
  try {
    return await line.send(request, form, timeoutMs)
  } finally {
    line.close()
  }
}

/** Opens a connection on which several requests can be sent, one after the other. */
export function openLine(target: Target, signal: AbortSignal, keepAlive: boolean): Line {
  const { address: host, port, hostname } = target
  const raw = connect({ host, port })
  // A certificate of one's own is usual on one's own machine; anywhere else it has to be right.
  const socket: Socket = target.secure
    ? connectSecure({
        socket: raw,
        ...(isIP(hostname) === 0 ? { servername: hostname } : { host: hostname }),
        rejectUnauthorized: !target.loopback,
      })
    : raw
  socket.setNoDelay(true)
  const onAbort = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  // Every failure is read from what `send` waits for.
  for (const each of [raw, socket]) each.on('error', () => undefined)
  const opened = new Promise<void>((resolve) => {
    socket.once(target.secure ? 'secureConnect' : 'connect', () => resolve()).once('close', () => resolve())
  })
  return {
    opened,
    send: async (request, form, timeoutMs) => sendOn({ socket, raw }, request, form ?? {}, timeoutMs, keepAlive),
    close: () => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      raw.destroy()
    },
  }
}

/** A connection: `raw` is the TCP below TLS, or the same. */
interface Connection {
  socket: Socket
  raw: Socket
}

async function sendOn(
  { socket, raw }: Connection,
  request: UnsignedRequest,
  form: WireForm,
  timeoutMs: number,
  keepAlive: boolean,
): Promise<Answer> {
  const startedAt = Date.now()
  const started = performance.now()
  const { head, body } = requestBytes(request, form, keepAlive)
  return new Promise((resolve) => {
    const continued = Promise.withResolvers<void>()
    const reader = new AnswerReader(request.method, (status) => {
      if (status === 100) continued.resolve()
    })
    // Without a connection, the handler never got the request, which differs from a missing answer.
    const timer = setTimeout(() => finish(raw.connecting ? 'ETIMEDOUT' : 'TIMEOUT'), timeoutMs)
    const finish = (problem: string | null) => {
      clearTimeout(timer)
      socket.off('data', onData).off('error', onError).off('close', onClose)
      const timing = { took: performance.now() - started, startedAt }
      const answer = problem === 'LEFT' || problem === 'MALFORMED_ANSWER' ? null : reader.answer()
      if (answer !== null) resolve({ ...answer, problem: null, ...timing })
      else resolve({ ...noAnswer(), problem: problem ?? 'CLOSED', ...timing })
    }
    const onData = (data: Buffer) => {
      reader.add(data)
      if (reader.state === 'whole') finish(null)
      else if (reader.state === 'malformed') finish('MALFORMED_ANSWER')
    }
    const onError = (error: NodeJS.ErrnoException) => finish(error.code ?? 'BROKEN')
    const onClose = () => finish(null)
    socket.on('data', onData).on('error', onError).on('close', onClose)
    if (socket.destroyed) onClose()
    // A write error fails only this exchange.
    else write({ socket, raw }, form, { head, body, continued: continued.promise }, finish).catch(onError)
  })
}

function noAnswer() {
  return { status: null, headers: [], body: Buffer.alloc(0), closes: true }
}

async function write(
  { socket, raw }: Connection,
  form: WireForm,
  { head, body, continued }: { head: Buffer; body: Buffer; continued: Promise<void> },
  finish: (problem: string) => void,
): Promise<void> {
  const put = async (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed || bytes.length === 0) resolve()
      else socket.write(bytes, () => resolve())
    })
  if (form.expectContinue === true) {
    await put(head)
    await Promise.race([continued, pause(continueMs)])
    await put(body)
  } else if (form.pieces !== undefined) {
    const all = Buffer.concat([head, body])
    const size = Math.ceil(all.length / form.pieces.count)
    for (let at = 0; at < all.length && !socket.destroyed; at += size) {
      await put(all.subarray(at, at + size))
      if (at + size < all.length) await pause(form.pieces.pauseMs)
    }
  } else {
    const share = form.cutAt === undefined ? body.length : Math.floor(body.length * form.cutAt)
    await put(Buffer.concat([head, body.subarray(0, share)]))
  }
  if (form.cutAt !== undefined || form.leave === true) {
    // Only TCP has a reset: TLS would refuse to send one.
    if (form.reset === true) raw.resetAndDestroy()
    else socket.end()
    finish('LEFT')
  }
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The exact bytes of a request: its head, and its body as it goes over the wire. Pure. */
export function requestBytes(
  request: UnsignedRequest,
  form: WireForm = {},
  keepAlive = false,
): { head: Buffer; body: Buffer } {
  const { host, pathname, search } = new URL(request.url)
  const lines: HeaderLine[] = [
    ['Host', host],
    ...request.headers,
    ...(form.expectContinue === true ? [['Expect', '100-continue'] satisfies HeaderLine] : []),
    form.chunked === undefined ? ['Content-Length', String(request.body.length)] : ['Transfer-Encoding', 'chunked'],
    ['Connection', keepAlive ? 'keep-alive' : 'close'],
  ]
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return {
    head: Buffer.from(`${request.method} ${pathname}${search} HTTP/1.1\r\n${text}\r\n`, 'latin1'),
    body: form.chunked === undefined ? Buffer.from(request.body) : chunks(request.body, form.chunked),
  }
}

function chunks(body: Uint8Array, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (let turn = 0; at < body.length; turn += 1) {
    const part = body.subarray(at, at + (sizes[turn % sizes.length] ?? body.length))
    parts.push(
      Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1'),
      Buffer.from(part),
      Buffer.from('\r\n', 'latin1'),
    )
    at += part.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n', 'latin1')])
}
