import { schemePreset, schemePresets } from '../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

/**
 * The scheme with a given name: the id of a preset, a scheme written out, or nothing for the environment's own.
 * Throws ExpectedFailure where there is no such preset.
 */
export function namedScheme(named: string | SignatureScheme | undefined, own: SignatureScheme): SignatureScheme {
  if (named === undefined || named === own.id) return own
  if (typeof named !== 'string') return named
  const scheme = schemePreset(named)
  if (scheme !== undefined) return scheme
  const known = schemePresets.map(({ id }) => id)
  throw new ExpectedFailure({ code: 'scheme-unknown', fields: { scheme: named, known } })
}
