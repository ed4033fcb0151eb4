import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { WireForm } from './wireForm.ts'
import { endOfBody, readHead } from './readAnswer.ts'
import { requestBytes } from './requestBytes.ts'
import type { Target } from './resolveTarget.ts'

/** What came back for one request. */
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

/** More of an answer is not kept, bytes. */
const mostKept = 65_536
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
  // A certificate of one's own is usual on one's own machine; anywhere else it has to be right.
  const socket: Socket = target.secure
    ? connectSecure({ host, port, servername: hostname, rejectUnauthorized: !target.loopback })
    : connectPlain({ host, port })
  socket.setNoDelay(true)
  const onAbort = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  // Every failure is read from what `send` waits for.
  socket.on('error', () => undefined)
  const opened = new Promise<void>((resolve) => {
    socket.once(target.secure ? 'secureConnect' : 'connect', () => resolve()).once('close', () => resolve())
  })
  return {
    opened,
    send: async (request, form, timeoutMs) => sendOn(socket, request, form ?? {}, timeoutMs, keepAlive),
    close: () => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
    },
  }
}

async function sendOn(
  socket: Socket,
  request: UnsignedRequest,
  form: WireForm,
  timeoutMs: number,
  keepAlive: boolean,
): Promise<Answer> {
  const startedAt = Date.now()
  const started = performance.now()
  const { head, body } = requestBytes(request, form, keepAlive)
  return new Promise((resolve) => {
    let came = Buffer.alloc(0)
    let onContinue: () => void = () => undefined
    // Where no connection opened, nobody took the request: another thing than an answer that does not come.
    const timer = setTimeout(() => finish(socket.connecting ? 'ETIMEDOUT' : 'TIMEOUT'), timeoutMs)
    const finish = (problem: string | null, final = readFinal(came)) => {
      clearTimeout(timer)
      socket.off('data', onData).off('error', onError).off('close', onClose)
      const took = performance.now() - started
      if (final === null || problem === 'LEFT')
        resolve({
          status: null,
          headers: [],
          body: Buffer.alloc(0),
          problem: problem ?? 'CLOSED',
          closes: true,
          took,
          startedAt,
        })
      else resolve({ ...final, problem: null, took, startedAt })
    }
    const onData = (data: Buffer) => {
      if (came.length < 4 * mostKept) came = Buffer.concat([came, data])
      if (came.toString('latin1', 0, 12) === 'HTTP/1.1 100') onContinue()
      const final = readFinal(came)
      if (final?.isWhole === true) finish(null, final)
      else if (readHead(came) === 'malformed') finish('MALFORMED_ANSWER', null)
    }
    const onError = (error: NodeJS.ErrnoException) => finish(error.code ?? 'BROKEN')
    const onClose = () => finish(null)
    socket.on('data', onData).on('error', onError).on('close', onClose)
    const write = writerOf(socket, form, finish, (then) => {
      onContinue = then
    })
    if (socket.destroyed) onClose()
    else void write(head, body)
  })
}

function writerOf(
  socket: Socket,
  form: WireForm,
  finish: (problem: string) => void,
  whenContinued: (then: () => void) => void,
) {
  const put = async (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed || bytes.length === 0) resolve()
      else socket.write(bytes, () => resolve())
    })
  return async (head: Buffer, body: Buffer) => {
    if (form.expectContinue === true) {
      await put(head)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, continueMs)
        whenContinued(() => {
          clearTimeout(timer)
          resolve()
        })
      })
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
      if (form.reset === true) socket.resetAndDestroy()
      else socket.end()
      finish('LEFT')
    }
  }
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The answer that counts, after any "100 Continue"; null while its head is not there. Pure. */
function readFinal(
  bytes: Buffer,
): (Pick<Answer, 'status' | 'headers' | 'body' | 'closes'> & { isWhole: boolean }) | null {
  const head = readHead(bytes)
  if (head === null || head === 'malformed') return null
  if (head.status < 200) return readFinal(bytes.subarray(head.size))
  const end = endOfBody(bytes, head)
  const body = bytes.subarray(head.size, Math.min(end ?? bytes.length, head.size + mostKept))
  return { status: head.status, headers: head.headers, closes: head.closes, body, isWhole: end !== null }
}
