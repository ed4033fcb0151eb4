import type { ClockRemark } from '../../shared/codes/timingRemarks.ts'

/** Evidence of an environment's deliveries about its sender's clock. */
export interface ClockFacts {
  /** The smallest span from sending to receiving that was seen and can be true, ms; null when none was. */
  smallest: number | null
  /** The smallest difference that cannot be true, ms, always positive; null when there was none. */
  implausible: number | null
  /** Number of deliveries that the remark is based on. */
  deliveries: number
}

/** From this on even the fastest delivery is strange, ms: no network is that slow. */
const strange = 10_000

/**
 * How far the sender's clock is ahead of ours, ms: at least as much as a delivery came before it was sent. 0 when none
 * did; a clock that is behind looks the same as a slow way. Pure.
 */
export function clockAhead({ smallest }: ClockFacts): number {
  return smallest === null ? 0 : Math.max(0, -smallest)
}

/** Evidence of the times of sending about the sender's clock; null when they say nothing. Pure. */
export function clockRemark(facts: ClockFacts): ClockRemark | null {
  const aheadMs = clockAhead(facts)
  if (aheadMs > 0) return { code: 'clock-ahead', fields: { aheadMs } }
  if (facts.smallest !== null && facts.smallest >= strange) {
    return { code: 'clock-behind-or-waiting', fields: { fastestMs: facts.smallest } }
  }
  if (facts.implausible !== null) return { code: 'sent-time-implausible', fields: { offMs: facts.implausible } }
  return null
}
