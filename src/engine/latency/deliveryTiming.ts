import { answerLimitMs } from '../../shared/codes/latencyLegs.ts'
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
 * How long each leg of a delivery's way took, and what the service saw of it. Pure.
 * @param repetition null when it carries no notification id
 */
export function deliveryTiming(
  moments: Moments,
  answeredStatus: number,
  repetition: Repetition | null,
  clock: ClockFacts,
): Timing {
  const legs = legsOf(moments)
  const inTime = isInTime(legs)
  const kind = repetition === null ? null : kindOf(repetition)
  const ahead = clockAhead(clock)
  const remarks = [
    answerRemark(legs.receivedToAnswered, inTime, answeredStatus),
    repetitionRemark(kind, repetition),
    earlyRemark(legs.sentToReceived),
    implausibleRemark(moments),
    // Of the whole environment: it is said where this delivery shows it.
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

/** Sent again because it had to be, or although it was answered well. */
function kindOf({ before }: Repetition): NonNullable<Timing['kind']> {
  if (before === null) return 'first'
  return isWellAnswered(before) ? 'duplicate' : 'retry'
}

/** Whether an answer confirmed the receipt to the service; where it is not known when it went out, it was in time. */
export function isWellAnswered({ status, inTime }: NonNullable<Repetition['before']>): boolean {
  return status >= 200 && status < 300 && inTime !== false
}

function answerRemark(tookMs: number | null, inTime: boolean | null, status: number): TimingRemark {
  if (tookMs === null || inTime === null) return { code: 'answer-time-unknown', fields: {} }
  const fields = { status, tookMs, limitMs: answerLimitMs }
  if (!inTime) return { code: 'answered-late', fields }
  return { code: status >= 200 && status < 300 ? 'answered-in-time' : 'answered-not-2xx', fields }
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
