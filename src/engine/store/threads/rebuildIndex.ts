import type { ToStoreThread } from './messages.ts'

/** Damage that is still met after the index was rebuilt is in deliveries.db: no more rebuilds than this, this far apart. */
const rebuilds = { max: 3, pauseMs: 60_000 }

/** Rebuilds the index while the reader has its files closed. */
export function createRebuild(
  post: (message: ToStoreThread) => void,
  withFilesClosed: (work: () => Promise<void>) => Promise<void>,
) {
  let lastAt = -Infinity
  let count = 0
  let running: Promise<void> | null = null
  let onRebuilt: () => void = () => undefined

  async function rebuild(): Promise<void> {
    await withFilesClosed(
      () =>
        new Promise((resolve) => {
          onRebuilt = resolve
          post({ kind: 'rebuild-index' })
        }),
    )
    lastAt = performance.now()
    count += 1
  }

  return {
    /** Resolves with false where it was rebuilt before: then the damage is not in the index. */
    run: async (): Promise<boolean> => {
      const isRecent = performance.now() < lastAt + rebuilds.pauseMs
      if (running === null && (isRecent || count === rebuilds.max)) return false
      running ??= rebuild().finally(() => {
        running = null
      })
      await running
      return true
    },
    rebuilt: () => onRebuilt(),
  }
}
