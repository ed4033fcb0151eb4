/** One request to the outside, and what became of it. Failures are data: nothing here throws for a network. */

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** Absolute http(s) URL. */
  url: string
  headers: [name: string, value: string][]
  body?: string
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

export interface OutboundAnswer {
  ok: true
  /** Milliseconds since the epoch. */
  startedAt: number
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  bodyTruncated: boolean
  timing: OutboundTiming
}

export interface OutboundFailure {
  ok: false
  startedAt: number
  /** The system's or library's code, such as ECONNREFUSED. */
  error: { code: string; message: string }
  timing: OutboundTiming
}

export type OutboundResult = OutboundAnswer | OutboundFailure
