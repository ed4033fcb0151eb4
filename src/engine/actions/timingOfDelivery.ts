import { isGenuine } from '../../shared/model.ts'
import { clockAheadMs } from '../../shared/clock/clockHeader.ts'
import type { Timing } from '../../shared/wireTypes.ts'
import { deliveryTiming, type Repetition } from '../latency/deliveryTiming.ts'
import { isInTime, legsOf } from '../latency/legsOf.ts'
import type { ClockFacts } from '../latency/clockRemark.ts'
import type { DeliveryFacts, StoredDelivery } from '../store/records/deliveries.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'

/**
 * Measures a stored delivery. Pure.
 * @param createdAtUtc as its notification has it
 * @param limitMs how long its sender waits for an answer; null where that is not known
 */
export function timingOfDelivery(
  facts: DeliveryFacts,
  createdAtUtc: string | null,
  limitMs: number | null,
  clock: ClockFacts,
): Timing {
  const { stored, attempts } = facts
  const moments = momentsOf(stored, createdAtUtc, attempts)
  return deliveryTiming(moments, stored.answeredStatus, limitMs, repetitionOf(facts, limitMs), clock)
}

function momentsOf(stored: StoredDelivery, createdAtUtc: string | null, attempts: readonly StoredAttempt[]) {
  const { environmentId, request } = stored
  const aheadMs = clockAheadMs({ environmentId, headers: request.headers })
  const createdAt = createdAtUtc === null ? Number.NaN : Date.parse(createdAtUtc) - aheadMs
  const fetched = attempts.find(
    ({ kind, status, body, error }) =>
      kind === 'follow-up' && status !== null && status >= 200 && status < 300 && body !== null && error === null,
  )
  const total = fetched?.timing.total ?? null
  return {
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    receivedAt: stored.request.receivedAt,
    committedAt: stored.committedAt,
    answeredAt: stored.answeredAt,
    fetchedAt: fetched === undefined || total === null ? null : fetched.startedAt + total,
  }
}

/** Counts only copies that are as trustworthy: a forged copy never makes the real one look like a retry. */
function repetitionOf(
  { summary, copies: all, before: stored }: DeliveryFacts,
  limitMs: number | null,
): Repetition | null {
  if (summary.notificationId === null) return null
  const copies = all.filter((copy) => isGenuine(copy) === isGenuine(summary)).toReversed()
  const place = copies.findIndex(({ id }) => id === summary.id)
  const before = copies[place - 1]
  return {
    nth: Math.max(0, place) + 1,
    of: Math.max(1, copies.length),
    before:
      before === undefined
        ? null
        : {
            status: before.answeredStatus,
            inTime: stored === null ? null : isInTime(legsOf(momentsOf(stored, null, [])), limitMs),
          },
  }
}
