import { type DeliverySummary, compareDeliveryIds } from '../../../../shared/model.ts'

export interface Fresh {
  /** Deliveries with a larger id than the last known one, newest first. */
  fresh: readonly DeliverySummary[]
  /** Id of the newest one that is known now. */
  newest: string
  /** There may have been more of them than the page keeps. */
  isTorn: boolean
}

/**
 * Returns the deliveries since a known one, among the newest that the page keeps. Ids are given in order and without gaps,
 * except for removed deliveries. Pure.
 */
export function freshDeliveries(
  { window, next }: { window: readonly DeliverySummary[]; next: string | null },
  last: string,
): Fresh {
  let end = 0
  while (end < window.length && compareDeliveryIds((window[end] as DeliverySummary).id, last) > 0) end += 1
  return {
    fresh: window.slice(0, end),
    newest: end === 0 ? last : (window[0] as DeliverySummary).id,
    // All that is kept is new, and it does not begin where the known ones end.
    isTorn: end > 0 && end === window.length && next !== null && window[end - 1]?.id !== String(Number(last) + 1),
  }
}
