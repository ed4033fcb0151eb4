import type { ReceiverLimits } from './types.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** Default limits of a receiver. */
export const defaultLimits: ReceiverLimits = {
  bodyBytes: 10 * mebibyte,
  headerBytes: 64 * kibibyte,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxConnections: 1000,
  bytesInFlight: 256 * mebibyte,
}

/** Time for which a refused sender may still send before its socket is destroyed, ms. */
export const lingerMs = 5000

/**
 * Node's settings for these limits. Its own timers are right once a request has begun, and they cost nothing for each
 * request: it notes the begin in the parser and looks at unfinished requests only. They are wrong for a socket that
 * was opened ahead and has sent nothing yet; see `isIdleExpiry`. A head may not take longer
 * than its whole request, so the shorter of the two counts.
 */
export function timerOptions(limits: ReceiverLimits): {
  headersTimeout: number
  requestTimeout: number
  connectionsCheckingInterval: number
} {
  const headersTimeout = Math.min(limits.headersTimeout, limits.requestTimeout)
  return {
    headersTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(headersTimeout / 4)),
  }
}
