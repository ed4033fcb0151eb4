import type { Client } from '../wire/wire.ts'
import type { Environment } from '../../../shared/wireTypes.ts'

/** Fetches the exact bytes of a body; see `fetchBlob`. */
export async function fetchBody(
  client: Client,
  id: string,
  size: number,
  signal?: AbortSignal,
  onProgress?: (loaded: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await fetchBlob(client, id, size, signal, onProgress)
  return new Uint8Array(await blob.arrayBuffer())
}

/** One range of a fetch: most bodies come at once, and of a larger one the user sees how far it is. */
const rangeSize = 16 * 1024 * 1024
/** Number of ranges requested in parallel. */
const together = 3

/**
 * Fetches the exact bytes of a body, range by range. They come as a blob, which is read elsewhere: a large body never passes
 * through the page's own thread as a whole.
 * @param size bytes that arrived; a truncated body keeps fewer, and a short range is its end
 * @param onProgress called with the number of bytes read, until all are
 */
export async function fetchBlob(
  client: Client,
  id: string,
  size: number,
  signal?: AbortSignal,
  onProgress?: (loaded: number) => void,
): Promise<Blob> {
  const parts: Blob[] = []
  let loaded = 0
  const ask = async (start: number) =>
    client.deliveries.body({ id, start, end: start + rangeSize }, signal === undefined ? {} : { signal })
  for (let start = 0; start < size && signal?.aborted !== true; start += rangeSize * together) {
    const starts = Array.from({ length: together }, (_, index) => start + index * rangeSize)
    const ranges = await Promise.all(starts.filter((start) => start < size).map(async (start) => ask(start)))
    parts.push(...ranges)
    loaded += ranges.reduce((sum, range) => sum + range.size, 0)
    if (ranges.some((range) => range.size < rangeSize)) break
    onProgress?.(loaded)
  }
  return new Blob(parts)
}

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

type Fetching = Pick<Environment, 'kind' | 'password' | 'resourcePaths'>

/**
 * Whether objects of an environment can be fetched: the service's always; another sender's once it has an API key and a
 * path. Without, nothing of the page speaks of follow-ups. Pure.
 */
export function canFetch(environment: Fetching | undefined): boolean {
  if (environment?.kind !== 'sender') return true
  return environment.password.set && Object.keys(environment.resourcePaths).length > 0
}
