import type { StoreRefusal } from '../../../shared/codes/store.ts'
import type { ToStoreThread } from './messages.ts'
import type { QueryClient } from './queryClient.ts'

/** Damage that is still met after the index was rebuilt is in deliveries.db: no more rebuilds than this, this far apart. */
const rebuilds = { max: 3, pauseMs: 60_000 }

/** Rebuilds the index while the reader has its files closed. While a rebuild fails, queries are refused with the reason. */
export function createRebuild(
  post: (message: ToStoreThread) => void,
  queries: () => Pick<QueryClient, 'withFilesClosed' | 'refuse'>,
) {
  let lastAt = -Infinity
  let count = 0
  let running: { rebuilt: Promise<void>; failed: Promise<void> } | null = null
  let onRebuilt: () => void = () => undefined
  let onFailed: () => void = () => undefined

  async function rebuild(): Promise<void> {
    await queries().withFilesClosed(
      () =>
        new Promise((resolve) => {
          onRebuilt = resolve
          post({ kind: 'rebuild-index' })
        }),
    )
    lastAt = performance.now()
    count += 1
  }

  function start() {
    const failed = new Promise<void>((resolve) => (onFailed = resolve))
    const rebuilt = rebuild().finally(() => {
      running = null
    })
    return { rebuilt, failed }
  }

  return {
    /**
     * Resolves when the index is rebuilt, or cannot be at the moment: a query that is asked again gets the reason. Resolves
     * with false where it was rebuilt before: then the damage is not in the index.
     */
    run: async (): Promise<boolean> => {
      const isRecent = performance.now() < lastAt + rebuilds.pauseMs
      if (running === null && (isRecent || count === rebuilds.max)) return false
      running ??= start()
      await Promise.race([running.rebuilt, running.failed])
      return true
    },
    rebuilt: () => onRebuilt(),
    /** A rebuild failed. The store thread retries it. */
    failed(why: StoreRefusal) {
      queries().refuse(why)
      onFailed()
    },
  }
}
