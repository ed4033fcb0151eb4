import type { SandboxState } from './state.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { formatStamp } from './formatStamp.ts'

/** The state with the two things that everything drawn from it needs: chance and time. */
export interface World {
  state: SandboxState
  random: Random
  /** Now, as the service writes it. With a seed it is a repeatable clock that moves some seconds at every question. */
  stamp(): string
}

export function createWorld(state: SandboxState): World {
  const random = createRandom(state.random)
  return {
    state,
    random,
    stamp: () => {
      if (state.seeded) {
        state.clock += random.between(800, 45_000)
      }
      return formatStamp(state.seeded ? state.clock : Date.now(), random.below(10_000))
    },
  }
}
