import { compareDeliveryIds, type DeliverySummary } from '../../../shared/model.ts'

/** Where an id is in a list that is sorted newest first, or -1. */
export function indexOfId(items: readonly DeliverySummary[], id: string): number {
  let low = 0
  let high = items.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const item = items[middle] as DeliverySummary
    const order = compareDeliveryIds(item.id, id)
    if (order === 0) return middle
    if (order > 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Adds deliveries to a list that is sorted newest first; what it already has is dropped. The same list when nothing is new. */
export function addDeliveries(
  items: readonly DeliverySummary[],
  arrived: readonly DeliverySummary[],
): readonly DeliverySummary[] {
  const seen = new Set<string>()
  const fresh = arrived.filter((delivery) => {
    if (seen.has(delivery.id) || indexOfId(items, delivery.id) !== -1) return false
    seen.add(delivery.id)
    return true
  })
  if (fresh.length === 0) return items
  fresh.sort((a, b) => compareDeliveryIds(b.id, a.id))
  const newest = items[0]
  const oldestFresh = fresh.at(-1)
  if (newest === undefined || (oldestFresh !== undefined && compareDeliveryIds(oldestFresh.id, newest.id) > 0)) {
    return [...fresh, ...items]
  }
  return [...fresh, ...items].sort((a, b) => compareDeliveryIds(b.id, a.id))
}
