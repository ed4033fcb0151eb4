import { isGenuine } from '../../shared/model.ts'
import { retryScheduleOf } from '../../shared/signature/retrySchedules.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import type { DeliveryFacts } from '../store/records/deliveries.ts'

/** Maximum number of tries listed for one notification; later ones are left out. */
const maxTries = 50
/** A try is as documented when it comes within a quarter of its wait, and at least this, ms. */
const leastToleranceMs = 2000

/**
 * All deliveries of a notification in order, with the distance of each to the one before, and the sender's documented
 * schedule. Null for one that carries no id, and where the notification came once. Pure.
 */
export function senderTries({ summary, copies: all }: DeliveryFacts, preset: string | null): Delivery['senderTries'] {
  if (summary.notificationId === null) return null
  const copies = all
    .slice(0, maxTries)
    .toReversed()
    .filter((copy) => isGenuine(copy) === isGenuine(summary))
  const schedule = preset === null ? null : retryScheduleOf(preset)
  if (copies.length < 2 && summary.answeredBy == null) return null
  return {
    tries: copies.map(({ id, receivedAt, answeredStatus, answeredBy }, index) => {
      const before = copies[index - 1]
      const afterMs = before === undefined ? null : Date.parse(receivedAt) - Date.parse(before.receivedAt)
      const wait = index === 0 ? undefined : schedule?.waits[index - 1]
      const expectedMs = wait === undefined ? null : wait * 1000
      return {
        deliveryId: id,
        receivedAt,
        answeredStatus,
        answeredBy: answeredBy ?? null,
        afterMs,
        expectedMs,
        fit: afterMs === null || expectedMs === null ? null : fitOf(afterMs, expectedMs),
      }
    }),
    schedule: schedule === null ? null : { ...schedule, waits: [...schedule.waits] },
  }
}

function fitOf(afterMs: number, expectedMs: number): 'as-documented' | 'earlier' | 'later' {
  const tolerance = Math.max(leastToleranceMs, expectedMs / 4)
  if (Math.abs(afterMs - expectedMs) <= tolerance) return 'as-documented'
  return afterMs < expectedMs ? 'earlier' : 'later'
}
