import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Peer } from '../../shared/model.ts'
import { lingerMs } from './receiverLimits.ts'

/** A status that ends a connection whose bytes are not a request. */
export type ConnectionRefusal = 400 | 404 | 408 | 413 | 431

const reasons: Record<ConnectionRefusal, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

/** A socket and its requests in flight. */
export class Connection {
  readonly socket: Socket
  /** Read at once, because a closed socket has lost it. */
  readonly peer: Peer
  /** The connection was refused: no further request is read, and the refusal is the last answer. */
  refused = false
  /** When the last answer was handed to the socket, ms since the epoch; null before the first. */
  lastAnswerAt: number | null = null
  /** Requests whose head arrived and whose answer is pending. */
  #unanswered = 0
  #begun = 0
  readonly #waitingForTurn = new Map<number, () => void>()
  #latest: IncomingMessage | null = null
  /** The request that was refused before its end. It is not whole, even if the rest of it comes later. */
  #broken: IncomingMessage | null = null
  #refusal: ConnectionRefusal | null = null

  constructor(socket: Socket) {
    this.socket = socket
    this.peer = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
  }

  /** No request waits for its answer. */
  get idle(): boolean {
    return this.#unanswered === (this.#broken === null ? 0 : 1)
  }

  /** Exactly one request waits for its answer. */
  get atLastAnswer(): boolean {
    return this.#unanswered === 1
  }

  isBroken(message: IncomingMessage): boolean {
    return this.#broken === message
  }

  /** Call when the head of a request arrives. Returns its number on this connection, for `whenItsTurn`. */
  begin(message: IncomingMessage): number {
    this.#unanswered += 1
    this.#latest = message
    this.#begun += 1
    return this.#begun
  }

  /** Resolves when all requests before this one are answered; never where the connection ends before. */
  async whenItsTurn(number: number): Promise<void> {
    if (number <= this.#begun - this.#unanswered + 1) return
    await new Promise<void>((resolve) => this.#waitingForTurn.set(number, resolve))
  }

  /** The answer to a request was handed to the socket. */
  answered(): void {
    this.#unanswered -= 1
    this.lastAnswerAt = Date.now()
    const next = this.#begun - this.#unanswered + 1
    this.#waitingForTurn.get(next)?.()
    this.#waitingForTurn.delete(next)
    if (this.#refusal !== null) this.#refuseInTurn(this.#refusal)
  }

  /**
   * Sends a refusal after the answers to earlier requests, and ends the connection. Later calls do nothing.
   */
  refuse(status: ConnectionRefusal): void {
    if (this.refused) return
    this.refused = true
    if (this.#latest !== null && !this.#latest.complete) this.#broken = this.#latest
    this.#refusal = status
    this.#refuseInTurn(status)
  }

  #refuseInTurn(status: ConnectionRefusal): void {
    if (!this.idle) return
    this.#refusal = null
    endWith(this.socket, status)
  }
}

/**
 * Writes a last answer and ends our side, but goes on reading: to close a socket with bytes unread resets it, which can
 * lose the answer and costs a tunnel the slot. A sender that does not stop is cut off after a while.
 */
export function endWith(socket: Socket, status: ConnectionRefusal): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
