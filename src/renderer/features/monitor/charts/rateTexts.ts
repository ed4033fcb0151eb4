import { rateWords, verdictInList } from './words.ts'
import type { ShownRate } from './useRate.ts'
import { countAll, provenVerdicts, sumCounts, unprovenVerdicts, type VerdictCounts } from './stackRate.ts'
import { formatClock, formatDay } from '../../../text/format.ts'

/** "11 valid, 1 invalid". */
export function holdsText(counts: VerdictCounts): string {
  const parts = [...provenVerdicts, ...unprovenVerdicts].flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count === 0 ? [] : [rateWords.part(count, verdictInList[verdict])]
  })
  return rateWords.holds(countAll(counts), parts)
}

/** "14:05 to 14:06" of spans by their numbers. */
export function spanText({ stepMs }: ShownRate, spans: { first: number; last: number }, now: number): string {
  return rateWords.between(...spanLabels(spans.first * stepMs, (spans.last + 1) * stepMs, stepMs, now))
}

/** The counts of the spans together. */
export function chosenCounts(rate: ShownRate, chosen: { first: number; last: number }): VerdictCounts {
  return sumCounts(rate.spans.slice(Math.max(0, chosen.first - rate.first), Math.max(0, chosen.last - rate.first + 1)))
}

/** The text for screen readers: the span pointed at, and the chosen ones. */
export function spokenText(
  rate: ShownRate,
  cursor: number | null,
  chosen: { first: number; last: number } | null,
  now: number,
  all: string,
): string {
  if (cursor === null) return all
  const counts = rate.spans[cursor - rate.first] ?? {}
  const point = rateWords.at(spanText(rate, { first: cursor, last: cursor }, now), holdsText(counts))
  if (chosen === null || chosen.first === chosen.last) return point
  return point + rateWords.chosenSpoken(spanText(rate, chosen, now), countAll(chosenCounts(rate, chosen)))
}

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
