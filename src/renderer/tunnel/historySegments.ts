import type { Tunnel } from '../../shared/wireTypes.ts'

type HistoryEntry = Tunnel['history'][number]

export interface HistorySegment {
  /** Place in the history: a time may occur twice. */
  place: number
  state: HistoryEntry['state']
  /** How wide it is drawn, against the others. */
  weight: number
}

/** How many times are drawn: the newest. */
const most = 60

/**
 * The history as segments of one line. A second beside a day would not be seen, so the width grows with the order of
 * magnitude, not with the time. Pure.
 */
export function historySegments(history: readonly HistoryEntry[], now: number): HistorySegment[] {
  const first = Math.max(0, history.length - most)
  return history.slice(first).map(({ at, state, forMs }, index) => {
    const ms = Math.max(0, forMs ?? now - Date.parse(at))
    return { place: first + index, state, weight: Number((1 + Math.log10(1 + ms / 1000) * 2).toFixed(2)) }
  })
}
