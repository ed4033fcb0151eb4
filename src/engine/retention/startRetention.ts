import type { Environments } from '../environments/openEnvironments.ts'
import type { Store } from '../store/store.ts'

export interface RetentionOptions {
  store: Pick<Store, 'retain' | 'unindexed'>
  environments: Pick<Environments, 'all' | 'onChange'>
  /** Called for each step with what is gone. */
  onRemoved: (ids: string[]) => void
  log: (level: 'info' | 'warn', message: string) => void
  /** Between two runs, ms. */
  everyMs?: number | undefined
}

const usualEveryMs = 60_000
/** Interval of checks while deliveries are being removed, or many are hidden, ms. */
const againMs = 1000
/**
 * The same interval while more deliveries than this are not indexed: sums and ages cover indexed deliveries only. After a
 * start the index has to catch up once, because the missing deliveries can be all that has to be removed.
 */
const farBehind = 1000

/**
 * Keeps every environment within its limits, in the background. The first run begins at once; what a run that a kill ended
 * had left is found again from what is stored. Returns how to stop; a run that is under way ends with the store.
 */
export function startRetention(options: RetentionOptions): () => void {
  const { store, environments, onRemoved, log, everyMs = usualEveryMs } = options
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let wanted = false
  let wasEven = false

  /** Answers false where something is to be looked at again soon. */
  async function runAll(): Promise<boolean> {
    const behind = store.unindexed()
    wasEven ||= behind === 0
    let settled = wasEven && behind <= farBehind
    for (const { id, name, retention } of environments.all()) {
      if (stopped) return true
      const removed = await store.retain(id, retention, onRemoved)
      if (removed === null) settled = false
      else if (removed.deliveries > 0)
        log('info', `Removed ${removed.deliveries} deliveries beyond the limits of "${name}".`)
    }
    return settled
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(run, ms).unref()
  }

  function run(): void {
    if (running !== undefined || stopped) {
      wanted = true
      return
    }
    wanted = false
    running = runAll()
      .then(
        (settled) => schedule(settled && !wanted ? everyMs : againMs),
        (error: unknown) => {
          if (!stopped) log('warn', `The limits are applied again later: ${String(error)}`)
          schedule(everyMs)
        },
      )
      .finally(() => {
        running = undefined
      })
  }

  const stopWatching = environments.onChange(() => schedule(0))
  schedule(0)
  return () => {
    stopped = true
    clearTimeout(timer)
    stopWatching()
  }
}
