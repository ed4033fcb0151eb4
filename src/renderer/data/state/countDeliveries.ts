import type { Client } from '../wire/wire.ts'

/** Clocks of senders do not matter here, that of this machine may be turned: so far ahead is counted, too. */
const dayMs = 86_400_000

/** Which deliveries to count: those of an environment (null: of all), and those that fit a filter ('': all). */
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
