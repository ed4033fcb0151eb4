/** One request to the outside, and its outcome. Failures are data: nothing here throws for a network. */
import type { NetworkProblem } from './explainNetworkError.ts'

export interface OutboundRequest {
  method: string
  /** Absolute http(s) URL. */
  url: string
  /** Path and query to send as they are, in place of those of the URL. Begins with a slash. */
  path?: string
  headers: [name: string, value: string][]
  body?: string | Uint8Array
  /** For the whole exchange, ms. */
  deadlineMs?: number
  /** Bytes of the answer's body that are kept; the rest is not read. */
  maxBodyBytes?: number
  signal?: AbortSignal | undefined
}

export interface OutboundTiming {
  /** ms; null when an open connection was used again. */
  connect: number | null
  /** ms from the start to the head of the answer; null when none came. */
  firstByte: number | null
  /** ms from the start to the end. */
  total: number
}

/** The part of an answer that was read. */
interface AnswerRead {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

export interface OutboundAnswer extends AnswerRead {
  ok: true
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The body was larger than what is kept. */
  bodyTruncated: boolean
  timing: OutboundTiming
  /** Local port of the connection that was opened for it; null where none was. */
  localPort: number | null
}

export interface OutboundFailure {
  ok: false
  startedAt: number
  error: NetworkProblem
  /** The part that arrived before it broke off; null without a complete head. */
  partial: AnswerRead | null
  timing: OutboundTiming
  localPort: number | null
}

export type OutboundResult = OutboundAnswer | OutboundFailure
