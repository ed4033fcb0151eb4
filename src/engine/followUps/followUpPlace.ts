import { parseNotification } from '../../shared/parseNotification.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { type FollowUpUrl, followUpUrl } from '../service/followUpUrl.ts'
import type { Store } from '../store/types.ts'
import type { FollowUpTarget } from './followUpTarget.ts'

/** Where an object is fetched with the settings of now, or why nothing may be requested. */
export async function followUpPlace(
  { store, environments }: { store: Store; environments: Environments },
  target: FollowUpTarget,
): Promise<FollowUpUrl> {
  const environment = environments.get(target.environmentId)
  if (environment === undefined) {
    return { ok: false, why: { code: 'environment-gone', fields: {} } }
  }
  const body = await store.body(target.deliveryId)
  const organizationId = body === null ? null : parseNotification(body).notification.organizationId
  const { resourcePath, resourceType } = target
  const paths = resourcePath === undefined ? environment.resourcePaths : { [resourceType]: resourcePath }
  const place = followUpUrl({ ...target, organizationId }, environment.baseUrl, paths)
  // Of the sandbox the paths are known.
  return place.ok ? { ...place, assumed: place.assumed && environment.kind !== 'sandbox' } : place
}
