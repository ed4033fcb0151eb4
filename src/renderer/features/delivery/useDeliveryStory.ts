import type { Delivery, ObjectItem } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { type Loaded, useLoad } from '../../data/state/useLoad.ts'

/** What the story of its object says about one delivery. */
export interface DeliveryStory {
  /** Its notification, with what it claims. */
  notification: ObjectItem | undefined
  /** The object as the follow-up of this delivery found it; undefined where none did. */
  snapshot: ObjectItem | undefined
  /** There is no earlier snapshot to compare with. */
  isFirst: boolean
}

/** Loads the story of the object that a delivery names, and finds the delivery in it. */
export function useDeliveryStory(
  { id, environmentId, attempts }: Delivery,
  { resourceType, resourceId }: { resourceType: string; resourceId: string },
): { load: Loaded<unknown>; story: DeliveryStory } {
  const client = useClient()
  const load = useLoad(
    `${resourceType} ${resourceId}`,
    async (signal) => client.objects.get({ resourceType, resourceId, environment: environmentId }, { signal }),
    String(attempts.length),
  )
  const items = load.data?.items ?? []
  const snapshot = items.find((item) => item.kind === 'snapshot' && item.deliveryId === id)
  return {
    load,
    story: {
      notification: items.find(({ deliveries }) => deliveries.some((each) => each.id === id)),
      snapshot,
      isFirst: items.findLast(({ kind }) => kind === 'snapshot') === snapshot,
    },
  }
}
