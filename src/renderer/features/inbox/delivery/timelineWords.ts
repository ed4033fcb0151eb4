import { type FollowUp, isVerified, type Verdict } from '../../../../shared/model.ts'
import type { Delivery, Timing } from '../../../../shared/wireTypes.ts'
import { formatBriefClock, formatClock, formatDay, formatDuration, isSameDay } from '../../../text/format.ts'
import { verdictNames } from '../../../text/verdictWords.ts'
import type { TimingRemark as Remark } from '../../../../shared/codes/timingRemarks.ts'
import { timingSentence } from '../../../../shared/words/timing.ts'

export interface TimelineStep {
  id: 'sent' | 'received' | 'committed' | 'answered' | 'verified' | 'follow-up'
  label: string
  /** Duration since the previous step, or whatever else is known. */
  detail: string
  /** Replaces `detail` in the narrow layout, which omits `sent` and `committed`; null when it is the same. */
  narrow: string | null
  /** `done` happened, `failed` went wrong, `open` is still to come, `none` will not happen. */
  state: 'done' | 'failed' | 'open' | 'none'
  /** More of it, for the tooltip. */
  title: string
}

type Timed = Pick<
  Delivery,
  | 'createdAtUtc'
  | 'receivedAt'
  | 'committedAt'
  | 'answeredAt'
  | 'answeredStatus'
  | 'verdict'
  | 'followUp'
  | 'attempts'
  | 'timing'
>

/**
 * The lifecycle of a delivery from the sender to the object, with the duration of each step. Pure.
 * @param isFetchable objects can be fetched; else the line ends at the signature
 */
export function timelineSteps(delivery: Timed, isFetchable = true): TimelineStep[] {
  const { state } = delivery.followUp
  const endsHere = !isFetchable && (state === 'none' || state === 'skipped')
  return [
    ...(delivery.createdAtUtc === null ? [] : [sentStep(delivery.createdAtUtc, delivery.receivedAt)]),
    receivedStep(delivery),
    passedStep(
      'committed',
      'Saved',
      delivery.receivedAt,
      delivery.committedAt,
      'On disk: from here on it cannot be lost.',
    ),
    answeredStep(delivery),
    verifiedStep(delivery.verdict),
    ...(endsHere ? [] : [followUpStep(delivery)]),
  ]
}

function sentStep(createdAtUtc: string, receivedAt: string): TimelineStep {
  return {
    id: 'sent',
    label: 'Created',
    // On another day its milliseconds mean nothing.
    detail:
      isSameDay(createdAtUtc, receivedAt) || formatDay(createdAtUtc) === ''
        ? formatBriefClock(createdAtUtc)
        : `${formatDay(createdAtUtc)}, ${formatClock(createdAtUtc, 'minute')}`,
    narrow: null,
    state: 'done',
    title: `${createdAtUtc}, by the clock of the sender`,
  }
}

function receivedStep({ createdAtUtc, receivedAt, timing }: Timed): TimelineStep {
  const sent = createdAtUtc === null ? Number.NaN : Date.parse(createdAtUtc)
  const gap = timing.legs.sentToReceived ?? Date.parse(receivedAt) - sent
  return {
    id: 'received',
    label: 'Received',
    detail: Number.isNaN(gap) ? formatBriefClock(receivedAt) : signed(gap),
    narrow: formatBriefClock(receivedAt),
    state: 'done',
    title: gap < 0 ? `${receivedAt}: before it was created, so the two clocks differ` : receivedAt,
  }
}

function passedStep(id: 'committed', label: string, from: string, at: string | null, title: string): TimelineStep {
  const base = { id, label, narrow: null, state: 'done' as const }
  if (at === null) return { ...base, detail: 'time not known', title }
  return { ...base, detail: signed(Date.parse(at) - Date.parse(from)), title: `${at}. ${title}` }
}

function answeredStep({ receivedAt, committedAt, answeredAt, answeredStatus }: Timed): TimelineStep {
  const since = (before: string) =>
    answeredAt === null ? 'time not known' : signed(Date.parse(answeredAt) - Date.parse(before))
  return {
    id: 'answered',
    label: answeredStatus === 0 ? 'Not answered' : `Answered ${answeredStatus}`,
    detail: since(committedAt ?? receivedAt),
    narrow: since(receivedAt),
    state: answeredStatus > 0 && answeredStatus < 400 ? 'done' : 'failed',
    title: answeredAt ?? 'The moment of the answer was not kept.',
  }
}

function verifiedStep(verdict: Verdict): TimelineStep {
  return {
    id: 'verified',
    label: isVerified(verdict) ? 'Verified' : 'Not verified',
    detail: verdictNames[verdict],
    narrow: null,
    state: isVerified(verdict) ? 'done' : 'failed',
    title: 'Checked over the raw bytes, before anything reads them.',
  }
}

function followUpStep(delivery: Timed): TimelineStep {
  const { followUp, attempts } = delivery
  const { state, status } = followUp
  const took = attempts.findLast((attempt) => attempt.kind === 'follow-up')?.timing.total ?? null
  const within = took === null ? '' : ` in ${formatDuration(took)}`
  const base = { id: 'follow-up' as const, label: 'Follow-up', narrow: null }
  const title = followUp.reason ?? followUpTitles[state]
  switch (state) {
    case 'done': {
      const since = sinceAnswer(delivery)
      const detail = `${status ?? ''}${since === null ? within : ` ${signed(since)}`}`.trim()
      const asked = took === null ? '' : ` The last request for it took ${formatDuration(took)}.`
      return { ...base, label: 'Object fetched', detail, state: 'done', title: title + asked }
    }
    case 'failed':
      return { ...base, detail: `failed${status === null ? '' : ` ${status}`}${within}`, state: 'failed', title }
    case 'waiting':
      return { ...base, ...waitingDetails(followUp), state: 'open', title }
    case 'running':
      return { ...base, detail: 'fetching', state: 'open', title }
    case 'skipped':
    case 'none':
      return { ...base, detail: state, state: 'none', title }
  }
}

/** Time from the answer to the end of the request that fetched the object, including waits and retries. */
function sinceAnswer({ receivedAt, answeredAt, timing }: Timed): number | null {
  const { receivedToFetched } = timing.legs
  if (receivedToFetched === null || answeredAt === null) return null
  return Math.max(0, Date.parse(receivedAt) + receivedToFetched - Date.parse(answeredAt))
}

function waitingDetails({ status, reason, dueAt }: FollowUp): Pick<TimelineStep, 'detail' | 'narrow'> {
  if (reason === null) return { detail: 'queued', narrow: null }
  const failed = status === null ? '' : `${status}, `
  const again = dueAt == null ? 'waits to try again' : `again at ${formatClock(dueAt, 'second')}`
  return { detail: failed + again, narrow: `${failed}waits` }
}

const followUpTitles: Record<FollowUp['state'], string> = {
  none: 'Nothing to fetch.',
  waiting: 'Queued behind other follow-ups.',
  running: 'The object is being fetched.',
  done: 'The object was fetched.',
  failed: 'The object could not be fetched.',
  skipped: 'It was not needed or not allowed.',
}

/** Times have millisecond precision, so a difference of 0 means less than 1 ms. */
function signed(ms: number): string {
  if (ms === 0) return '<1 ms'
  return ms < 0 ? `−${formatDuration(-ms)}` : `+${formatDuration(ms)}`
}

export interface TimingRemark {
  id: 'answer' | 'repetition' | 'clock' | 'fetched'
  /** A few words. */
  word: string
  /** The whole sentence, where the words are not enough. */
  why: string | null
  look: 'good' | 'warn' | 'plain'
}

/** Summarises the times of a delivery: its answer as the sender judges it, repetition, the sender's clock. Pure. */
export function timingRemarks(timing: Timing): TimingRemark[] {
  const { remarks } = timing
  const clock = remarks.filter(({ code }) => clockCodes.has(code)).map(timingSentence)
  return [
    ...remarks.flatMap((remark) => answerRemark(remark) ?? []),
    ...remarks.flatMap((remark) =>
      remark.code === 'sent-again' || remark.code === 'sent-twice' ? [repetitionRemark(remark)] : [],
    ),
    ...(clock.length === 0
      ? []
      : [{ id: 'clock' as const, word: clockWord(timing), why: clock.join(' '), look: 'warn' as const }]),
    ...fetchedRemark(timing),
  ]
}

const clockCodes: ReadonlySet<Remark['code']> = new Set<Remark['code']>([
  'came-before-sent',
  'clock-ahead',
  'clock-behind-or-waiting',
  'sent-time-implausible',
])

/** Null for a remark about something else. */
function answerRemark(remark: Remark): TimingRemark | null {
  const why = timingSentence(remark)
  switch (remark.code) {
    case 'answered':
      return { id: 'answer', word: `Answered in ${formatDuration(remark.fields.tookMs)}`, why, look: 'plain' }
    case 'answered-in-time':
      return { id: 'answer', word: `Answered within the ${limit(remark.fields)} limit`, why: null, look: 'good' }
    case 'answered-late':
      return { id: 'answer', word: `Answered after the ${limit(remark.fields)} limit`, why, look: 'warn' }
    case 'answered-not-2xx':
      return { id: 'answer', word: `Answered ${remark.fields.status}, not 2xx`, why, look: 'warn' }
    case 'answer-time-unknown':
      return { id: 'answer', word: 'Time of the answer not known', why, look: 'plain' }
    case 'sent-again':
    case 'sent-twice':
    case 'came-before-sent':
    case 'clock-ahead':
    case 'clock-behind-or-waiting':
    case 'sent-time-implausible':
      return null
  }
}

function limit({ limitMs }: { limitMs: number }): string {
  return `${limitMs / 1000} s`
}

function repetitionRemark(remark: Extract<Remark, { code: 'sent-again' | 'sent-twice' }>): TimingRemark {
  const { nth, of } = remark.fields
  const word = `${remark.code === 'sent-again' ? 'Retry' : 'Duplicate'}, delivery ${nth} of ${of}`
  return { id: 'repetition', word, why: timingSentence(remark), look: 'warn' }
}

function clockWord({ senderClockAheadMs }: Timing): string {
  return senderClockAheadMs === null
    ? 'Clocks differ, or the way is slow'
    : `Sender's clock ahead by ${atLeast(senderClockAheadMs)} or more`
}

/** Rounds down, because a minimum must not exceed the measured time. */
function atLeast(ms: number): string {
  if (ms < 1000) return `${Math.floor(ms)} ms`
  if (ms < 120_000) return `${Math.floor(ms / 1000)} s`
  return ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}

function fetchedRemark({ legs: { receivedToFetched } }: Timing): TimingRemark[] {
  if (receivedToFetched === null) return []
  return [
    { id: 'fetched', word: `Fetched ${formatDuration(receivedToFetched)} after it came`, why: null, look: 'plain' },
  ]
}
