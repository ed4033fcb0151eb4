import { kindsIn, type SandboxDialect } from '../kinds/dialect.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import type { SandboxState } from '../state/state.ts'
import { createRandom, type Random } from '../state/random.ts'
import { formatStamp } from './formatStamp.ts'

/** The state with what everything drawn from it needs: chance, time, and how this service speaks. */
export interface World {
  state: SandboxState
  random: Random
  dialect: SandboxDialect
  /** The ten types, as the dialect has them. */
  kinds: readonly ObjectKind[]
  /** Where it may send to; null: anywhere. */
  mayReceive: ((url: URL) => boolean) | null
  /** Now, as the service writes it. With a seed it is a repeatable clock that moves some seconds at every question. */
  stamp(): string
}

export function createWorld(state: SandboxState, dialect: SandboxDialect, mayReceive: World['mayReceive']): World {
  const random = createRandom(state.random)
  return {
    state,
    random,
    dialect,
    kinds: kindsIn(dialect),
    mayReceive,
    stamp: () => {
      if (state.seeded) {
        state.clock += random.between(800, 45_000)
      }
      return formatStamp(state.seeded ? state.clock : Date.now(), random.below(10_000))
    },
  }
}
