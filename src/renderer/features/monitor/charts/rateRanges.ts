import { type DeliverySummary, compareDeliveryIds } from '../../../../shared/model.ts'
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How far back the rate is shown, and in spans of which length, ms. */
export const rateRanges = {
  '5min': { spanMs: 5 * minute, stepMs: 5 * second },
  '15min': { spanMs: 15 * minute, stepMs: 15 * second },
  '1h': { spanMs: hour, stepMs: minute },
  '6h': { spanMs: 6 * hour, stepMs: 5 * minute },
  '24h': { spanMs: day, stepMs: 20 * minute },
  '7d': { spanMs: 7 * day, stepMs: 2 * hour },
  '30d': { spanMs: 30 * day, stepMs: 8 * hour },
} as const

export type RateRangeId = keyof typeof rateRanges

export const rateRangeIds = Object.keys(rateRanges) as RateRangeId[]

const rangeKey = 'hookscope.rate.range'
const unfoldedKey = 'hookscope.rate.unfolded'

/** How far back this browser last showed the rate. */
export function storedRange(): RateRangeId {
  const stored = localStorage.getItem(rangeKey)
  return rateRangeIds.find((id) => id === stored) ?? '15min'
}

export function storeRange(range: RateRangeId): void {
  localStorage.setItem(rangeKey, range)
}

/** Whether the rate is shown above the list; without a choice, where the window has room for both. */
export function storedUnfolded(): boolean {
  const stored = localStorage.getItem(unfoldedKey)
  return stored === null ? window.innerHeight >= 720 : stored === 'yes'
}

export function storeUnfolded(unfolded: boolean): void {
  localStorage.setItem(unfoldedKey, unfolded ? 'yes' : 'no')
}

interface Fresh {
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
