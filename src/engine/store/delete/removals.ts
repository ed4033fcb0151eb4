import { createQueue } from '../../../shared/basics/queues.ts'
import type { Operation } from '../write/operations.ts'
import type { QueryClient } from '../threads/queryClient.ts'
import type { RemovablePage } from '../read/removable.ts'

/** Removes the deliveries of whole environments, a few at a time. */
export interface Removals {
  /** Returns the number of removed deliveries. Rejects with StoreUnavailable; the rest is removed after the next start. */
  remove(environmentId: string): Promise<number>
  /** Continues the work of the last process. */
  resume(): void
}

export interface RemovalsOptions {
  operate: (operation: Operation) => Promise<number | null>
  queries: Pick<QueryClient, 'ask'>
  /** Id of the newest delivery on disk. */
  newest: () => number
  /** Throws StoreUnavailable once the store is being closed, because queries get no answer then. */
  assertOpen: () => void
  log: ((level: 'info' | 'warn', message: string) => void) | undefined
}

/** Document that names the environments under removal, each with its last delivery. */
const collection = 'removals'

/**
 * Newest first, so that a repetition is removed before the delivery that it repeats. Each step is a short transaction
 * between those of new deliveries.
 */
export function createRemovals({ operate, queries, newest, assertOpen, log }: RemovalsOptions): Removals {
  /** Runs removals one after the other. */
  const inTurn = createQueue()

  async function removeUpTo(environmentId: string, upTo: number): Promise<number> {
    let removed = 0
    for (let below: number | null = upTo + 1; below !== null;) {
      assertOpen()
      const page: RemovablePage = await queries.ask('removable', environmentId, below)
      if (page.ids.length > 0) removed += (await operate({ kind: 'remove-deliveries', ids: page.ids })) ?? 0
      below = page.next
    }
    await operate({ kind: 'remove-document', collection, id: environmentId })
    return removed
  }

  async function resume(): Promise<void> {
    assertOpen()
    for (const { id, document } of await queries.ask('documents', collection)) {
      const { upTo } = document as { upTo: number }
      const removed = await removeUpTo(id, upTo)
      log?.('info', `Removed ${removed} deliveries of a deleted environment that the last run had left.`)
    }
  }

  return {
    remove: (environmentId) =>
      inTurn(async () => {
        assertOpen()
        // Deliveries of earlier calls may still be in flight.
        await operate({ kind: 'probe' })
        const upTo = newest()
        await operate({ kind: 'put-document', collection, id: environmentId, json: JSON.stringify({ upTo }) })
        return removeUpTo(environmentId, upTo)
      }),
    resume: () => {
      inTurn(resume).catch((error: unknown) =>
        log?.('warn', `Deleting is taken up at the next start: ${String(error)}`),
      )
    },
  }
}
