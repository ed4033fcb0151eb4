import { schemePreset, schemePresets } from '../../shared/signature/schemePresets.ts'
import type { EnvironmentChange } from '../environments/changedEnvironment.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure } from './expectedFailure.ts'

/** Throws ExpectedFailure when the environment would have a scheme that does not exist. `before` is null for a new one. */
export function checkScheme(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  const wanted = input.signatureScheme
  if (wanted === undefined) return
  if (wanted === 'own') {
    if ((input.ownScheme ?? before?.ownScheme ?? null) !== null) return
    throw new ExpectedFailure('BAD_REQUEST', 'For signatureScheme "own" describe the scheme in ownScheme.')
  }
  if (schemePreset(wanted) !== undefined) return
  const known = [...schemePresets.map(({ id }) => id), 'own'].join(', ')
  throw new ExpectedFailure(
    'BAD_REQUEST',
    `There is no signature scheme "${wanted.slice(0, 80)}". Take one of ${known}.`,
  )
}
