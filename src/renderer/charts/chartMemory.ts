import { type RateRangeId, rateRangeIds } from './rateRanges.ts'

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

/** Whether the rate stood above the list; when nobody chose yet, where the window has room for both. */
export function storedUnfolded(): boolean {
  const stored = localStorage.getItem(unfoldedKey)
  return stored === null ? window.innerHeight >= 720 : stored === 'yes'
}

export function storeUnfolded(unfolded: boolean): void {
  localStorage.setItem(unfoldedKey, unfolded ? 'yes' : 'no')
}
