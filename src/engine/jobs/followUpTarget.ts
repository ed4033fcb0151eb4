import type { DeliverySummary } from '../../shared/model.ts'

/** The object that a notification names, and the delivery that brought it. */
export interface FollowUpTarget {
  deliveryId: string
  environmentId: string
  notificationId: string
  resourceType: string
  resourceId: string
  /** As it came; null when the notification has none. */
  action: string | null
  /** A template to try once, in place of the environment's. */
  resourcePath?: string | undefined
}

/** Returns the object that a delivery names; null when it does not name an object. */
export function targetOf(summary: DeliverySummary): FollowUpTarget | null {
  const { id, environmentId, notificationId, resourceType, resourceId, action } = summary
  if (notificationId === null || resourceType === null || resourceId === null) return null
  return { deliveryId: id, environmentId, notificationId, resourceType, resourceId, action }
}
