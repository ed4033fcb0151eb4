import type { Environment } from '../../shared/wireTypes.ts'
import { useAppState, useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { useSettled } from '../ui/useSettled.ts'
import { type MissedType, missedTypes } from './missedTypes.ts'
import { pathRows } from './resourcePaths.ts'

/** The largest page that the API gives. */
const mostDeliveries = 500
/** Deliveries may come in a rush; they are asked for at most this often, ms. */
const calmMs = 2000

/** The types without a path among an environment's newest deliveries, kept up while more come. */
export function useMissedTypes(environment: Environment): MissedType[] {
  const client = useClient()
  const { id } = environment
  const newest = useAppState(({ feed }) => {
    const delivery = feed.window.find(({ environmentId }) => environmentId === id)
    return delivery === undefined ? 'none' : `${delivery.id} ${delivery.followUp.state}`
  })
  const version = useSettled(newest, calmMs)
  const { data } = useLoad(
    `missed:${id}`,
    async (signal) => client.deliveries.list({ environment: id, limit: mostDeliveries }, { signal }),
    version,
  )
  return missedTypes(data?.items ?? [], pathRows(environment.resourcePaths))
}
