import { callSentence } from '../../shared/words/callFailures.ts'
import { namesCredential, redacted } from '../../shared/credentials.ts'
import { hideSecrets } from '../service/hideSecrets.ts'
import type { Exchange } from '../service/startServiceClient.ts'
import type { NewAttempt } from '../store/records/attempts.ts'
import type { FollowUpTarget } from './followUpTarget.ts'

type Problem = { code: string; message: string } | null

/**
 * A request that was sent, as it is kept: no credentials in it, not even short-lived ones, and not where the service
 * repeats them.
 * @param queue how long it waited for its turn, ms; null when it did not
 * @param problem why a 2xx is not the object, or null
 */
export function attemptOf(
  target: FollowUpTarget,
  { request, result, keyHeader }: Exchange,
  queue: number | null,
  problem: Problem,
): NewAttempt {
  const hide = hiderOf(request.headers, keyHeader)
  const answer = result.ok ? result : result.partial
  const error = result.ok ? problem : { code: result.error.code, message: callSentence(result.error.why) }
  const isNoObject = error !== null && answer !== null && answer.status >= 200 && answer.status < 300
  return {
    ...frame(target, result.startedAt, request.url),
    // Snapshots are found by the object's name among the 2xx: what is no object must not be among them.
    ...(isNoObject ? { resourceType: null, resourceId: null } : {}),
    method: request.method,
    requestHeaders: request.headers.map(([name, value]) => [name, name === keyHeader ? redacted : redact(name, value)]),
    status: answer?.status ?? null,
    responseHeaders: answer?.headers.map(([name, value]) => [name, redact(name, hide.text(value))]) ?? [],
    body: answer === null ? null : hide.bytes(answer.body),
    bodyTruncated: result.ok ? result.bodyTruncated : answer !== null,
    error,
    timing: { queue, ...result.timing },
  }
}

/** A try that came to no request, because no token could be had. */
export function attemptWithoutToken(
  target: FollowUpTarget,
  url: string,
  failure: { code: string; message: string },
  times: { startedAt: number; queue: number | null; total: number },
): NewAttempt {
  return {
    ...frame(target, times.startedAt, url),
    method: 'GET',
    requestHeaders: [],
    status: null,
    responseHeaders: [],
    body: null,
    bodyTruncated: false,
    error: { code: failure.code, message: failure.message },
    timing: { queue: times.queue, connect: null, firstByte: null, total: times.total },
  }
}

function frame(
  { deliveryId, environmentId, resourceType, resourceId }: FollowUpTarget,
  startedAt: number,
  url: string,
) {
  return { deliveryId, environmentId, kind: 'follow-up' as const, resourceType, resourceId, startedAt, url }
}

function redact(name: string, value: string): string {
  return namesCredential(name) ? redacted : value
}

/** Some services repeat in an answer what they were sent; a token would lie on the disk with it. */
function hiderOf(headers: readonly [string, string][], keyHeader = 'authorization') {
  const token = headers.find(([name]) => name === keyHeader)?.[1].replace(/^Bearer /, '') ?? ''
  const text = (value: string) => hideSecrets(value, [token])
  return {
    text,
    bytes: (body: Uint8Array): Uint8Array => {
      // As latin1, which every byte survives; a token has no other characters.
      const before = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
      const after = text(before)
      return after === before ? body : Buffer.from(after, 'latin1')
    },
  }
}
