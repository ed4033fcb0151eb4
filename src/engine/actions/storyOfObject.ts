import { isGenuine } from '../../shared/model.ts'
import { clockAheadMs } from '../../shared/clock/clockHeader.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { ObjectStory } from '../../shared/wireTypes.ts'
import { byArrival, type NotificationText } from '../objects/foldDeliveries.ts'
import { objectStory } from '../objects/objectStory.ts'
import type { Store } from '../store/store.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

/** How many deliveries and snapshots of an object are read at most. */
const longestStory = 200

/**
 * Maximum bytes of bodies that are read for one story, newest first, and maximum bytes of snapshots. Senders choose their
 * content, and other calls wait while they are compared.
 */
const maxBytes = 1_000_000

const noText: NotificationText = { changes: null, createdAtUtc: null }
const unread: NotificationText = { ...noText, unread: true }

/** The queries of a story. */
type StoryStore = Pick<Store, 'deliveriesOf' | 'object' | 'get' | 'snapshotBodies'>

export interface NamedObject {
  environmentId: string
  resourceType: string
  resourceId: string
}

/**
 * The story of one object from what is stored. Throws ExpectedFailure when nothing of it was seen.
 * @param ofFile what is stored is out of a file
 */
export async function storyOfObject(store: StoryStore, object: NamedObject, ofFile = false): Promise<ObjectStory> {
  const { environmentId, resourceType, resourceId } = object
  const [genuine, all, summary] = await Promise.all([
    store.deliveriesOf(environmentId, resourceType, resourceId, longestStory, true),
    store.deliveriesOf(environmentId, resourceType, resourceId, longestStory),
    store.object(environmentId, resourceType, resourceId),
  ])
  const spellings = new Set([resourceType, ...genuine.flatMap((delivery) => delivery.resourceType ?? [])])
  const attempts = await Promise.all(
    [...spellings].map(async (spelling) =>
      store.snapshotBodies(environmentId, spelling, resourceId, longestStory, maxBytes),
    ),
  )
  if (all.length === 0 && attempts.flat().length === 0) {
    throw new ExpectedFailure({ code: 'object-unseen', fields: {} })
  }
  // Anyone can name an object: what nothing proves is part of its story only where it led to a snapshot.
  const followed = new Set(attempts.flat().map(({ deliveryId }) => deliveryId))
  const deliveries = [...genuine, ...all.filter((delivery) => !isGenuine(delivery) && followed.has(delivery.id))]
  const newestFirst = deliveries.toSorted((a, b) => byArrival(b, a))
  const readable = within(newestFirst, ({ size }) => size)
  const texts = new Map(
    await Promise.all(
      deliveries.map(async (delivery) => {
        return [delivery.id, readable.has(delivery) ? await textOf(store, delivery.id) : unread] as const
      }),
    ),
  )
  const taken = attempts.flat().toSorted((a, b) => b.startedAt - a.startedAt)
  const shown = within(taken, ({ body }) => body?.length ?? 0)
  const snapshots = taken.map((attempt) => ({
    attemptId: attempt.id,
    deliveryId: attempt.deliveryId,
    at: attempt.startedAt,
    text: attempt.body !== null && shown.has(attempt) ? Buffer.from(attempt.body).toString('utf8') : null,
  }))
  // Only where not all deliveries were read does the story need the number of all.
  const notifications = genuine.length < longestStory ? 0 : (summary?.notifications ?? 0)
  const seen = seenBetween(summary, all)
  const known = { ...object, unproven: summary?.unproven ?? 0, notifications, seen, ofFile }
  return objectStory(known, deliveries, snapshots, (id) => texts.get(id) ?? noText)
}

/** When deliveries first and last named the object, proven or not; null when none did. @param all newest first */
function seenBetween(
  summary: { firstSeenAt: string; lastSeenAt: string } | null,
  all: readonly { receivedAt: string }[],
): { first: string; last: string } | null {
  if (summary !== null) return { first: summary.firstSeenAt, last: summary.lastSeenAt }
  const [newest, oldest] = [all[0], all.at(-1)]
  return newest === undefined || oldest === undefined ? null : { first: oldest.receivedAt, last: newest.receivedAt }
}

/** Returns the first items that fit into the bytes of a story. An item that is too large is skipped. */
function within<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Set<Item> {
  let left = maxBytes
  return new Set(
    items.filter((item) => {
      const fits = bytesOf(item) <= left
      if (fits) left -= bytesOf(item)
      return fits
    }),
  )
}

async function textOf(store: StoryStore, deliveryId: string): Promise<NotificationText> {
  const stored = await store.get(deliveryId)
  if (stored === null) return noText
  const { environmentId, request } = stored
  const { changesText, createdAtUtc } = parseNotification(request.body).notification
  const aheadMs = clockAheadMs({ environmentId, headers: request.headers })
  return { changes: changesText, createdAtUtc, ...(aheadMs === 0 ? {} : { aheadMs }) }
}
