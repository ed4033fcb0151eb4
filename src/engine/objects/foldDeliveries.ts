import { type DeliverySummary, isGenuine } from '../../shared/model.ts'
import { compareInstants } from './compareInstants.ts'
import { type Changes, readChanges, unknownChanges } from './compareClaims.ts'

/** The part of a notification that only its body has. */
export interface NotificationText {
  /** `changes` as JSON text, or null. */
  changes: string | null
  createdAtUtc: string | null
  /** The body was too large to be read for a story, so that both are unknown. */
  unread?: boolean
}

/** One notification with all deliveries that carried it, in order of arrival. */
export interface FoldedNotification extends NotificationText {
  notificationId: string | null
  action: string | null
  /** The service signed it; else the user asked to fetch it. */
  proven: boolean
  deliveries: DeliverySummary[]
  /** When it first came, ISO 8601. */
  at: string
  claims: Changes
  /** The latest creation time among those that came before it, when this one was created earlier. */
  overtakenBy: string | null
}

/**
 * Folds the deliveries of each notification into one, in order of arrival, and points out those that came after a
 * notification that was created later. Pure.
 * @param deliveries of one object, in any order
 */
export function foldDeliveries(
  deliveries: readonly DeliverySummary[],
  textOf: (deliveryId: string) => NotificationText,
): FoldedNotification[] {
  const folded = new Map<string, FoldedNotification>()
  let newest: string | null = null
  for (const delivery of deliveries.toSorted(byArrival)) {
    const proven = isGenuine(delivery)
    // A copy that nothing proves never speaks for the real one.
    const key = `${proven} ${delivery.notificationId === null ? delivery.id : `of ${delivery.notificationId}`}`
    const known = folded.get(key)
    if (known !== undefined) {
      known.deliveries.push(delivery)
      continue
    }
    const text = textOf(delivery.id)
    folded.set(key, {
      ...text,
      notificationId: delivery.notificationId,
      action: delivery.action,
      proven,
      deliveries: [delivery],
      at: delivery.receivedAt,
      claims: text.unread === true ? unknownChanges : readChanges(text.changes),
      overtakenBy: isBefore(text.createdAtUtc, newest) ? newest : null,
    })
    if (text.createdAtUtc !== null && (newest === null || isBefore(newest, text.createdAtUtc))) {
      // A time that cannot be read can be compared with nothing.
      if (compareInstants(text.createdAtUtc, text.createdAtUtc) === 0) newest = text.createdAtUtc
    }
  }
  return [...folded.values()]
}

/** Orders deliveries of one store: ids are numbers, in a case file with the same text in front of each. */
export function byArrival(a: Pick<DeliverySummary, 'id'>, b: Pick<DeliverySummary, 'id'>): number {
  if (a.id.length !== b.id.length) return a.id.length - b.id.length
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

function isBefore(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && (compareInstants(a, b) ?? 0) < 0
}
