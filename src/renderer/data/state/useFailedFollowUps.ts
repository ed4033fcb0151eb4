import { useApp } from './useApp.ts'
import { useLoad } from './useLoad.ts'

/** Clocks of senders do not matter here, that of this machine may be turned: so far ahead is counted, too. */
const dayMs = 86_400_000

/** How many deliveries of an environment have a follow-up that failed; undefined while that is not known. */
export function useFailedFollowUps(environmentId: string): number | undefined {
  const { client } = useApp()
  const { data } = useLoad(`failed:${environmentId}`, async (signal) => {
    const to = new Date(Date.now() + dayMs).toISOString()
    const from = new Date(0).toISOString()
    const asked = { from, to, buckets: 1, environment: environmentId, filter: 'status:failed' }
    const { buckets } = await client.rates(asked, { signal })
    return buckets[0]?.total
  })
  return data
}
