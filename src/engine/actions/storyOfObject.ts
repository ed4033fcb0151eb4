import { isGenuine } from '../../shared/model.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { ObjectStory } from '../../shared/wireTypes.ts'
import type { NotificationText } from '../objects/foldDeliveries.ts'
import { objectStory } from '../objects/objectStory.ts'
import type { Store } from '../store/types.ts'
import { ExpectedFailure } from './expectedFailure.ts'

/** How many deliveries and snapshots of an object are read at most. */
const longestStory = 200

const noText: NotificationText = { changes: null, createdAtUtc: null }

/** The story of one object from what is stored. Throws ExpectedFailure when nothing of it was seen. */
export async function storyOfObject(
  store: Store,
  object: { environmentId: string; resourceType: string; resourceId: string },
): Promise<ObjectStory> {
  const { environmentId, resourceType, resourceId } = object
  const [genuine, all, summary] = await Promise.all([
    store.deliveriesOf(environmentId, resourceType, resourceId, longestStory, true),
    store.deliveriesOf(environmentId, resourceType, resourceId, longestStory),
    store.object(environmentId, resourceType, resourceId),
  ])
  const spellings = new Set([resourceType, ...genuine.flatMap((delivery) => delivery.resourceType ?? [])])
  const attempts = await Promise.all(
    [...spellings].map(async (spelling) => store.snapshots(environmentId, spelling, resourceId, longestStory)),
  )
  if (all.length === 0 && attempts.flat().length === 0) {
    throw new ExpectedFailure('NOT_FOUND', 'Nothing was received about this object yet.')
  }
  // Anyone can name an object: what nothing proves is part of its story only where it led to a snapshot.
  const followed = new Set(attempts.flat().map(({ deliveryId }) => deliveryId))
  const deliveries = [...genuine, ...all.filter((delivery) => !isGenuine(delivery) && followed.has(delivery.id))]
  const texts = new Map(await Promise.all(deliveries.map(async ({ id }) => [id, await textOf(store, id)] as const)))
  const snapshots = attempts.flat().map(({ id, deliveryId, startedAt, body }) => ({
    attemptId: id,
    deliveryId,
    at: startedAt,
    text: Buffer.from(body ?? new Uint8Array()).toString('utf8'),
  }))
  // Only where not all deliveries were read does the story need to be told how many there are.
  const notifications = genuine.length < longestStory ? 0 : (summary?.notifications ?? 0)
  const known = { ...object, unproven: summary?.unproven ?? 0, notifications }
  return objectStory(known, deliveries, snapshots, (id) => texts.get(id) ?? noText)
}

async function textOf(store: Store, deliveryId: string): Promise<NotificationText> {
  const body = await store.body(deliveryId)
  if (body === null) return noText
  const { changesText, createdAtUtc } = parseNotification(body).notification
  return { changes: changesText, createdAtUtc }
}
