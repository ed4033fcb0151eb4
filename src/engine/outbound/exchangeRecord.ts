import type { NewAttempt } from '../store/types.ts'
import type { OutboundResult } from './outboundRequest.ts'

/** The part of an attempt that tells what became of a request. */
export type ExchangeRecord = Pick<
  NewAttempt,
  'startedAt' | 'status' | 'responseHeaders' | 'body' | 'bodyTruncated' | 'error' | 'timing'
>

/** What became of a request that was sent. @param queue how long it waited for its turn, ms; null when it did not */
export function exchangeRecord(result: OutboundResult, queue: number | null): ExchangeRecord {
  const answer = result.ok ? result : result.partial
  return {
    startedAt: result.startedAt,
    status: answer?.status ?? null,
    responseHeaders: answer?.headers ?? [],
    body: answer?.body ?? null,
    bodyTruncated: result.ok ? result.bodyTruncated : answer !== null,
    error: result.ok ? null : { code: result.error.code, message: result.error.message },
    timing: { queue, ...result.timing },
  }
}
