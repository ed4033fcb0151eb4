import type { Attempt } from '../../shared/wireTypes.ts'
import type { DeliverySummary, FollowUpState, Verdict } from '../../shared/model.ts'
import { eventWords } from '../../shared/headline/eventWords.ts'
import { headlineText } from '../../shared/headline/headlineText.ts'
import { formatBytes } from '../../shared/words/sizes.ts'
import { type Colour, inLine, type Part } from './terminal.ts'

const verdictMarks: Record<Verdict, { mark: string; colour: Colour }> = {
  valid: { mark: '✓', colour: 'green' },
  'valid-previous': { mark: '✓', colour: 'yellow' },
  invalid: { mark: '✗', colour: 'red' },
  malformed: { mark: '✗', colour: 'red' },
  unsigned: { mark: '!', colour: 'yellow' },
  'no-secret': { mark: '?', colour: 'grey' },
  'cannot-tell': { mark: '?', colour: 'grey' },
}

const followUpWords: Record<FollowUpState, { word: string; colour?: Colour }> = {
  none: { word: '' },
  waiting: { word: 'follow-up waits', colour: 'grey' },
  running: { word: 'follow-up runs', colour: 'grey' },
  done: { word: 'fetched', colour: 'green' },
  failed: { word: 'not fetched', colour: 'red' },
  skipped: { word: 'skipped', colour: 'yellow' },
}

/** How times are shown. */
export interface Times {
  /** In UTC; else where the user is. */
  utc?: boolean | undefined
}

/** A delivery as it came: one line of columns. */
export function deliveryLine(delivery: DeliverySummary, times: Times): Part[] {
  const { mark, colour } = verdictMarks[delivery.verdict]
  const { word, colour: wordColour } = followUpWords[delivery.followUp.state]
  const notes = [
    ...(delivery.duplicate ? ['duplicate'] : []),
    ...(delivery.answeredStatus === 200 ? [] : [`answered ${delivery.answeredStatus}`]),
  ]
  return [
    ...idAndTime(delivery.id, new Date(delivery.receivedAt), times),
    { text: `${mark} ${column(delivery.verdict, 14)}`, colour },
    { text: nameColumns(delivery) + formatBytes(delivery.size).padStart(9) },
    painted(`  ${word}`, wordColour),
    { text: `  ${notes.join(', ')}`, colour: 'yellow' },
  ]
}

/** The outcome of the follow-up of a delivery, in the same columns, and what the object shows. */
export function followUpLine(delivery: DeliverySummary, now: Date, times: Times): Part[] {
  const { followUp, headline } = delivery
  const { state, status, reason } = followUp
  const { word, colour } = followUpWords[state]
  return [
    ...idAndTime(delivery.id, now, times),
    painted(`↳ ${column(word, 14)}`, colour),
    { text: nameColumns(delivery) },
    painted(`  ${reason ?? `${status ?? ''}`}`, colour),
    { text: headline === null || state !== 'done' ? '' : `  ${inLine(headlineText(headline))}` },
  ]
}

/** The facts of an attempt line. */
type Sent = Pick<Attempt, 'method' | 'url' | 'status'> & {
  deliveryId: string
  error: { message: string } | null
  timing: { total: number | null }
}

/** The outcome of forwarding a delivery, or of sending it again, in the same columns. */
export function forwardLine(
  attempt: Sent,
  now: Date,
  times: Times,
  done: 'forwarded' | 'replayed' = 'forwarded',
): Part[] {
  const { status, error, timing } = attempt
  const ok = error === null && status !== null && status < 400
  const colour = ok ? 'green' : 'red'
  const took = timing.total === null ? '' : ` in ${Math.round(timing.total)} ms`
  return [
    ...idAndTime(attempt.deliveryId, now, times),
    painted(`→ ${column(error === null ? done : `not ${done}`, 14)}`, colour),
    { text: `  ${column(`${attempt.method} ${attempt.url}`, namesWidth - 2)}` },
    painted(`  ${error === null ? `${status ?? ''}${took}` : error.message}`, colour),
  ]
}

const widths = { type: 17, action: 14, id: 36 }
const namesWidth = widths.type + widths.action + widths.id + 6

function nameColumns({ resourceType, action, resourceId }: DeliverySummary): string {
  const type = column(resourceType ?? '-', widths.type)
  const happened = action === null ? null : eventWords(action, resourceType)
  return `  ${type}  ${column(happened ?? '-', widths.action)}  ${column(resourceId ?? '-', widths.id)}`
}

/** Cuts or pads to this width. */
function column(text: string, width: number): string {
  const characters = Array.from(inLine(text.slice(0, 4 * width)))
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : characters.join('').padEnd(width)
}

function painted(text: string, colour: Colour | undefined): Part {
  return colour === undefined ? { text } : { text, colour }
}

function idAndTime(id: string, at: Date, times: Times): Part[] {
  return [{ text: `#${id}`.padEnd(7) }, { text: `${timeText(at, times, new Date())}  `, colour: 'grey' }]
}

/** The time of day, where the user is or in UTC, and the date where it is not that of `now`. Pure. */
export function timeText(at: Date, { utc = false }: Times, now: Date): string {
  const [day, time] = dayAndTime(at, utc)
  return day === dayAndTime(now, utc)[0] ? time : `${day} ${time}`
}

function dayAndTime(at: Date, utc: boolean): [day: string, time: string] {
  const shifted = utc ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  const [day = '', time = ''] = shifted.toISOString().split('T')
  return [day, utc ? time : time.slice(0, -1)]
}
