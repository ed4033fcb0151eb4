import type { DeliverySummary } from '../../shared/model.ts'
import type { ObjectItem, ObjectStory } from '../../shared/wireTypes.ts'
import { difference, type Difference } from './difference.ts'

/** The object as one successful follow-up found it. */
export interface Snapshot {
  attemptId: string
  deliveryId: string
  /** Milliseconds since the epoch. */
  at: number
  /** The answer's body as text. */
  text: string
}

/**
 * Everything known of one object on one timeline, newest first. Pure.
 * @param deliveries that name the object, in any order
 * @param snapshots of it, in any order
 * @param changesOf the `changes` of a delivery's notification as JSON text, or null
 */
export function objectStory(
  object: { resourceType: string; resourceId: string },
  deliveries: readonly DeliverySummary[],
  snapshots: readonly Snapshot[],
  changesOf: (deliveryId: string) => string | null,
): ObjectStory {
  const items: ObjectItem[] = [
    ...deliveries.map((delivery) => notificationItem(delivery, changesOf(delivery.id))),
    ...snapshotItems(snapshots),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    ...object,
    firstSeenAt: items.at(-1)?.at ?? new Date(0).toISOString(),
    lastSeenAt: items[0]?.at ?? new Date(0).toISOString(),
    notifications: new Set(deliveries.map((delivery) => delivery.notificationId ?? delivery.id)).size,
    snapshots: snapshots.length,
    items,
  }
}

function notificationItem(delivery: DeliverySummary, changes: string | null): ObjectItem {
  return {
    at: delivery.receivedAt,
    kind: 'notification',
    deliveryId: delivery.id,
    attemptId: null,
    action: delivery.action,
    changes,
    snapshot: null,
    difference: null,
  }
}

function snapshotItems(snapshots: readonly Snapshot[]): ObjectItem[] {
  const oldestFirst = snapshots.toSorted((a, b) => a.at - b.at)
  return oldestFirst.map((snapshot, index) => ({
    at: new Date(snapshot.at).toISOString(),
    kind: 'snapshot',
    deliveryId: snapshot.deliveryId,
    attemptId: snapshot.attemptId,
    action: null,
    changes: null,
    snapshot: snapshot.text,
    difference: differenceToPrevious(oldestFirst[index - 1], snapshot),
  }))
}

/** Null for the first snapshot, and where one of the two is not JSON. */
function differenceToPrevious(previous: Snapshot | undefined, snapshot: Snapshot): Difference[] | null {
  if (previous === undefined) return null
  try {
    return difference(JSON.parse(previous.text), JSON.parse(snapshot.text))
  } catch {
    return null
  }
}
