import type { Operation } from './messages.ts'
import type { SharedProgress } from './sharedProgress.ts'

/** Gives back the space that removed deliveries had, a few pages at a time. */
export interface GivingBack {
  /** Something was removed, or may have been before the last end. */
  soon(): void
}

/** Makes it. A failure ends it: it goes on after the next removal, or the next start. */
export function createGivingBack(
  operate: (operation: Operation) => Promise<number | null>,
  log: ((level: 'info' | 'warn', message: string) => void) | undefined,
): GivingBack {
  let running = false
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      while (((await operate({ kind: 'give-back' })) ?? 0) > 0);
    } while (again)
  }

  return {
    soon() {
      again = true
      if (running) return
      running = true
      run()
        .catch((error: unknown) => log?.('warn', `Space is given back later: ${String(error)}`))
        .finally(() => {
          running = false
        })
    },
  }
}

/** A step that took longer, ms, is followed by no longer rest. */
const mostRestMs = 100

/**
 * Makes a pace for steps in the background. Where deliveries came during a step, the next one waits as long as it took:
 * the writer has half of its time for what arrives.
 * @param newest id of the newest delivery
 */
export function createPace(newest: () => number): <Result>(step: () => Promise<Result>) => Promise<Result> {
  let before = newest()
  return async (step) => {
    const begun = performance.now()
    const result = await step()
    const took = performance.now() - begun
    if (newest() !== before) await new Promise((resolve) => setTimeout(resolve, Math.min(took, mostRestMs)))
    before = newest()
    return result
  }
}

/** Says to the index that one removal follows the other, for as long as a run of them takes: it takes them in afterwards. */
export function createRemovalRuns(progress: SharedProgress): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const change = (by: number) => {
    running += by
    progress.set('removing', running > 0)
    if (running === 0) progress.wake()
  }
  return async (run) => {
    change(1)
    try {
      return await run()
    } finally {
      change(-1)
    }
  }
}
