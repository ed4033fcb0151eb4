import type { Timing } from '../../shared/wireTypes.ts'
import type { TimingRemark } from '../../shared/codes/timingRemarks.ts'
import { implausibleMs } from '../../shared/transit.ts'
import { timingSentence } from '../../shared/words/timing.ts'
import { clockAhead, type ClockFacts, clockRemark } from './clockRemark.ts'
import { isInTime, legsOf, type Moments } from './legsOf.ts'

/** A delivery among those of its notification. */
export interface Repetition {
  /** 1 for the first. */
  nth: number
  of: number
  /** How the one before was answered; null for the first. */
  before: { status: number; inTime: boolean | null } | null
}

/**
 * Measures each leg of a delivery and judges its answer as the sender does. Pure.
 * @param limitMs how long the sender waits for an answer; null where that is not known
 * @param repetition null when it carries no notification id
 */
export function deliveryTiming(
  moments: Moments,
  answeredStatus: number,
  limitMs: number | null,
  repetition: Repetition | null,
  clock: ClockFacts,
): Timing {
  const legs = legsOf(moments)
  const inTime = isInTime(legs, limitMs)
  const kind = repetition === null ? null : kindOf(repetition)
  const ahead = clockAhead(clock)
  const remarks = [
    answerRemark(legs.receivedToAnswered, limitMs, answeredStatus),
    repetitionRemark(kind, repetition),
    earlyRemark(legs.sentToReceived),
    implausibleRemark(moments),
    // The clock is judged over the whole environment; the remark belongs where this delivery shows it.
    shows(legs.sentToReceived, ahead) ? clockRemark(clock) : null,
  ].filter((remark) => remark !== null)
  return {
    legs,
    senderClockAheadMs: ahead === 0 ? null : ahead,
    inTime,
    late: inTime === false,
    nth: repetition?.nth ?? null,
    of: repetition?.of ?? null,
    kind,
    remarks,
    notes: remarks.map(timingSentence),
  }
}

/** A clock that is ahead shows where a delivery came before it was sent, one that is behind in every time. */
function shows(sentToReceived: number | null, ahead: number): boolean {
  return sentToReceived !== null && (sentToReceived < 0 || ahead === 0)
}

/** A retry follows a failed answer, a duplicate a good one. */
function kindOf({ before }: Repetition): NonNullable<Timing['kind']> {
  if (before === null) return 'first'
  return isWellAnswered(before) ? 'duplicate' : 'retry'
}

/** Whether an answer confirmed the receipt; one that is not known to be late counts as in time. */
export function isWellAnswered({ status, inTime }: NonNullable<Repetition['before']>): boolean {
  return status >= 200 && status < 300 && inTime !== false
}

function answerRemark(tookMs: number | null, limitMs: number | null, status: number): TimingRemark {
  if (tookMs === null) return { code: 'answer-time-unknown', fields: {} }
  if (limitMs !== null && tookMs > limitMs) return { code: 'answered-late', fields: { status, tookMs, limitMs } }
  if (status < 200 || status >= 300) return { code: 'answered-not-2xx', fields: { status, tookMs } }
  if (limitMs === null) return { code: 'answered', fields: { status, tookMs } }
  return { code: 'answered-in-time', fields: { status, tookMs, limitMs } }
}

function repetitionRemark(kind: Timing['kind'], repetition: Repetition | null): TimingRemark | null {
  if (repetition === null || kind === null || kind === 'first') return null
  const { nth, of } = repetition
  return { code: kind === 'retry' ? 'sent-again' : 'sent-twice', fields: { nth, of } }
}

function implausibleRemark({ createdAt, receivedAt }: Moments): TimingRemark | null {
  const off = implausibleMs(createdAt, receivedAt)
  return off === null ? null : { code: 'sent-time-implausible', fields: { offMs: Math.abs(off) } }
}

function earlyRemark(sentToReceived: number | null): TimingRemark | null {
  return sentToReceived === null || sentToReceived >= 0
    ? null
    : { code: 'came-before-sent', fields: { earlyMs: -sentToReceived } }
}
