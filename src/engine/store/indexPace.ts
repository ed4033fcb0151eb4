import type { SharedProgress } from './sharedProgress.ts'

/**
 * More deliveries a second than this is a burst: the index makes room for it. Below what the steps of a burst keep up
 * with, so that the index falls behind only where it must.
 */
const burst = 1500
/** In a burst the index takes one step in so many ms, so that it never stops. */
const patienceMs = 250
/** Between steps, ms: what comes meanwhile shares one transaction. */
const gatherMs = 8
/** More a second than this: nobody reads them one by one, and what shares a longer transaction takes a quarter less. */
const brisk = 200
/** Between steps then, ms. */
const gatherBriskMs = 20
/** Over so long or longer the rate is taken, ms: commits come in batches, with pauses between them in the busiest burst. */
const windowMs = 100

/**
 * Keeps the index out of the way: `beforeStep` blocks this thread until it is a good moment for the next step.
 * A burst is over as soon as fewer deliveries come; what the index has not reached then takes it some 25 us each.
 */
export function createIndexPace(progress: SharedProgress): { beforeStep(): void } {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const sleep = (ms: number): void => {
    Atomics.wait(clock, 0, 0, ms)
  }
  let lastStepAt = 0
  const seen: { at: number; committed: number }[] = []
  let lastRate = 0

  /** Deliveries a second, after a short rest. */
  function rate(): number {
    sleep(lastRate > brisk ? gatherBriskMs : gatherMs)
    const now = { at: performance.now(), committed: progress.number('committed') }
    // The last one that is older stays: between it and now lies all of the window, however long a step took.
    while (seen[1] !== undefined && now.at - seen[1].at >= windowMs) seen.shift()
    const since = seen[0] ?? now
    seen.push(now)
    lastRate = ((now.committed - since.committed) * 1000) / Math.max(now.at - since.at, windowMs)
    return lastRate
  }

  return {
    beforeStep() {
      while (rate() > burst && performance.now() - lastStepAt < patienceMs && !progress.is('closing'));
      lastStepAt = performance.now()
    },
  }
}
