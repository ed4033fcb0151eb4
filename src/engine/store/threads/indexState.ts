import { createListeners } from '../../../shared/basics/listeners.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import type { FromStoreThread, ToStoreThread } from './messages.ts'

type Listener = (batch: DeliverySummary[]) => void

/** How far the index is, and what is new in it. */
export interface IndexState {
  /** A batch was kept. */
  kept(): void
  take(
    message: Extract<FromStoreThread, { kind: 'indexed' | 'index-problem' | 'index-rebuilt' | 'rebuild-failed' }>,
  ): void
  /** Resolves when everything that was kept before is indexed, or cannot be indexed now. */
  upToDate(): Promise<void>
  /** Deliveries that are not indexed yet. */
  pending(): number
  onAdded(listener: Listener): () => void
  onChanged(listener: Listener): () => void
  onReplaced(listener: Listener): () => void
  onRebuilt(listener: () => void): () => void
  /** Resolves every wait, because the store is being closed. */
  stop(): void
}

/** Makes it. @param pending deliveries that were not indexed when the store was opened */
export function createIndexState(
  post: (message: ToStoreThread) => void,
  pending: number,
  log: ((level: 'warn', message: string) => void) | undefined,
): IndexState {
  const [added, changed, replaced] = [0, 1, 2].map(() => createListeners<[batch: DeliverySummary[]]>()) as [
    Listeners,
    Listeners,
    Listeners,
  ]
  const rebuilt = createListeners()
  let [kept, indexed, unindexed] = [0, 0, pending]
  let waiting: { turn: number; resolve: () => void }[] = []
  let isAsked = false

  function settle(turn: number): void {
    isAsked = false
    for (const { resolve } of waiting.filter((one) => one.turn <= turn)) resolve()
    waiting = waiting.filter((one) => one.turn > turn)
    if (waiting.length > 0) askNow()
  }

  function askNow(): void {
    if (isAsked) return
    isAsked = true
    post({ kind: 'index-now' })
  }

  return {
    kept: () => void (kept += 1),
    take(message) {
      if (message.kind === 'index-problem') {
        log?.('warn', `The search index could not be updated and is tried again: ${message.problem}`)
        settle(kept)
        return
      }
      if (message.kind === 'rebuild-failed') {
        settle(kept)
        return
      }
      unindexed = message.pending
      if (message.kind === 'index-rebuilt') {
        rebuilt.call()
        return
      }
      indexed = message.turn
      if (message.added.length > 0) added.call(message.added)
      if (message.changed.length > 0) changed.call(message.changed)
      if (message.replaced.length > 0) replaced.call(message.replaced)
      settle(indexed)
    },
    upToDate: async () => {
      if (kept === indexed) return
      await new Promise<void>((resolve) => {
        waiting.push({ turn: kept, resolve })
        askNow()
      })
    },
    pending: () => unindexed,
    onAdded: added.add,
    onChanged: changed.add,
    onReplaced: replaced.add,
    onRebuilt: rebuilt.add,
    stop: () => settle(Number.MAX_SAFE_INTEGER),
  }
}

type Listeners = ReturnType<typeof createListeners<[batch: DeliverySummary[]]>>
