import { confirmationUrl } from '../../shared/signature/handshake.ts'
import { handshakeOf } from '../../shared/signature/handshakes.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { ExpectedFailure, noDelivery } from '../failures/expectedFailure.ts'
import { exchangeRecord } from '../outbound/exchangeRecord.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import { bodyFields } from '../signature/bodyFields.ts'
import type { Store } from '../store/store.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'

interface ConfirmTools {
  environments: Pick<Environments, 'change'>
  store: Pick<Store, 'get' | 'addAttempt'>
  events: Pick<EventLog, 'publish'>
  outbound: Outbound
}

const deadlineMs = 15_000
/** Bytes of the answer that are kept: it is a short XML document. */
const maxAnswerBytes = 64 * 1024

/**
 * Fetches the address that confirms a subscription, once, at the user's request: only at the host of its sender, without any
 * credentials, redirects not followed. Keeps the outcome as an attempt. Throws ExpectedFailure where there is nothing to confirm.
 */
export async function confirmSubscription(tools: ConfirmTools, id: string): Promise<StoredAttempt> {
  const { environments, store, events, outbound } = tools
  const delivery = await store.get(id)
  if (delivery === null) throw noDelivery(id)
  const pointer = handshakeOf(delivery.handshake?.name ?? '')?.confirms
  const url =
    pointer === undefined ? null : confirmationUrl(scalarText(valueAt(bodyFields(delivery.request), pointer)) ?? '')
  if (url === null) throw new ExpectedFailure({ code: 'nothing-to-confirm', fields: {} })
  // The verdict of now: a certificate may have been pasted after the delivery came.
  if (delivery.verdict === 'invalid' || delivery.verdict === 'malformed') {
    throw new ExpectedFailure({ code: 'confirmation-unproven', fields: {} })
  }
  const request = { method: 'GET', url: url.href, headers: [] }
  const result = await outbound.send({ ...request, deadlineMs, maxBodyBytes: maxAnswerBytes })
  const { environmentId } = delivery
  const attempt = {
    deliveryId: delivery.id,
    environmentId,
    kind: 'confirmation' as const,
    resourceType: null,
    resourceId: null,
    method: request.method,
    url: request.url,
    requestHeaders: [],
    ...exchangeRecord(result, null),
  }
  const stored = { ...attempt, id: await store.addAttempt(attempt) }
  const { kind, status, startedAt } = stored
  if (status === 200) {
    await environments.change(environmentId, (record) => ({
      ...record,
      proofs: { ...record.proofs, handshake: record.proofs.handshake ?? startedAt },
    }))
  }
  events.publish([{ type: 'attempt', deliveryId: delivery.id, attemptId: stored.id, kind, status }])
  return stored
}
