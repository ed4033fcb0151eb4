import type { NewAttempt, StoredAttempt } from '../records/attempts.ts'

/** The fields of an attempt that no query looks at, kept as one JSON text. */
type Rest = Pick<
  NewAttempt,
  | 'method'
  | 'url'
  | 'requestHeaders'
  | 'responseHeaders'
  | 'bodyTruncated'
  | 'error'
  | 'timing'
  | 'replayed'
  | 'forwarded'
>

/** The values of an attempt's columns, in the order of `attemptColumns`. */
export const attemptColumns =
  'delivery_id, environment_id, kind, resource_type, resource_id, started_at, status, rest, body, request_body'

/** An attempt as the values of `attemptColumns`. */
export function attemptValues(attempt: NewAttempt): (string | number | Uint8Array | null)[] {
  const rest: Rest = {
    method: attempt.method,
    url: attempt.url,
    requestHeaders: attempt.requestHeaders,
    responseHeaders: attempt.responseHeaders,
    bodyTruncated: attempt.bodyTruncated,
    error: attempt.error,
    timing: attempt.timing,
    replayed: attempt.replayed,
    forwarded: attempt.forwarded,
  }
  return [
    Number(attempt.deliveryId),
    attempt.environmentId,
    attempt.kind,
    attempt.resourceType,
    attempt.resourceId,
    attempt.startedAt,
    attempt.status,
    JSON.stringify(rest),
    attempt.body,
    attempt.requestBody ?? null,
  ]
}

/** An attempt from a row of `SELECT id, ${attemptColumns} FROM attempts`. */
export function attemptOf(row: Record<string, unknown>): StoredAttempt {
  const rest = JSON.parse(String(row['rest'])) as Rest
  const requestBody = row['request_body'] as Uint8Array | null
  return {
    id: String(row['id']),
    deliveryId: String(row['delivery_id']),
    environmentId: String(row['environment_id']),
    kind: row['kind'] as NewAttempt['kind'],
    resourceType: row['resource_type'] as string | null,
    resourceId: row['resource_id'] as string | null,
    startedAt: Number(row['started_at']),
    status: row['status'] as number | null,
    body: row['body'] as Uint8Array | null,
    ...(requestBody === null ? {} : { requestBody }),
    ...rest,
  }
}
