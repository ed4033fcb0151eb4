const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How far ticks may be apart, ms: what people count time in. */
const distances = [
  ...[1, 10, 100].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]

export interface TimeTicks {
  /** Milliseconds since the epoch, in order, all within the span. */
  at: number[]
  /** How far they are apart, ms; days are those of the calendar, so that some have an hour more or less. */
  distance: number
}

/** At most so many ticks at round moments of local time. Pure, but for the zone of the machine. */
export function timeTicks(from: number, to: number, most: number): TimeTicks {
  const least = (to - from) / Math.max(1, most)
  const distance = distances.find((known) => known >= least) ?? Math.ceil(least / (364 * day)) * 364 * day
  const at: number[] = []
  for (let tick = firstTick(from, distance); tick <= to; tick = nextTick(tick, distance))
    if (tick >= from) at.push(tick)
  return { at: at.slice(0, Math.max(1, most)), distance }
}

/** The last round moment that is not after the beginning. */
function firstTick(from: number, distance: number): number {
  const date = new Date(from)
  if (distance >= day) date.setHours(0, 0, 0, 0)
  else if (distance >= hour) date.setHours(date.getHours() - (date.getHours() % (distance / hour)), 0, 0, 0)
  else date.setTime(Math.floor(from / distance) * distance)
  return date.getTime()
}

/** Hours and days are those of the clock on the wall, also where it is put forward or back. */
function nextTick(tick: number, distance: number): number {
  const date = new Date(tick)
  if (distance >= day) date.setDate(date.getDate() + distance / day)
  else if (distance >= hour) date.setHours(date.getHours() + distance / hour)
  else date.setTime(tick + distance)
  return date.getTime()
}
