import { bodyCauses } from './bodyCauses.ts'
import type { Cause } from './cause.ts'
import { digestCauses } from './digestCauses.ts'
import { messageCauses } from './messageCauses.ts'
import { observationCauses } from './observationCauses.ts'
import { secretCauses } from './secretCauses.ts'

/** Every cause that the engine can name, in the catalogue's order, which breaks ties between equally small changes. */
export const causes = {
  ...digestCauses,
  ...secretCauses,
  ...bodyCauses,
  ...messageCauses,
  ...observationCauses,
} as const satisfies Record<string, Cause>

export type CauseId = keyof typeof causes

/** What to do about a cause, in the words of the direction that was asked. */
export function adviceOf(cause: CauseId, direction: 'wire' | 'receiver'): string {
  const { advice }: Cause = causes[cause]
  return typeof advice === 'string' ? advice : advice[direction]
}
