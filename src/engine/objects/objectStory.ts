import type { DeliverySummary } from '../../shared/model.ts'
import type { ObjectItem, ObjectStory } from '../../shared/wireTypes.ts'
import { itemSentence, storySentence } from '../../shared/words/story.ts'
import { foldDeliveries, type FoldedNotification, type NotificationText } from './foldDeliveries.ts'
import { type JudgedClaims, type JudgedSnapshot, judgeSnapshots, type Snapshot } from './judgeSnapshots.ts'
import { isKnown, isMissed, remarksOfNotification, remarksOfSnapshot, remarksOfStory } from './storyRemarks.ts'

/** Facts about an object that its timeline does not have. */
export interface StoryObject {
  environmentId: string
  resourceType: string
  resourceId: string
  /** Deliveries that name it and that nothing proves. */
  unproven: number
  /** Genuine notifications in all; more than `deliveries` carry when the oldest were left out. */
  notifications: number
  /** When deliveries first and last named it, ISO 8601: what its story says where nothing in it is proven. Null: not known. */
  seen: { first: string; last: string } | null
  /** It is out of a file, which need not have all notifications: one that is not there proves nothing. */
  ofFile?: boolean
}

/**
 * Everything known of one object on one timeline, newest first. Pure.
 * @param deliveries that are part of its story, in any order
 * @param snapshots of it, in any order
 * @param textOf what is in the body of a delivery
 */
export function objectStory(
  object: StoryObject,
  deliveries: readonly DeliverySummary[],
  snapshots: readonly Snapshot[],
  textOf: (deliveryId: string) => NotificationText,
): ObjectStory {
  const notifications = foldDeliveries(deliveries, textOf)
  const oldestFirst = snapshots.toSorted((a, b) => a.at - b.at)
  const judged = judgeSnapshots(notifications, oldestFirst, object.ofFile === true ? isKnown : undefined)
  const items: ObjectItem[] = [
    ...notifications.map((notification) => notificationItem(notification, judged.claims.get(notification))),
    ...judged.snapshots.map((snapshot) => snapshotItem(snapshot, object.ofFile === true)),
    // At the same moment the notification came first: the snapshot was taken because of it.
  ].sort((a, b) => (a.at === b.at ? rank(b) - rank(a) : a.at < b.at ? 1 : -1))
  const { environmentId, resourceType, resourceId, unproven } = object
  const proven = notifications.filter((notification) => notification.proven).length
  const count = Math.max(object.notifications, proven)
  const remarks = remarksOfStory({
    missed: items.filter((item) => item.missed).length,
    'some-out-of-order': items.filter((item) => item.outOfOrder).length,
    silent: items.filter((item) => item.silent).length,
    unproven,
    older: count - proven,
    ofFile: object.ofFile === true,
  })
  return {
    environmentId,
    resourceType,
    resourceId,
    firstSeenAt: items.at(-1)?.at ?? object.seen?.first ?? new Date(0).toISOString(),
    lastSeenAt: items[0]?.at ?? object.seen?.last ?? new Date(0).toISOString(),
    notifications: count,
    snapshots: snapshots.length,
    unproven,
    remarks,
    notes: remarks.map(storySentence),
    items,
  }
}

function rank({ kind }: ObjectItem): number {
  return kind === 'snapshot' ? 1 : 0
}

function notificationItem(notification: FoldedNotification, judged: JudgedClaims | undefined): ObjectItem {
  const { deliveries, claims } = notification
  const remarks = remarksOfNotification(notification, judged)
  return {
    ...nothing,
    at: notification.at,
    kind: 'notification',
    deliveryId: deliveries[0]?.id ?? '',
    notificationId: notification.notificationId,
    deliveries: deliveries.map(({ id, receivedAt }, index) => ({ id, receivedAt, attempt: index + 1 })),
    action: notification.action,
    followUp: followUpOf(deliveries),
    proven: notification.proven,
    createdAtUtc: notification.createdAtUtc,
    outOfOrder: notification.overtakenBy !== null,
    overtakenBy: notification.overtakenBy,
    changes: notification.changes,
    changesShape: claims.shape,
    claimed: claims.claimed,
    shownBy: judged?.shownBy.attemptId ?? null,
    unclaimed: judged?.unclaimed ?? [],
    unchanged: judged?.unchanged ?? [],
    silent: judged?.silent ?? false,
    remarks,
    notes: remarks.map(itemSentence),
  }
}

/** A notification is followed up once, at the first of its deliveries that was proven. */
function followUpOf(deliveries: readonly DeliverySummary[]): ObjectItem['followUp'] {
  const one = deliveries.find(({ followUp: { state } }) => state !== 'skipped' && state !== 'none') ?? deliveries[0]
  return one === undefined ? null : { ...one.followUp, deliveryId: one.id }
}

function snapshotItem(judged: JudgedSnapshot, ofFile: boolean): ObjectItem {
  const { snapshot } = judged
  const remarks = remarksOfSnapshot(judged, ofFile)
  return {
    ...nothing,
    at: new Date(snapshot.at).toISOString(),
    kind: 'snapshot',
    deliveryId: snapshot.deliveryId,
    attemptId: snapshot.attemptId,
    snapshot: snapshot.text,
    difference: judged.difference,
    missed: !ofFile && isMissed(judged),
    remarks,
    notes: remarks.map(itemSentence),
  }
}

/** An item without remarks. */
const nothing = {
  attemptId: null,
  notificationId: null,
  deliveries: [],
  action: null,
  proven: true,
  createdAtUtc: null,
  outOfOrder: false,
  changes: null,
  changesShape: 'none',
  claimed: null,
  shownBy: null,
  unclaimed: [],
  unchanged: [],
  silent: false,
  snapshot: null,
  difference: null,
  missed: false,
} satisfies Partial<ObjectItem>
