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

/** Deliveries that are picked together, to do something with all of them. */
export interface Picks {
  ids: ReadonlySet<string>
  /** Where a range begins: the delivery that was picked last alone; null before the first. */
  anchor: string | null
}

export const noPicks: Picks = { ids: new Set(), anchor: null }

/**
 * Picks the deliveries of a row, or unpicks them when all are picked. Pure.
 * @param row the deliveries of the row, the newest first: several for a closed thread
 * @param chosen the delivery opened by hand, which the first pick includes; or null
 */
export function togglePick({ ids }: Picks, row: readonly string[], chosen: string | null): Picks {
  const [anchor = null] = row
  const next = new Set(ids.size === 0 && chosen !== null && !row.includes(chosen) ? [chosen] : ids)
  const isPicked = row.every((id) => next.has(id))
  for (const id of row) {
    if (isPicked) next.delete(id)
    else next.add(id)
  }
  return { ids: next, anchor }
}

/** Picks a range and nothing else; the range goes on from the same place. Pure. */
export function pickRange(range: readonly string[], anchor: string): Picks {
  return { ids: new Set(range), anchor }
}

/** Picks every one of them. Pure. */
export function pickAll(all: readonly string[], anchor: string | null): Picks {
  return { ids: new Set(all), anchor }
}

/** Without deliveries that have left the list. The same object when none has. Pure. */
export function keepPicks(picks: Picks, isListed: (id: string) => boolean): Picks {
  if ([...picks.ids].every(isListed)) return picks
  return { ...picks, ids: new Set([...picks.ids].filter(isListed)) }
}
