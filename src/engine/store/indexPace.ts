import type { SharedProgress } from './sharedProgress.ts'

/** More deliveries a second than this is a burst: the index makes room for it. */
const burst = 3000
/** In a burst the index takes one step in so many ms, so that it never stands still. */
const patienceMs = 250
/** Between steps, ms: what comes meanwhile shares one transaction. */
const gatherMs = 8

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

  /** Deliveries a second over the next few ms. */
  function rate(): number {
    const before = progress.number('committed')
    const startedAt = performance.now()
    sleep(gatherMs)
    return ((progress.number('committed') - before) * 1000) / (performance.now() - startedAt)
  }

  return {
    beforeStep() {
      while (!progress.is('closing') && rate() > burst && performance.now() - lastStepAt < patienceMs);
      lastStepAt = performance.now()
    },
  }
}
