import { schemePreset, schemePresets } from '../../shared/signature/schemePresets.ts'
import { credentialOf } from '../../shared/signature/signatureScheme.ts'
import { readPublicKeys } from '../signature/readPublicKeys.ts'
import type { EnvironmentChange } from '../environments/changedEnvironment.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

/** A text that is no public key would never prove anything, and a private one must not be kept. */
function checkPublicKey(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  const name = input.signatureScheme ?? before?.signatureScheme ?? 'service'
  const scheme = name === 'own' ? (input.ownScheme ?? before?.ownScheme) : schemePreset(name)
  if (scheme == null || credentialOf(scheme) !== 'public-key') return
  for (const text of [input.sharedSecret ?? [], input.sharedSecrets ?? []].flat()) {
    const read = readPublicKeys(text)
    if (!read.ok) throw new ExpectedFailure({ code: 'public-key-unusable', fields: { problem: read.code } })
  }
}

/** Throws ExpectedFailure when the environment would have a scheme that does not exist. `before` is null for a new one. */
export function checkScheme(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  checkPublicKey(before, input)
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
