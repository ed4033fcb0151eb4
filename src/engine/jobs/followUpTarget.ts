import type { DeliverySummary } from '../../shared/model.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { type FollowUpUrl, followUpUrl, senderFollowUpUrl } from '../service/followUpUrl.ts'
import { meaningOf } from '../store/index/meanings.ts'
import { readEvent } from '../store/index/readEvent.ts'
import type { Store } from '../store/store.ts'

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

/** Where an object is fetched with the settings of now, or why nothing may be requested. */
export async function followUpPlace(
  { store, environments }: { store: Store; environments: Environments },
  target: FollowUpTarget,
): Promise<FollowUpUrl> {
  const environment = environments.get(target.environmentId)
  if (environment === undefined) {
    return { ok: false, why: { code: 'environment-gone', fields: {} } }
  }
  if (environment.kind === 'sender') return placeAtSender(store, environment, target)
  const body = await store.body(target.deliveryId)
  const organizationId = body === null ? null : parseNotification(body).notification.organizationId
  const { resourcePath, resourceType } = target
  const paths = resourcePath === undefined ? environment.resourcePaths : { [resourceType]: resourcePath }
  const place = followUpUrl({ ...target, organizationId }, environment.baseUrl, paths)
  // The paths of the sandbox are known.
  return place.ok ? { ...place, assumed: place.assumed && environment.kind !== 'sandbox' } : place
}

/** The form of a sender's ids depends on the delivery: a CloudEvent has its own. */
async function placeAtSender(
  store: Store,
  environment: EnvironmentRecord,
  target: FollowUpTarget,
): Promise<FollowUpUrl> {
  const stored = await store.get(target.deliveryId)
  const meaning = meaningOf(environment)
  const event =
    stored === null || meaning === null ? null : readEvent(stored.request.headers, stored.request.body, meaning)
  const paths =
    target.resourcePath === undefined ? environment.resourcePaths : { [target.resourceType]: target.resourcePath }
  return senderFollowUpUrl(target, event?.objectIdForm ?? 'word', environment.baseUrl, paths)
}
