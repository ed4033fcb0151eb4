/** Messages between the bench and its processes. */

/** One measurement. Times are milliseconds. */
export interface LoadJob {
  port: number
  connections: number
  /** A new connection for each request, or the same ones again and again. */
  reuse: boolean
  /** Closed loop when null: each connection sends its next request when the answer came. Else requests a second. */
  rate: number | null
  /** Waits with a timer between requests, which leaves the processor to what is measured beside. Times then say less. */
  calm?: boolean
  duration: number
  /** Number of requests, all different, after which it ends, if that is before the time is over. */
  count?: number
  /** Null: varied bodies of some 600 bytes. */
  bodyBytes: number | null
  /** Number of consecutive deliveries of one object, which a list folds; absent: one. */
  perObject?: number
  /** Where to; absent: `target`. */
  target?: string
}

export interface LoadResult {
  /** Answered 200. */
  answered: number
  /** Anything else: other statuses, broken connections. */
  failed: number
  seconds: number
  /** From the moment a request was to be sent until its answer was read, ms. */
  p50: number
  p99: number
  /** CPU time of the sending process, microseconds. */
  loadCpu: number
  /** The same with what it took to make the requests ahead. */
  wholeCpu: number
}

/** How a serving process fared during one measurement. */
export interface ServingResult {
  /** CPU time of the thread that serves, microseconds. */
  threadCpu: number
  /** CPU time of the whole process, microseconds. */
  processCpu: number
  /** 99th percentile of the event loop's delay, ms; about 1 of it is the probe's own timer. */
  loopDelayP99: number
  /** Resident memory at the end, bytes. */
  rss: number
}

export const secret = 'bench shared secret'
export const signatureHeader = 'x-service-webhook-hmac'
export const target = '/in/bench-environment-key'

/** Calls of the bench to the probe inside `serve`. */
export type ProbeCall = { kind: 'begin' | 'end' | 'heaps' } | { kind: 'snapshots'; folder: string }

/** The JavaScript heap of one thread, bytes. */
export interface ThreadHeap {
  name: string
  used: number
  reserved: number
  limit: number
  external: number
}
