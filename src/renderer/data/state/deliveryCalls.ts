import type { Client } from '../wire/wire.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { compareDeliveryIds, type DeliverySummary } from '../../../shared/model.ts'

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

/** Where an id is in a list that is sorted newest first, or -1. */
export function indexOfId(items: readonly DeliverySummary[], id: string): number {
  let low = 0
  let high = items.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const item = items[middle] as DeliverySummary
    const order = compareDeliveryIds(item.id, id)
    if (order === 0) return middle
    if (order > 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Adds deliveries to a list that is sorted newest first; what it already has is dropped. The same list when nothing is new. */
export function addDeliveries(
  items: readonly DeliverySummary[],
  arrived: readonly DeliverySummary[],
): readonly DeliverySummary[] {
  const seen = new Set<string>()
  const fresh = arrived.filter((delivery) => {
    if (seen.has(delivery.id) || indexOfId(items, delivery.id) !== -1) return false
    seen.add(delivery.id)
    return true
  })
  if (fresh.length === 0) return items
  fresh.sort((a, b) => compareDeliveryIds(b.id, a.id))
  const newest = items[0]
  const oldestFresh = fresh.at(-1)
  if (newest === undefined || (oldestFresh !== undefined && compareDeliveryIds(oldestFresh.id, newest.id) > 0)) {
    return [...fresh, ...items]
  }
  return [...fresh, ...items].sort((a, b) => compareDeliveryIds(b.id, a.id))
}

/** Deliveries that are picked together, to do something with all of them. */
export interface Picks {
  ids: ReadonlySet<string>
  /** Where a range begins: the delivery that was picked last alone; null before the first. */
  anchor: string | null
}

export const noPicks: Picks = { ids: new Set(), anchor: null }

/**
 * Picks the deliveries of a row, or unpicks them when all are picked. Pure.
 * @param row the deliveries of the row, the newest first: several for a closed thread
 * @param chosen the delivery opened by hand, which the first pick includes; or null
 */
export function togglePick({ ids }: Picks, row: readonly string[], chosen: string | null): Picks {
  const [anchor = null] = row
  const next = new Set(ids.size === 0 && chosen !== null && !row.includes(chosen) ? [chosen] : ids)
  const isPicked = row.every((id) => next.has(id))
  for (const id of row) {
    if (isPicked) next.delete(id)
    else next.add(id)
  }
  return { ids: next, anchor }
}

/** Picks a range and nothing else; the range goes on from the same place. Pure. */
export function pickRange(range: readonly string[], anchor: string): Picks {
  return { ids: new Set(range), anchor }
}

/** Picks every one of them. Pure. */
export function pickAll(all: readonly string[], anchor: string | null): Picks {
  return { ids: new Set(all), anchor }
}

/** Without deliveries that have left the list. The same object when none has. Pure. */
export function keepPicks(picks: Picks, isListed: (id: string) => boolean): Picks {
  if ([...picks.ids].every(isListed)) return picks
  return { ...picks, ids: new Set([...picks.ids].filter(isListed)) }
}
