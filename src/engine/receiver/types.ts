/** The receiver's contract. `startReceiver` in startReceiver.ts answers it. */
import type { CapturedRequest, HeaderLine } from '../../shared/model.ts'
import type { Probe } from './probe.ts'

export interface ReceiverLimits {
  /** Largest body that is kept whole, bytes. Default 10 MiB. */
  bodyBytes: number
  /** Largest request head, bytes. Default 64 KiB. */
  headerBytes: number
  /** From the first byte of a request to the end of its head, ms. Default 10,000. */
  headersTimeout: number
  /** From the first byte of a request to the end of its body, and without a byte read of an answer, ms. Default 30,000. */
  requestTimeout: number
  /** Maximum at once. Beyond it, a new connection replaces an idle one, or is refused when all are in use. */
  maxConnections: number
  /** Bytes of requests that may be in memory at once over all connections; beyond it a request is drained and gets 503. */
  bytesInFlight: number
}

/**
 * The receiver's own reason to refuse a request: a method other than POST, a body above the limit, or (408) a body
 * that stayed incomplete, because it was too slow or its sender left. Null when it was not refused.
 */
export type Refusal = 405 | 408 | 413 | null

/** An answer, sent after the whole request was read. */
export interface Answer {
  status: number
  headers?: Readonly<Record<string, string>> | readonly HeaderLine[]
  /** Text is sent as UTF-8; empty when absent. */
  body?: string | Uint8Array
  /** Absent for an answer that is sent whole and at once. */
  how?: AnswerHow
}

export interface AnswerHow {
  /** Maximum delay, ms: on stop, and where too many are delayed, it goes out at once. */
  delayMs?: number
  /** The connection is reset, before the first byte or in the middle of the answer. */
  reset?: 'before' | 'middle' | null
  /** Maximum bytes of the body that are sent before the connection ends. */
  truncateAt?: number | null
}

/** An answer that is obtained after the commit, such as the app's own. `hurry`: the sender left, or we stop. */
export type LaterAnswer = { later(hurry: AbortSignal): Promise<Answer> }

/** How an answer ended; `early`: before its delay was over. */
export interface AnswerEnd {
  ending: 'sent' | 'truncated' | 'reset' | 'sender-gone'
  early: 'stopping' | 'too-many' | null
}

export interface ReceiverOptions {
  /** The address that it listens on. */
  host: string
  /** 0 takes any free port. */
  port: number
  limits?: Partial<ReceiverLimits>
  /** Answers a check through a public URL that asks whether it leads here; see `createProbe`. */
  probe?: Probe
  /**
   * The environment of a target, or null for a stray: drained, answered 404, counted, never stored.
   * Called once per request, before its body is read; must not block.
   */
  route(target: string): string | null
  /**
   * Called when a request for a known environment was read to its end, or was broken off (`refusal` 408, `truncated`).
   * Resolves with the answer once it may be sent; a rejection answers 503.
   */
  onRequest(request: CapturedRequest, environmentId: string, refusal: Refusal): Promise<Answer | LaterAnswer>
  /** Whether an environment's path accepts a method other than POST; default: no. */
  opens?(environmentId: string, method: string): boolean
  /** A stray request was drained and answered 404. */
  onStray?(): void
  /** The answer to a request was handed to the socket; one that is delayed, cut or later may also have failed. */
  onAnswered?(request: CapturedRequest, answer: Answer, end: AnswerEnd | null): void
}

export interface Receiver {
  /** Such as "http://127.0.0.1:4711". */
  origin: string
  port: number
  /** Resolves when all requests are answered, or after `graceMs`. New ones are still accepted. */
  whenQuiet(graceMs: number): Promise<void>
  /** Sends delayed answers at once from now on. */
  hurry(): void
  /** Stops accepting, finishes what is in flight (at most `graceMs`, default 5,000), closes. */
  stop(graceMs?: number): Promise<void>
}
