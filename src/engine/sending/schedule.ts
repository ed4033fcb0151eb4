/** One request of a run: which of the items, and how long after the start it is due, ms. */
export interface Step {
  item: number
  afterMs: number
}

export interface Plan {
  /** When the items came, ms; one for each. */
  moments: readonly number[]
  count: number
  ratePerSecond: number | undefined
  /** How many times faster than they came; "none": no distances. */
  speed: number | 'none'
  shuffle: boolean
}

/**
 * Plans when each item is sent: all items in their order, `count` times; at a rate, or with the distances in which they came. Shuffled,
 * the items change places and the moments stay.
 * @param random from 0 to 1
 */
export function scheduleOf({ moments, count, ratePerSecond, speed, shuffle }: Plan, random: () => number): Step[] {
  const first = moments[0] ?? 0
  const last = moments.at(-1) ?? first
  // A second round begins as long after the last item as the items are apart on average.
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

/** Fisher and Yates. */
function shuffled(items: readonly number[], random: () => number): number[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] ?? 0, mixed[at] ?? 0]
  }
  return mixed
}
