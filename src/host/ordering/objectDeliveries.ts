import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { byArrival } from '../../engine/objects/foldDeliveries.ts'
import type { Store } from '../../engine/store/store.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { orderLimits } from '../../shared/schemas/sending/orderSchemas.ts'

/** Deliveries of an object that are read for its newest ones. */
const maxRead = 200

/**
 * The newest deliveries of an object in order of arrival, each notification once, genuine ones where there are any. Throws ExpectedFailure
 * where nothing was received.
 */
export async function objectDeliveries(
  store: Pick<Store, 'deliveriesOf'>,
  { environmentId, resourceType, resourceId }: { environmentId: string; resourceType: string; resourceId: string },
): Promise<DeliverySummary[]> {
  const genuine = await store.deliveriesOf(environmentId, resourceType, resourceId, maxRead, true)
  const found =
    genuine.length > 0 ? genuine : await store.deliveriesOf(environmentId, resourceType, resourceId, maxRead)
  const first = new Map<string, DeliverySummary>()
  for (const delivery of found.toSorted(byArrival)) {
    const key = delivery.notificationId ?? `delivery ${delivery.id}`
    if (!first.has(key)) first.set(key, delivery)
  }
  if (first.size === 0) throw new ExpectedFailure({ code: 'object-unseen', fields: {} })
  return [...first.values()].slice(-orderLimits.deliveries)
}

/**
 * Such as `update (status settled)`: the name of a delivery among those of its object. A first snapshot is not used: it may have been taken
 * later. Pure.
 */
export function labelOf({ eventType, action, headline }: DeliverySummary): string {
  const name = eventType ?? action ?? 'delivery'
  const isSure = (kind: string) => headline?.source !== 'object' || kind === 'changed'
  const item = headline?.items.find(({ after, kind }) => after !== null && isSure(kind))
  return item === undefined ? name : `${name} (${item.field} ${item.after})`
}
