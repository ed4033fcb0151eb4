import { useClient } from '../../state/useApp.ts'
import { useLoad } from '../../state/useLoad.ts'
import type { DeliveryCount } from './environmentWords.ts'

/** The largest page that the API gives; more than that many are not worth counting by hand. */
const mostCounted = 500

/** How many deliveries an environment has; null while that is not known. */
export function useDeliveryCount(environmentId: string): DeliveryCount | null {
  const client = useClient()
  const { data } = useLoad(`count:${environmentId}`, async (signal) =>
    client.deliveries.list({ environment: environmentId, limit: mostCounted }, { signal }),
  )
  return data === undefined ? null : { counted: data.items.length, more: data.next !== null }
}
