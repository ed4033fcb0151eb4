/** What the deliveries of an environment tell of its sender's clock. */
export interface ClockFacts {
  /** The smallest span from sending to receiving that was seen, ms; null when none was. */
  smallest: number | null
  /** Over so many deliveries. */
  deliveries: number
}

/** From this on even the fastest delivery is strange, ms: no network takes so long. */
const strange = 10_000

/**
 * How far the sender's clock is ahead of ours, ms: at least as much as a delivery came before it was sent. 0 when none
 * did; a clock that is behind cannot be told from a slow way. Pure.
 */
export function clockAhead({ smallest }: ClockFacts): number {
  return smallest === null ? 0 : Math.max(0, -smallest)
}

/** What to think of the times of sending, as a sentence, or null when nothing is to be said. Pure. */
export function clockNote(facts: ClockFacts): string | null {
  const ahead = clockAhead(facts)
  if (ahead > 0) {
    return `The clock of the sender is ahead of this one by at least ${duration(ahead)}: a delivery came so long before it was sent. Times from sending on are too short by that.`
  }
  if (facts.smallest !== null && facts.smallest >= strange) {
    return `Even the fastest delivery took ${duration(facts.smallest)} from being sent: the sender’s clock is behind this one, or it waits before it sends. The two cannot be told apart.`
  }
  return null
}

/** A duration in words that a person reads at a glance. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}
