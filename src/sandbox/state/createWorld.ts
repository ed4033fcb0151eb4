import { kindsIn } from '../objects/dialect.ts'
import type { ObjectKind } from '../objects/objectKind.ts'
import type { SandboxDialect } from '../types.ts'
import type { SandboxState } from './state.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { formatStamp } from './formatStamp.ts'

/** The state with what everything drawn from it needs: chance, time, and how this service speaks. */
export interface World {
  state: SandboxState
  random: Random
  dialect: SandboxDialect
  /** The ten types, as the dialect has them. */
  kinds: readonly ObjectKind[]
  /** Now, as the service writes it. With a seed it is a repeatable clock that moves some seconds at every question. */
  stamp(): string
}

export function createWorld(state: SandboxState, dialect: SandboxDialect): World {
  const random = createRandom(state.random)
  return {
    state,
    random,
    dialect,
    kinds: kindsIn(dialect),
    stamp: () => {
      if (state.seeded) {
        state.clock += random.between(800, 45_000)
      }
      return formatStamp(state.seeded ? state.clock : Date.now(), random.below(10_000))
    },
  }
}
