/** What the receiver promises. `startReceiver` in startReceiver.ts answers it. */
import type { CapturedRequest } from '../../shared/model.ts'
import type { Probe } from './probe.ts'

export interface ReceiverLimits {
  /** Largest body that is kept whole, bytes. Default 10 MiB. */
  bodyBytes: number
  /** Largest request head, bytes. Default 64 KiB. */
  headerBytes: number
  /** From the first byte of a request to the end of its head, ms. Default 10,000. */
  headersTimeout: number
  /** From the first byte of a request to the end of its body, ms. Default 30,000. */
  requestTimeout: number
  /** At once. For one more, one goes over which nothing is going on; when all are in use, the new one is turned away. */
  maxConnections: number
  /** Bytes of requests that may be in memory at once over all connections; beyond it a request is drained and gets 503. */
  bytesInFlight: number
}

/**
 * What the receiver itself found wrong with a request: another method than POST, a body above the limit, or (408) a body
 * that was never complete, because it was too slow or its sender went away. Null when nothing was.
 */
export type Refusal = 405 | 408 | 413 | null

/** What to answer. The receiver sends it only after the whole request was read; to a 408 it sends nothing of its own. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Printable ASCII; empty when absent. */
  body?: string
}

export interface ReceiverOptions {
  host: '127.0.0.1'
  /** 0 takes any free port. */
  port: number
  limits?: Partial<ReceiverLimits>
  /** Answers a check through a public URL that asks whether it leads here; see `createProbe`. */
  probe?: Probe
  /**
   * Which environment a target belongs to, or null for a stray: drained, answered 404, counted, never stored.
   * Called once per request, before its body is read; must not block.
   */
  route(target: string): string | null
  /**
   * Called when a request for a known environment was read to its end, or was broken off (`refusal` 408, `truncated`).
   * Resolves with the answer once it may be sent; a rejection answers 503.
   */
  onRequest(request: CapturedRequest, environmentId: string, refusal: Refusal): Promise<Answer>
  /** A stray request was drained and answered 404. */
  onStray?(): void
  /** The answer to a request was handed to the socket. */
  onAnswered?(request: CapturedRequest, answer: Answer): void
}

export interface Receiver {
  /** Such as "http://127.0.0.1:4711". */
  origin: string
  port: number
  /** Resolves when every request that came was answered, or after `graceMs`. New ones are still taken. */
  whenQuiet(graceMs: number): Promise<void>
  /** Stops accepting, finishes what is in flight (at most `graceMs`, default 5,000), closes. */
  stop(graceMs?: number): Promise<void>
}
