import { goTo } from './steps/goTo.ts'
import type { Reach, Shot, ShotState } from './types.ts'

/** A row of the table. */
export function shot(name: string, screen: string, state: ShotState, reach: Reach): Shot {
  return { name, screen, state, reach }
}

/** A row that shows a screen as its address opens it. */
export function place(screen: string, state: ShotState, reach: Reach = async (page) => goTo(page, screen)): Shot {
  return asPlace(shot(screen, screen, state, reach))
}

/** A row that is reached from any other, in any window, and leaves nothing to the next one: nothing is loaded for it. */
export function asPlace(row: Shot): Shot {
  return { ...row, isPlace: true }
}
