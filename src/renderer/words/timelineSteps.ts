import { type FollowUp, isVerified, type Verdict } from '../../shared/model.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { formatClock, formatDuration } from '../ui/format.ts'
import { verdictNames } from '../ui/verdictNames.ts'

export interface TimelineStep {
  id: 'sent' | 'received' | 'committed' | 'answered' | 'verified' | 'follow-up'
  label: string
  /** Duration since the step before, or what is known instead. */
  detail: string
  /** `done` happened, `failed` went wrong, `open` is still to come, `none` will not happen. */
  state: 'done' | 'failed' | 'open' | 'none'
  /** More of it, for the tooltip. */
  title: string
}

type Timed = Pick<
  Delivery,
  'createdAtUtc' | 'receivedAt' | 'committedAt' | 'answeredAt' | 'answeredStatus' | 'verdict' | 'followUp' | 'attempts'
>

/** The way of a delivery from the sender to the object, with what each step took. Pure. */
export function timelineSteps(delivery: Timed): TimelineStep[] {
  return [
    ...(delivery.createdAtUtc === null ? [] : [sentStep(delivery.createdAtUtc)]),
    receivedStep(delivery),
    passedStep(
      'committed',
      'Committed',
      delivery.receivedAt,
      delivery.committedAt,
      'On disk: from here on it cannot be lost.',
    ),
    answeredStep(delivery),
    verifiedStep(delivery.verdict),
    followUpStep(delivery),
  ]
}

function sentStep(createdAtUtc: string): TimelineStep {
  return {
    id: 'sent',
    label: 'Created',
    detail: formatClock(createdAtUtc),
    state: 'done',
    title: `${createdAtUtc}, by the clock of the sender`,
  }
}

function receivedStep({ createdAtUtc, receivedAt }: Timed): TimelineStep {
  const sent = createdAtUtc === null ? Number.NaN : Date.parse(createdAtUtc)
  const gap = Date.parse(receivedAt) - sent
  return {
    id: 'received',
    label: 'Received',
    detail: Number.isNaN(gap) ? formatClock(receivedAt) : signed(gap),
    state: 'done',
    title: gap < 0 ? `${receivedAt}: before it was created, so the two clocks differ` : receivedAt,
  }
}

function passedStep(id: 'committed', label: string, from: string, at: string | null, title: string): TimelineStep {
  if (at === null) return { id, label, detail: 'time not known', state: 'done', title }
  return { id, label, detail: signed(Date.parse(at) - Date.parse(from)), state: 'done', title: `${at}. ${title}` }
}

function answeredStep({ receivedAt, committedAt, answeredAt, answeredStatus }: Timed): TimelineStep {
  const since = answeredAt === null ? null : Date.parse(answeredAt) - Date.parse(committedAt ?? receivedAt)
  return {
    id: 'answered',
    label: `Answered ${answeredStatus}`,
    detail: since === null ? 'time not known' : signed(since),
    state: answeredStatus < 400 ? 'done' : 'failed',
    title: answeredAt ?? 'The moment of the answer was not kept.',
  }
}

function verifiedStep(verdict: Verdict): TimelineStep {
  return {
    id: 'verified',
    label: isVerified(verdict) ? 'Verified' : 'Not verified',
    detail: verdictNames[verdict],
    state: isVerified(verdict) ? 'done' : 'failed',
    title: 'Checked over the raw bytes, before anything reads them.',
  }
}

function followUpStep({ followUp, attempts }: Timed): TimelineStep {
  const last = attempts.findLast((attempt) => attempt.kind === 'follow-up')
  const total = last?.timing.total ?? null
  const took = total === null ? '' : ` ${signed(total)}`
  const base = {
    id: 'follow-up' as const,
    label: 'Follow-up',
    title: followUp.reason ?? followUpTitles[followUp.state],
  }
  switch (followUp.state) {
    case 'done':
      return { ...base, label: 'Object fetched', detail: `${followUp.status ?? ''}${took}`.trim(), state: 'done' }
    case 'failed':
      return {
        ...base,
        detail: `failed${followUp.status === null ? '' : ` ${followUp.status}`}${took}`,
        state: 'failed',
      }
    case 'waiting':
    case 'running':
      return { ...base, detail: followUp.state, state: 'open' }
    case 'skipped':
    case 'none':
      return { ...base, detail: followUp.state === 'none' ? 'none' : 'skipped', state: 'none' }
  }
}

const followUpTitles: Record<FollowUp['state'], string> = {
  none: 'There is no object to fetch.',
  waiting: 'It waits for its turn.',
  running: 'The object is being fetched.',
  done: 'The object was fetched.',
  failed: 'The object could not be fetched.',
  skipped: 'It was not needed or not allowed.',
}

/** Moments are kept to the millisecond: nothing between two of them means less than one. */
function signed(ms: number): string {
  if (ms === 0) return '<1 ms'
  return ms < 0 ? `−${formatDuration(-ms)}` : `+${formatDuration(ms)}`
}
