import { createQueue } from '../../../shared/basics/queues.ts'
import type { StoreProblem } from '../../../shared/codes/store.ts'
import { StoreUnavailable } from '../records/failures.ts'

/** Asks the store thread to rewrite the files, one time after the other. */
export interface Compaction {
  /** Rejects with StoreUnavailable. */
  run(): Promise<void>
  /** Settles the compaction that is under way: it ended, or its thread did. */
  ended(why: StoreProblem | null): void
}

/** @param ask sends the request to the store thread, @param assertOpen throws StoreUnavailable once the store is closed */
export function createCompaction(ask: () => void, assertOpen: () => void): Compaction {
  const inTurn = createQueue()
  let settle: (why: StoreProblem | null) => void = () => undefined
  return {
    run: () =>
      inTurn(async () => {
        assertOpen()
        const ended = Promise.withResolvers<StoreProblem | null>()
        settle = ended.resolve
        ask()
        const why = await ended.promise
        if (why !== null) throw new StoreUnavailable(why)
      }),
    ended: (why) => settle(why),
  }
}
