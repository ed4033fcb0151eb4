import { schemePreset, schemePresets } from '../../shared/signature/schemePresets.ts'
import type { EnvironmentChange } from '../environments/changedEnvironment.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

/** Throws ExpectedFailure when the environment would have a scheme that does not exist. `before` is null for a new one. */
export function checkScheme(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  const wanted = input.signatureScheme
  if (wanted === undefined) return
  if (wanted === 'own') {
    if ((input.ownScheme ?? before?.ownScheme ?? null) !== null) return
    throw new ExpectedFailure({ code: 'own-scheme-missing', fields: {} })
  }
  if (schemePreset(wanted) !== undefined) return
  const known = [...schemePresets.map(({ id }) => id), 'own']
  throw new ExpectedFailure({ code: 'scheme-unknown', fields: { scheme: wanted.slice(0, 80), known } })
}
