import { unitWords } from '../words/units.ts'

/** How numbers and times read. Pure; `now` is an argument. Times come as ISO 8601 text or milliseconds. */

/** "312 B", "4.1 kB", "10 MB": decimal units, as the network counts. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return unitWords.bytes(bytes)
  let value = bytes
  let unit = ''
  for (const next of unitWords.manyBytes) {
    if (value < 999.5) break
    value /= 1000
    unit = next
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/** "0.4 ms", "12 ms", "1.4 s", "94.6 s", "3 min". */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms)
  if (size < 9.95) return unitWords.ms(trimZero(ms.toFixed(1)))
  if (size < 999.5) return unitWords.ms(Math.round(ms))
  // Below two minutes one more or less would be a third of it.
  if (size < 119_950) return unitWords.seconds(trimZero((ms / 1000).toFixed(1)))
  if (size < 3_570_000) return unitWords.minutes(Math.round(ms / 60_000))
  if (size < 84_600_000) return unitWords.hours(Math.round(ms / 3_600_000))
  return unitWords.days(Math.round(ms / 86_400_000))
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text
}

/** "14:05:09.123" in local time. */
export function formatClock(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** "21 Nov" in local time. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : unitWords.day(date.getDate(), unitWords.months[date.getMonth()] ?? '')
}

/** Whether a time lies in the present day, by the clock on the wall. */
export function isToday(iso: string, now: number = Date.now()): boolean {
  return isSameDay(iso, new Date(now).toISOString())
}

/** Whether two times lie in one day, by the clock on the wall. */
export function isSameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** What is left of a wait, to the second: "4 min 50 s", "12 s"; "0 s" once it is over. */
export function formatWait(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 60) return unitWords.seconds(seconds)
  const rest = seconds % 60
  return `${unitWords.minutes(Math.floor(seconds / 60))}${rest === 0 ? '' : ` ${unitWords.seconds(rest)}`}`
}

/** "just now", "12 s ago", "4 min ago", "in 3 s". */
export function formatAgo(iso: string, now: number): string {
  const ms = now - new Date(iso).getTime()
  if (Number.isNaN(ms)) return iso
  if (Math.abs(ms) < 1000) return unitWords.justNow
  const amount = formatDuration(Math.floor(Math.abs(ms) / 1000) * 1000)
  return ms > 0 ? unitWords.ago(amount) : unitWords.in(amount)
}

/** "1 delivery", "2,310 deliveries". */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`
}

/** 2310 -> "2,310". */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** The first 8 characters of a long id, enough to tell it apart in a list. */
export function shortId(id: string): string {
  return id.length > 12 ? id.slice(0, 8) : id
}
