import { answerLimitMs } from '../../shared/latencyLegs.ts'
import type { Timing } from '../../shared/wireTypes.ts'
import { clockAhead, type ClockFacts, clockNote, duration } from './clockNote.ts'
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
  return {
    legs,
    senderClockAheadMs: ahead === 0 ? null : ahead,
    inTime,
    late: inTime === false,
    nth: repetition?.nth ?? null,
    of: repetition?.of ?? null,
    kind,
    notes: [
      answerNote(legs.receivedToAnswered, inTime, answeredStatus),
      repetitionNote(kind, repetition),
      legs.sentToReceived === null || legs.sentToReceived >= 0
        ? null
        : `It came ${duration(-legs.sentToReceived)} before it was sent, by the sender’s own account.`,
      // Of the whole environment: it is said where this delivery shows it.
      shows(legs.sentToReceived, ahead) ? clockNote(clock) : null,
    ].filter((note) => note !== null),
  }
}

/** A clock that is ahead is to be seen where a delivery came before it was sent, one that is behind wherever a time is told. */
function shows(sentToReceived: number | null, ahead: number): boolean {
  return sentToReceived !== null && (sentToReceived < 0 || ahead === 0)
}

/** Sent again because it had to be, or although it was answered well. */
function kindOf({ before }: Repetition): NonNullable<Timing['kind']> {
  if (before === null) return 'first'
  return isWellAnswered(before) ? 'duplicate' : 'retry'
}

/** Whether an answer told the service that it was received; where it is not known when it went out, it was in time. */
export function isWellAnswered({ status, inTime }: NonNullable<Repetition['before']>): boolean {
  return status >= 200 && status < 300 && inTime !== false
}

function answerNote(took: number | null, inTime: boolean | null, status: number): string {
  const limit = duration(answerLimitMs)
  if (took === null || inTime === null)
    return 'When the answer went out is not known, so nobody can say whether it was in time.'
  if (!inTime) {
    return `It was answered after ${duration(took)}: the service waits ${limit}, so it has given up and sends the notification again.`
  }
  const within = `It was answered ${status} after ${duration(took)}, within the ${limit} that the service waits.`
  return status >= 200 && status < 300 ? within : `${within} Only a 2xx tells the service that it was received.`
}

function repetitionNote(kind: Timing['kind'], repetition: Repetition | null): string | null {
  if (repetition === null || kind === null || kind === 'first') return null
  const which = `This is delivery ${repetition.nth} of ${repetition.of} of the same notification`
  return kind === 'retry'
    ? `${which}: the one before was not answered well in time, so it was sent again.`
    : `${which}, although the one before was answered well in time: it was sent twice, or that answer was lost on its way.`
}
