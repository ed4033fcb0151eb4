import { isGenuine, type DeliverySummary } from '../../shared/model.ts'
import type { Timing } from '../../shared/wireTypes.ts'
import { deliveryTiming, type Repetition } from '../latency/deliveryTiming.ts'
import { isInTime, legsOf } from '../latency/legsOf.ts'
import type { Store, StoredAttempt, StoredDelivery } from '../store/types.ts'

/** So many deliveries of one notification are looked at. */
const mostCopies = 500

/** How long the way of a delivery took, from what is stored. @param createdAtUtc as its notification says it */
export async function timingOfDelivery(
  store: Store,
  delivery: { stored: StoredDelivery; summary: DeliverySummary; attempts: readonly StoredAttempt[] },
  createdAtUtc: string | null,
): Promise<Timing> {
  const { stored, summary, attempts } = delivery
  const [repetition, clock] = await Promise.all([repetitionOf(store, summary), store.senderClock(stored.environmentId)])
  return deliveryTiming(momentsOf(stored, createdAtUtc, attempts), stored.answeredStatus, repetition, clock)
}

function momentsOf(stored: StoredDelivery, createdAtUtc: string | null, attempts: readonly StoredAttempt[]) {
  const createdAt = createdAtUtc === null ? Number.NaN : Date.parse(createdAtUtc)
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

/** Its place among those that are as trustworthy as it is: a forged copy never makes the real one look like a retry. */
async function repetitionOf(store: Store, summary: DeliverySummary): Promise<Repetition | null> {
  const { environmentId, notificationId } = summary
  if (notificationId === null) return null
  const all = await store.deliveriesCarrying(environmentId, notificationId, mostCopies)
  const copies = all.filter((copy) => isGenuine(copy) === isGenuine(summary)).toReversed()
  const place = copies.findIndex(({ id }) => id === summary.id)
  const before = copies[place - 1]
  return {
    nth: Math.max(0, place) + 1,
    of: Math.max(1, copies.length),
    before: before === undefined ? null : await answerOf(store, before),
  }
}

async function answerOf(store: Store, { id, answeredStatus }: DeliverySummary): Promise<Repetition['before']> {
  const stored = await store.get(id)
  const inTime = stored === null ? null : isInTime(legsOf(momentsOf(stored, null, [])))
  return { status: answeredStatus, inTime }
}
