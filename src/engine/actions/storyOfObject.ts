import { isVerified } from '../../shared/model.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { ObjectStory } from '../../shared/wireTypes.ts'
import { objectStory } from '../objects/objectStory.ts'
import type { Store } from '../store/types.ts'
import { ExpectedFailure } from './expectedFailure.ts'

/** How many notifications and snapshots of an object are read at most. */
const longestStory = 200

/** The story of one object from what is stored. Throws ExpectedFailure when nothing of it was seen. */
export async function storyOfObject(
  store: Store,
  object: { environmentId: string; resourceType: string; resourceId: string },
): Promise<ObjectStory> {
  const { environmentId, resourceType, resourceId } = object
  const [named, attempts] = await Promise.all([
    store.deliveriesOf(environmentId, resourceType, resourceId, longestStory),
    store.snapshots(environmentId, resourceType, resourceId, longestStory),
  ])
  // Anyone can name an object; only what the service signed is part of its story.
  const deliveries = named.filter(({ verdict }) => isVerified(verdict))
  if (named.length === 0 && attempts.length === 0) {
    throw new ExpectedFailure('NOT_FOUND', 'Nothing was received about this object yet.')
  }
  const changes = new Map<string, string | null>()
  for (const { id } of deliveries) {
    const body = await store.body(id)
    changes.set(id, body === null ? null : (parseNotification(body).notification?.changesText ?? null))
  }
  const snapshots = attempts.map(({ id, deliveryId, startedAt, body }) => ({
    attemptId: id,
    deliveryId,
    at: startedAt,
    text: Buffer.from(body ?? new Uint8Array()).toString('utf8'),
  }))
  return objectStory({ resourceType, resourceId }, deliveries, snapshots, (id) => changes.get(id) ?? null)
}
