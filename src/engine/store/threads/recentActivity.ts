/** Deliveries of the last minutes. */
export interface Activity {
  /** When the newest delivery came, ms since the epoch; null when none ever did. */
  lastDeliveryAt: number | null
  /** How many came within the last five minutes, or since the start where that is less ago, and how long that is, ms. */
  recent: { deliveries: number; ms: number }
  /** The same a minute. */
  perMinute: number
}

/** Keeps it in memory: it costs a status nothing. */
export interface RecentActivity {
  /** Deliveries were kept; the newest came at this moment, ms since the epoch. */
  note(count: number, receivedAt: number): void
  view(): Activity
}

const stepMs = 10_000
/** Five minutes. */
const steps = 30

/** @param lastAt of what was stored before */
export function createRecentActivity(now: () => number, lastAt: number | null): RecentActivity {
  const startedAt = now()
  /** Deliveries of each step of ten seconds, by its number since the epoch. */
  const counts = new Map<number, number>()
  let newest = lastAt
  const current = (): number => Math.floor(now() / stepMs)

  /** A clock that was set may have left steps behind that lie in the future. */
  function forgetOld(): void {
    const last = current()
    for (const step of counts.keys()) if (step <= last - steps || step > last) counts.delete(step)
  }

  return {
    note(count, receivedAt) {
      const step = current()
      if (!counts.has(step)) forgetOld()
      counts.set(step, (counts.get(step) ?? 0) + count)
      newest = receivedAt
    },
    view() {
      forgetOld()
      let deliveries = 0
      for (const count of counts.values()) deliveries += count
      const ms = Math.min(Math.max(now() - startedAt, 0), steps * stepMs)
      // The first seconds count as a whole minute, or every start would look like a burst.
      const perMinute = Math.round((deliveries / Math.max(1, ms / 60_000)) * 10) / 10
      return { lastDeliveryAt: newest, recent: { deliveries, ms }, perMinute }
    },
  }
}
