import { formatClock, formatDay } from '../../../text/format.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How a moment of a time axis reads in local time: as exactly as the distance of its marks needs, and its day where that matters. */
export function timeLabel(at: number, distance: number): string {
  const date = new Date(at)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  if (distance >= day || (isMidnight && distance >= 60 * minute)) return dayOf(at)
  return clockOf(at, distance)
}

/** A moment on its own: with its day where that is not today. */
export function momentLabel(at: number, distance: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? clockOf(at, distance) : `${dayOf(at)} ${clockOf(at, distance)}`
}

/** The two ends of a span; the day stands once where both have the same. */
export function spanLabels(from: number, to: number, distance: number, now: number): [string, string] {
  const sameDay = new Date(from).toDateString() === new Date(to).toDateString()
  return [momentLabel(from, distance, now), sameDay ? clockOf(to, distance) : momentLabel(to, distance, now)]
}

function clockOf(at: number, distance: number): string {
  if (distance >= minute) return formatClock(at, 'minute')
  return formatClock(at, distance >= second ? 'second' : digitsFor(distance))
}

/** All marks of one axis have the same digits of a second: as many as their distance needs. */
function digitsFor(distance: number): 1 | 2 | 3 {
  if (distance % 100 === 0) return 1
  return distance % 10 === 0 ? 2 : 3
}

function dayOf(at: number): string {
  return formatDay(at)
}

/** How far ticks may be apart, ms: what people count time in. */
const distances = [
  ...[1, 10, 100].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]

interface TimeTicks {
  /** Milliseconds since the epoch, in order, all within the span. */
  at: number[]
  /** Distance between them, ms; calendar days, some of which have an hour more or less. */
  distance: number
}

/** Ticks at round moments of local time, at most `most`. Depends on the machine's time zone only. */
export function timeTicks(from: number, to: number, maxTicks: number): TimeTicks {
  const least = (to - from) / Math.max(1, maxTicks)
  const distance = distances.find((known) => known >= least) ?? Math.ceil(least / (364 * day)) * 364 * day
  const at: number[] = []
  for (let tick = firstTick(from, distance); tick <= to; tick = nextTick(tick, distance))
    if (tick >= from) at.push(tick)
  return { at: at.slice(0, Math.max(1, maxTicks)), distance }
}

/** The last round moment that is not after the beginning. */
function firstTick(from: number, distance: number): number {
  const date = new Date(from)
  if (distance >= day) date.setHours(0, 0, 0, 0)
  else if (distance >= hour) date.setHours(date.getHours() - (date.getHours() % (distance / hour)), 0, 0, 0)
  else date.setTime(Math.floor(from / distance) * distance)
  return date.getTime()
}

/** Hours and days of local time, also across changes to and from summer time. */
function nextTick(tick: number, distance: number): number {
  const date = new Date(tick)
  if (distance >= day) date.setDate(date.getDate() + distance / day)
  else if (distance >= hour) date.setHours(date.getHours() + distance / hour)
  else date.setTime(tick + distance)
  return date.getTime()
}

interface AxisLabel {
  /** Milliseconds since the epoch. */
  at: number
  /** Place of the tick, px from the beginning of the axis. */
  x: number
  /** Empty for lack of room. */
  label: string
  /** Where the label begins, px: at the ends it stands aside, so that it stays on the axis. */
  labelX: number
}

/** Minimum room of a label, px, and the width of a letter as a share of the font size. */
const labelRoom = 72
const letterShare = 0.6
const between = 6

/**
 * The ticks of a time axis of this width, with labels that do not touch each other. Pure, but for the zone of the machine.
 * @param textSize of the labels, px
 */
export function fitLabels(from: number, to: number, width: number, textSize = 11): AxisLabel[] {
  const { at, distance } = timeTicks(from, to, Math.max(2, Math.floor(width / labelRoom)))
  let free = 0
  return at.map((tick) => {
    const x = ((tick - from) / (to - from)) * width
    const label = timeLabel(tick, distance)
    const wide = label.length * letterShare * textSize
    const labelX = Math.min(Math.max(0, x - wide / 2), width - wide)
    if (labelX < free) return { at: tick, x, label: '', labelX }
    free = labelX + wide + between
    return { at: tick, x, label, labelX }
  })
}

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
