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
  /** Where a value stands, 0 to 1. What lies outside, and 0 and less, is at the near end. */
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
