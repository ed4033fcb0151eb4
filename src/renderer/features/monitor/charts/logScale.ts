const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Durations that people know, ms, each about ten times the one before. */
const knownDurations = [
  0.001,
  0.01,
  0.1,
  1,
  10,
  100,
  second,
  10 * second,
  minute,
  10 * minute,
  hour,
  10 * hour,
  2 * day,
  10 * day,
  100 * day,
  1000 * day,
]

/** A scale of durations on which equal distances are equal ratios. */
export interface LogScale {
  /** Both ends are ticks, ms. */
  from: number
  to: number
  ticks: number[]
  /** The place of a value, 0 to 1. Values outside, and 0 and less, are at the near end. */
  place(value: number): number
}

/** The shortest scale from one known duration to another that holds all values above 0. Pure. */
export function logScale(values: readonly number[]): LogScale {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value))
  const low = positive.reduce((least, value) => Math.min(least, value), positive.length === 0 ? 1 : Infinity)
  const high = positive.reduce((most, value) => Math.max(most, value), 0)
  const lastTick = knownDurations.length - 1
  const begin = Math.min(
    lastTick - 1,
    Math.max(
      0,
      knownDurations.findLastIndex((known) => known <= low),
    ),
  )
  const found = knownDurations.findIndex((known) => known >= high)
  const end = Math.max(begin + 1, found === -1 ? lastTick : found)
  const ticks = knownDurations.slice(begin, end + 1)
  const [from, to] = [ticks[0] ?? 1, ticks.at(-1) ?? 10]
  const place = (value: number): number => {
    if (!(value > 0)) return 0
    return Math.min(1, Math.max(0, Math.log(value / from) / Math.log(to / from)))
  }
  return { from, to, ticks, place }
}

/**
 * Where marks go on a line so that each is seen: as near to its own place as possible, never closer than `gap` to the one
 * before, and within the line. Where they do not fit, all stand as far apart as they can. `places` are in order. Pure.
 */
export function placeMarks(places: readonly number[], width: number, gap: number): number[] {
  const room = Math.max(0, width)
  const least = places.length < 2 ? 0 : Math.min(gap, room / (places.length - 1))
  // Groups of marks that touch stand around the middle of where they belong; groups that touch become one.
  const groups: { from: number; count: number; sum: number }[] = []
  for (const place of places) {
    groups.push({ from: clamp(place, 0, room), count: 1, sum: place })
    for (let last = groups.length - 1; last > 0; last -= 1) {
      const [before, here] = [groups[last - 1], groups[last]]
      if (before === undefined || here === undefined || before.from + before.count * least <= here.from) break
      // The place of each, less its distance from the first of its group.
      const sum = before.sum + here.sum - before.count * here.count * least
      const count = before.count + here.count
      const middle = sum / count
      groups.splice(last - 1, 2, { from: clamp(middle, 0, Math.max(0, room - (count - 1) * least)), count, sum })
    }
  }
  return groups.flatMap(({ from, count }) => Array.from({ length: count }, (_, place) => from + place * least))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
