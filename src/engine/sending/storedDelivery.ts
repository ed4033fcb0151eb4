import type { HeaderLine } from '../../shared/model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../../shared/receiverKey.ts'
import { handedOutBody, handedOutHeaders, type Secrets } from '../../shared/redaction/handedOut.ts'
import { withoutStored } from '../environments/secretsToHide.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { forwardedHeaders, unsendable } from '../forwarding/forwardedHeaders.ts'
import type { ExchangeRecord } from '../outbound/exchangeRecord.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import type { Replayed, StoredAttempt } from '../store/records/attempts.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { Store } from '../store/store.ts'
import type { PlayRequest } from './sendTarget.ts'

/** The user's changes to a delivery that is sent again. */
export interface Edits {
  method?: string | undefined
  headers?: readonly (readonly string[])[] | undefined
  bodyText?: string | undefined
}

/**
 * A stored delivery as it is sent again, without the receiver's key and with the path that it asked for behind it. Throws
 * ExpectedFailure.
 */
export function requestAsItCame({ request }: StoredDelivery, edits: Edits = {}): PlayRequest {
  const { method = request.method, headers, bodyText } = edits
  if (request.truncated && bodyText === undefined) {
    throw new ExpectedFailure({ code: 'body-incomplete', fields: { kept: request.body.length } })
  }
  const { key = null, rest: path = '' } = splitReceiverTarget(request.target) ?? {}
  const lines = forwardedHeaders(headers?.flat() ?? request.headers).map(([name, value]): HeaderLine => [
    name,
    withoutReceiverKey(value, key),
  ])
  const body = bodyText === undefined ? request.body : Buffer.from(bodyText, 'utf8')
  return { method, path, headers: lines, body }
}

/** A stored delivery as a request to exactly this URL. Throws ExpectedFailure. */
export function requestTo(delivery: StoredDelivery, url: string, edits: Edits): UnsignedRequest {
  const { method, headers, body } = requestAsItCame(delivery, edits)
  refuseUnsendable(headers)
  return { method, url, headers: [...headers], body }
}

/** Throws ExpectedFailure. */
export function refuseUnsendable(headers: readonly HeaderLine[]): void {
  const broken = unsendable(headers)
  if (broken !== null) throw new ExpectedFailure({ code: 'header-unsendable', fields: { name: broken.slice(0, 80) } })
}

/**
 * Keeps what was sent for a stored delivery as an attempt, and announces it. Stores the body only where it differs from the
 * delivery's. User input is stored as typed, but never a stored secret in plain text.
 * @param signedWith undefined: the signature that it came with
 */
export async function keepReplay(
  { store, events }: { store: Pick<Store, 'addAttempt'>; events: Pick<EventLog, 'publish'> },
  delivery: StoredDelivery,
  sent: { request: UnsignedRequest; record: ExchangeRecord; signedWith: Replayed['signedWith'] },
  secrets: Secrets,
): Promise<StoredAttempt> {
  const { request, record, signedWith } = sent
  const edited = Buffer.compare(request.body, delivery.request.body) !== 0
  const attempt = {
    deliveryId: delivery.id,
    environmentId: delivery.environmentId,
    kind: 'replay' as const,
    resourceType: null,
    resourceId: null,
    method: request.method,
    url: request.url,
    requestHeaders: handedOutHeaders(request.headers, secrets),
    ...(edited ? { requestBody: handedOutBody(request, secrets, false) } : {}),
    replayed: { signedAnew: signedWith !== undefined, edited, signedWith },
    ...withoutStored(record, secrets),
  }
  const stored = { ...attempt, id: await store.addAttempt(attempt) }
  const { id, deliveryId, kind, status } = stored
  events.publish([{ type: 'attempt', deliveryId, attemptId: id, kind, status }])
  return stored
}
