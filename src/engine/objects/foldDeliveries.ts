import { type DeliverySummary, isGenuine } from '../../shared/model.ts'
import { compareInstants } from './compareInstants.ts'
import { type Changes, readChanges, unknownChanges } from './compareClaims.ts'

/** The part of a notification that only its body has. */
export interface NotificationText {
  /** `changes` as JSON text, or null. */
  changes: string | null
  createdAtUtc: string | null
  /** How far the clock that it comes from was ahead, ms; absent where it was not the sandbox's. */
  aheadMs?: number
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
  let newest: NotificationText | null = null
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
      overtakenBy: newest !== null && isBefore(text, newest) ? newest.createdAtUtc : null,
    })
    if (text.createdAtUtc !== null && (newest === null || isBefore(newest, text))) {
      // A time that cannot be read can be compared with nothing.
      if (compareInstants(text.createdAtUtc, text.createdAtUtc) === 0) newest = text
    }
  }
  return [...folded.values()]
}

/** Orders deliveries of one store: ids are numbers, in a case file with the same text in front of each. */
export function byArrival(a: Pick<DeliverySummary, 'id'>, b: Pick<DeliverySummary, 'id'>): number {
  if (a.id.length !== b.id.length) return a.id.length - b.id.length
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

function isBefore(a: NotificationText, b: NotificationText): boolean {
  return a.createdAtUtc !== null && b.createdAtUtc !== null && (compareCreation(a, b.createdAtUtc, b.aheadMs) ?? 0) < 0
}

/** Compares when a notification was created with a time, both by the real clock. Null where one is unreadable. Pure. */
export function compareCreation(
  { createdAtUtc, aheadMs = 0 }: NotificationText,
  time: string,
  aheadOfTimeMs = 0,
): number | null {
  if (createdAtUtc === null) return null
  // Whole texts, because a Date would drop digits, except where two clocks differ.
  if (aheadMs === aheadOfTimeMs) return compareInstants(createdAtUtc, time)
  const difference = Date.parse(createdAtUtc) - aheadMs - (Date.parse(time) - aheadOfTimeMs)
  return Number.isNaN(difference) ? null : difference
}
