import type { Client } from '../wire/wire.ts'

/** Deliveries up to this far in the future are counted, too: the clock of this machine may have been set back, ms. */
const dayMs = 86_400_000

/** The deliveries to count: by environment (null: all) and by filter ('': all). */
interface Counted {
  environmentId: string | null
  filter: string
}

/** Counts all deliveries that there are of an environment and a filter: in all, and by verdict. */
export async function countDeliveries(client: Client, { environmentId, filter }: Counted, signal: AbortSignal) {
  const asked = {
    from: new Date(0).toISOString(),
    to: new Date(Date.now() + dayMs).toISOString(),
    buckets: 1,
    ...(environmentId === null ? {} : { environment: environmentId }),
    ...(filter === '' ? {} : { filter }),
  }
  return (await client.rates(asked, { signal })).buckets[0]
}
