import { createQueue } from '../../shared/basics/queues.ts'
import type { Retention } from '../../shared/wireTypes.ts'
import type { Operation } from './messages.ts'
import type { QueryClient } from './queryClient.ts'
import { hasLimits, planRetention, type Removed, type Retaining } from './retentionPlan.ts'
import type { WalkPage, WalkPlace, WalkQuery } from './retentionQueries.ts'

export interface RetainingOptions {
  operate: (operation: Operation) => Promise<number | null>
  queries: QueryClient
  /** Throws StoreUnavailable once the store is being closed. */
  assertOpen: () => void
  now: () => number
}

const all = { deliveries: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }

/** Makes it. Nothing of a run is kept: what is to go is found again from what is stored. */
export function createRetaining({ operate, queries, assertOpen, now }: RetainingOptions): Retaining {
  const inTurn = createQueue()

  /** Walks over what is to go: first all that is too old, then the oldest of the rest. */
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
    const goOn = async (order: number | null, most: () => Removed | null) => {
      let from: WalkPlace | null = null
      for (let left = most(); left !== null; left = from === null ? null : most()) {
        assertOpen()
        const query: WalkQuery = {
          environmentId,
          before: order,
          notBefore: order === null ? before : null,
          from,
          most: left,
          withIds,
        }
        const page: WalkPage = await queries.ask('oldest', query)
        if (page.ids.length > 0) await take(page.ids)
        removed = { deliveries: removed.deliveries + page.deliveries, bytes: removed.bytes + page.bytes }
        from = page.next
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
