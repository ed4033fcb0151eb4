/** How numbers and times read. Pure; `now` is an argument. Times come as ISO 8601 text or milliseconds. */

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

/** How exact a clock is: to the minute, the second, or with one to three digits of a second. */
export type ClockDetail = 'minute' | 'second' | 1 | 2 | 3

/** How times read for one person. */
export interface TimeFormats {
  /** "14:05:09.123" or "02:05:09.123 PM"; the text itself where it is no time. */
  clock: (at: string | number, detail?: ClockDetail) => string
  /** The same in three pieces, so that a narrow row can leave out the digits of a second. */
  clockPieces: (at: string | number) => { seconds: string; digits: string; period: string }
  /** "21 Nov" or "Nov 21"; with the year where that is not the year of `now`. Empty where it is no time. */
  day: (at: string | number, now: number | null) => string
  hasTwelveHours: boolean
}

/**
 * Times in English, in the form that the region of a locale uses: 12 or 24 hours, day or month first.
 * @param timeZone the system's of the moment unless given, as `Date` has it: it may change while the page is open
 */
export function timeFormats(locale: string, timeZone?: string): TimeFormats {
  const { region } = new Intl.Locale(locale).maximize()
  const { hourCycle = 'h23' } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  // A formatter keeps the zone that it was made in, so it gets the clock on the wall as if that were UTC.
  const onTheWall = (at: string | number) => {
    const moment = new Date(at)
    return timeZone === undefined ? moment.getTime() - moment.getTimezoneOffset() * 60_000 : moment.getTime()
  }
  const zone = { timeZone: timeZone ?? 'UTC' }
  const clock = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...zone, hour: '2-digit', minute: '2-digit', hourCycle, ...options })
  const calendar = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region === undefined ? 'en' : `en-${region}`, { ...zone, ...options })
  const clocks: Readonly<Record<ClockDetail, Intl.DateTimeFormat>> = {
    minute: clock({}),
    second: clock({ second: '2-digit' }),
    1: clock({ second: '2-digit', fractionalSecondDigits: 1 }),
    2: clock({ second: '2-digit', fractionalSecondDigits: 2 }),
    3: clock({ second: '2-digit', fractionalSecondDigits: 3 }),
  }
  const day = calendar({ day: 'numeric', month: 'short' })
  const date = calendar({ day: 'numeric', month: 'short', year: 'numeric' })
  const year = calendar({ year: 'numeric' })
  return {
    hasTwelveHours: hourCycle === 'h12' || hourCycle === 'h11',
    clock: (at, detail = 3) => (isTime(at) ? clocks[detail].format(onTheWall(at)) : String(at)),
    clockPieces: (at) => {
      if (!isTime(at)) return { seconds: String(at), digits: '', period: '' }
      const text = clocks[3].format(onTheWall(at))
      const point = text.indexOf('.')
      return { seconds: text.slice(0, point), digits: text.slice(point, point + 4), period: text.slice(point + 4) }
    },
    day: (at, now) => {
      if (!isTime(at)) return ''
      return (now !== null && year.format(onTheWall(at)) === year.format(onTheWall(now)) ? day : date).format(
        onTheWall(at),
      )
    },
  }
}

function isTime(at: string | number): boolean {
  return !Number.isNaN(new Date(at).getTime())
}

/** The system's, read once: a page that is loaded again follows a change. */
const ownFormats = timeFormats(Intl.DateTimeFormat().resolvedOptions().locale)

/** A time of day in the person's zone and form: "14:05:09.123", "02:05 PM". */
export const formatClock = ownFormats.clock

/** The same in pieces. */
export const clockPieces = ownFormats.clockPieces

/** A day in the person's zone and form, with its year where that is not the present one: "21 Nov", "21 Nov 2025". */
export function formatDay(at: string | number, now: number = Date.now()): string {
  return ownFormats.day(at, now)
}

/** A time in a narrow column: "14:05:09" today, "21 Nov 14:05" in this year, "21 Nov 2025" before. */
export function formatMoment(at: string | number, now: number = Date.now()): string {
  return momentPieces(at, now).join(' ')
}

/** The same in pieces, for two lines: the day, where it is not today's, and the time of day in this year. */
export function momentPieces(at: string | number, now: number = Date.now()): string[] {
  if (isToday(at, now)) return [formatClock(at, 'second')]
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? [formatDay(at, now), formatClock(at, 'minute')] : [formatDay(at, now)]
}

/** Whether times read with AM and PM, and so need more room. */
export const hasTwelveHours = ownFormats.hasTwelveHours

/** As exact as twelve characters allow: "14:05:09.123", or "02:05:09 PM". */
export function formatBriefClock(at: string | number): string {
  return formatClock(at, hasTwelveHours ? 'second' : 3)
}

/** A day with its year: "21 Nov 2026". */
export function formatDate(at: string | number): string {
  return ownFormats.day(at, null)
}

/** Whether a time lies in the present day, by the clock on the wall. */
export function isToday(at: string | number, now: number = Date.now()): boolean {
  return isSameDay(at, now)
}

/** Whether two times lie in one day, by the clock on the wall. */
export function isSameDay(a: string | number, b: string | number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** Formats the remaining wait to the second: "4 min 50 s", "12 s"; "0 s" once it is over. */
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

/** formatAgo by the page's clock, which ticks every few seconds: a moment that is ahead by less than a tick is just now. */
export function formatTicking(iso: string, now: number): string {
  const ahead = new Date(iso).getTime() - now
  return formatAgo(iso, ahead > 0 && ahead < tickMs ? now + ahead : now)
}

/** How often times such as "12 s ago" are updated, ms. */
export const tickMs = 5000

/** Ends a text with a full stop, unless it has one: names such as "Acme B.V." do. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The first 8 characters of a long id, enough to recognise it in a list. */
export function shortId(id: string): string {
  return id.length > 12 ? id.slice(0, 8) : id
}

/** Units, and how near a time is. */
const unitWords = {
  ms: (amount: string | number) => `${amount} ms`,
  seconds: (amount: string | number) => `${amount} s`,
  minutes: (amount: string | number) => `${amount} min`,
  hours: (amount: string | number) => `${amount} h`,
  days: (amount: string | number) => `${amount} d`,
  justNow: 'just now',
  ago: (duration: string) => `${duration} ago`,
  in: (duration: string) => `in ${duration}`,
} as const
