import { kindsIn, type SandboxDialect } from '../kinds/dialect.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import type { SandboxState } from '../state/state.ts'
import { createRandom, type Random } from '../state/random.ts'
import type { SandboxClock } from '../sandboxClock.ts'
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
  clock: SandboxClock
  /** Now, as the service writes it. With a seed it is a repeatable time that moves some seconds at every question. */
  stamp(): string
  /** The same in ms, without a move. */
  moment(): number
}

export function createWorld(
  state: SandboxState,
  dialect: SandboxDialect,
  mayReceive: World['mayReceive'],
  clock: SandboxClock,
): World {
  const random = createRandom(state.random)
  const moment = () => (state.seeded ? state.clock + clock.setting().offsetMs : clock.now())
  return {
    state,
    random,
    dialect,
    kinds: kindsIn(dialect),
    mayReceive,
    clock,
    moment,
    stamp: () => {
      if (state.seeded && clock.setting().frozenAt === null) {
        state.clock += random.between(800, 45_000)
      }
      return formatStamp(moment(), random.below(10_000))
    },
  }
}
