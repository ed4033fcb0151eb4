/** One request of a run: the index of its item, and the delay after the start, ms. */
export interface Step {
  item: number
  afterMs: number
}

export interface Plan {
  /** Arrival times of the items, ms. */
  moments: readonly number[]
  count: number
  ratePerSecond: number | undefined
  /** Multiple of the original speed; "none": without delays. */
  speed: number | 'none'
  shuffle: boolean
}

/**
 * Plans when each item is sent: all items in order, `count` times, at a rate or with their original delays. Shuffling
 * changes the order of the items and keeps the times.
 * @param random from 0 to 1
 */
export function scheduleOf({ moments, count, ratePerSecond, speed, shuffle }: Plan, random: () => number): Step[] {
  const first = moments[0] ?? 0
  const last = moments.at(-1) ?? first
  // The next round starts after the average delay between items.
  const round = moments.length < 2 ? 0 : last - first + (last - first) / (moments.length - 1)
  const items = Array.from({ length: count * moments.length }, (_, place) => place % moments.length)
  const steps = items.map((item, place): Step => ({ item, afterMs: dueAt(place, item) }))
  if (!shuffle) return steps
  const places = shuffled(items, random)
  return steps.map(({ afterMs }, place) => ({ item: places[place] ?? 0, afterMs }))

  function dueAt(place: number, item: number): number {
    if (ratePerSecond !== undefined) return (place * 1000) / ratePerSecond
    if (speed === 'none') return 0
    const came = Math.max(0, (moments[item] ?? first) - first)
    return (came + Math.floor(place / moments.length) * round) / speed
  }
}

/** Fisher-Yates shuffle. */
function shuffled(items: readonly number[], random: () => number): number[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] ?? 0, mixed[at] ?? 0]
  }
  return mixed
}
