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
/** Over so long the rate is taken, ms: commits come in batches, with pauses between them in the busiest burst. */
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
  let seen: { at: number; committed: number }[] = []

  /** Deliveries a second, after a short rest. */
  function rate(): number {
    sleep(gatherMs)
    const now = { at: performance.now(), committed: progress.number('committed') }
    seen = [...seen.filter(({ at }) => now.at - at <= windowMs), now]
    return ((now.committed - (seen[0]?.committed ?? 0)) * 1000) / windowMs
  }

  return {
    beforeStep() {
      while (rate() > burst && performance.now() - lastStepAt < patienceMs && !progress.is('closing'));
      lastStepAt = performance.now()
    },
  }
}
