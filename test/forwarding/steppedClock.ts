import type { JobClock } from '../../src/engine/jobs/runner.ts'

/** A clock that advances only when a test steps it. */
export interface SteppedClock extends JobClock {
  step(ms: number): void
  /** Sets the calendar ahead or back; does not affect timers. */
  jump(ms: number): void
  /** Resolves when a timer is due in at least this many ms. */
  waited(ms: number): Promise<void>
}

export function createSteppedClock(start = Date.parse('2026-01-02T03:04:05.678Z')): SteppedClock {
  let now = start
  const timers = new Map<symbol, { at: number; run: () => void }>()
  const waits = new Set<() => void>()
  return {
    now: () => now,
    after: (ms, run) => {
      const key = Symbol('timer')
      timers.set(key, { at: now + ms, run })
      for (const wake of waits) wake()
      return () => void timers.delete(key)
    },
    step: (ms) => {
      now += ms
      for (const [key, { at, run }] of timers) {
        if (at > now || !timers.delete(key)) continue
        run()
      }
    },
    jump: (ms) => {
      now += ms
      for (const timer of timers.values()) timer.at += ms
    },
    waited: async (ms) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (![...timers.values()].some(({ at }) => at >= now + ms)) return
          waits.delete(look)
          resolve()
        }
        waits.add(look)
        look()
      }),
  }
}
