import type { Reach, Shot, ShotState } from './types.ts'

/** A row of the table. */
export function shot(name: string, screen: string, state: ShotState, reach: Reach): Shot {
  return { name, screen, state, reach }
}
