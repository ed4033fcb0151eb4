import type { Attempt } from '../../../shared/wireTypes.ts'
import type { StoredAttempt } from '../records/attempts.ts'

/** An attempt as the outside sees it: times as text, the answer's body as text. */
export function attemptView(attempt: StoredAttempt): Attempt {
  return {
    id: attempt.id,
    kind: attempt.kind,
    startedAt: new Date(attempt.startedAt).toISOString(),
    method: attempt.method,
    url: attempt.url,
    requestHeaders: attempt.requestHeaders,
    requestBody: attempt.requestBody === undefined ? null : Buffer.from(attempt.requestBody).toString('utf8'),
    status: attempt.status,
    responseHeaders: attempt.responseHeaders,
    body: attempt.body === null ? null : Buffer.from(attempt.body).toString('utf8'),
    bodyTruncated: attempt.bodyTruncated,
    error: attempt.error,
    timing: attempt.timing,
    replayed: attempt.replayed ?? null,
    forwarded: attempt.forwarded ?? null,
  }
}
