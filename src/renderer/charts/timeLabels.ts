import { formatDay } from '../ui/format.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How a moment of a time axis reads in local time: as exactly as the distance of its marks needs, and its day where that matters. */
export function timeLabel(at: number, distance: number): string {
  const date = new Date(at)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
  if (distance >= day || (isMidnight && distance >= 60 * minute)) return dayOf(at)
  return clockOf(at, distance)
}

/** A moment by itself: with its day where that is not today. */
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
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (distance >= minute) return clock
  if (distance >= 1000) return `${clock}:${two(date.getSeconds())}`
  const parts = String(date.getMilliseconds()).padStart(3, '0').slice(0, digitsFor(distance))
  return `${clock}:${two(date.getSeconds())}.${parts}`
}

/** All marks of one axis have the same digits of a second: as many as their distance needs. */
function digitsFor(distance: number): number {
  if (distance % 100 === 0) return 1
  return distance % 10 === 0 ? 2 : 3
}

function dayOf(at: number): string {
  return formatDay(new Date(at).toISOString())
}
