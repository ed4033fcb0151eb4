import { callSentence } from '../../shared/words/callFailures.ts'
import type { OutboundResult } from './outboundRequest.ts'

/** The outcome of a request, as it is kept: `startedAt` in milliseconds since the epoch, timing in milliseconds. */
export interface ExchangeRecord {
  startedAt: number
  /** Null when no answer came. */
  status: number | null
  responseHeaders: [name: string, value: string][]
  body: Uint8Array | null
  bodyTruncated: boolean
  error: { code: string; message: string } | null
  timing: { queue: number | null; connect: number | null; firstByte: number | null; total: number }
}

/** The outcome of a request that was sent. @param queue how long it waited for its turn, ms; null when it did not */
export function exchangeRecord(result: OutboundResult, queue: number | null): ExchangeRecord {
  const answer = result.ok ? result : result.partial
  return {
    startedAt: result.startedAt,
    status: answer?.status ?? null,
    responseHeaders: answer?.headers ?? [],
    body: answer?.body ?? null,
    bodyTruncated: result.ok ? result.bodyTruncated : answer !== null,
    error: result.ok ? null : { code: result.error.code, message: callSentence(result.error.why) },
    timing: { queue, ...result.timing },
  }
}
