import { createListeners } from '../../../shared/basics/listeners.ts'
import type { StoreProblem } from '../../../shared/codes/store.ts'
import type { StoreState } from '../records/failures.ts'

type Health = StoreState

/** Interval of probes while the disk takes no writes, ms. */
const probeMs = 1000

/** Whether the store takes writes, as the outcome of the last one showed; while not, `probe` is called every second. */
export interface StoreHealth {
  health(): Health
  onHealth(listener: (health: Health) => void): () => void
  kept(): void
  lost(why: StoreProblem): void
  stop(): void
}

export function createStoreHealth(probe: () => void): StoreHealth {
  const listeners = createListeners<[Health]>()
  let health: Health = { state: 'ok', why: null }
  let timer: NodeJS.Timeout | undefined

  function change(next: Health): void {
    if (next.state === health.state && next.why?.code === health.why?.code) return
    health = next
    listeners.call(health)
  }

  return {
    health: () => health,
    onHealth: listeners.add,
    kept() {
      if (health.state === 'ok') return
      clearInterval(timer)
      timer = undefined
      change({ state: 'ok', why: null })
    },
    lost(why) {
      timer ??= setInterval(probe, probeMs)
      change({ state: 'unavailable', why })
    },
    stop: () => clearInterval(timer),
  }
}
