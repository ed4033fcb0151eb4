import { createQueue } from '../../../shared/basics/queues.ts'
import type { Retention } from '../../../shared/wireTypes.ts'
import type { Operation } from '../write/operations.ts'
import type { QueryClient } from '../threads/queryClient.ts'
import { hasLimits, planRetention, type Removed, type Retaining } from '../read/retentionPlan.ts'
import type { WalkPage, WalkPlace, WalkQuery } from '../read/retentionQueries.ts'

export interface RetainingOptions {
  operate: (operation: Operation) => Promise<number | null>
  queries: Pick<QueryClient, 'ask'>
  /** Throws StoreUnavailable once the store is being closed. */
  assertOpen: () => void
  now: () => number
}

const all = { deliveries: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }

/** A run keeps no state: each finds the deliveries to remove in the store. */
export function createRetaining({ operate, queries, assertOpen, now }: RetainingOptions): Retaining {
  const inTurn = createQueue()

  /** Walks over the deliveries to remove: first those that are too old, then the oldest of the rest. */
  async function walk(
    environmentId: string,
    limits: Retention,
    withIds: boolean,
    take: (ids: number[]) => Promise<void>,
  ): Promise<(Removed & { pinned: number }) | null> {
    const held = await queries.ask('held', environmentId)
    if (withIds && held.unsettled) return null
    const { before, excess } = planRetention(limits, held, now())
    let removed: Removed = { deliveries: 0, bytes: 0 }
    /** Reads the next page while the current one is removed. */
    const goOn = async (order: number | null, max: () => Removed | null) => {
      const ask = async (from: WalkPlace | null): Promise<WalkPage | null> => {
        const left = max()
        if (left === null) return null
        const notBefore = order === null ? before : null
        const query: WalkQuery = { environmentId, before: order, notBefore, from, max: left, withIds }
        return queries.ask('oldest', query)
      }
      for (let page = await ask(null); page !== null;) {
        assertOpen()
        removed = { deliveries: removed.deliveries + page.deliveries, bytes: removed.bytes + page.bytes }
        const [next] = await Promise.all([
          page.next === null ? null : ask(page.next),
          page.ids.length > 0 ? take(page.ids) : null,
        ])
        page = next
      }
    }
    if (before !== null) await goOn(before, () => all)
    await goOn(null, () => {
      const deliveries = excess.deliveries - removed.deliveries
      const bytes = excess.bytes - removed.bytes
      return deliveries <= 0 && bytes <= 0 ? null : { deliveries, bytes }
    })
    return { ...removed, pinned: held.pinned.deliveries }
  }

  return {
    retain: (environmentId, limits, onRemoved) =>
      inTurn(async () => {
        assertOpen()
        if (!hasLimits(limits)) return { deliveries: 0, bytes: 0 }
        const removed = await walk(environmentId, limits, true, async (ids) => {
          await operate({ kind: 'remove-deliveries', ids, unlessPinned: true })
          onRemoved(ids.map(String))
        })
        return removed === null ? null : { deliveries: removed.deliveries, bytes: removed.bytes }
      }),
    async previewRetention(environmentId, limits) {
      assertOpen()
      const found = await walk(environmentId, limits, false, async () => undefined)
      const { deliveries = 0, bytes = 0, pinned = 0 } = found ?? {}
      return { deliveries, bytes, pinnedKept: pinned }
    },
  }
}
