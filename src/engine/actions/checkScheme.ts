import { schemePreset, schemePresets } from '../../shared/signature/schemePresets.ts'
import { credentialOf } from '../../shared/signature/signatureScheme.ts'
import { readPublicKeys } from '../signature/keys/readPublicKeys.ts'
import type { EnvironmentChange } from '../environments/changedEnvironment.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

/**
 * A text that cannot be a public key would never prove anything, and a private one must not be kept. A secret that is only
 * the scheme's prefix would be an empty key, which anyone can sign with.
 */
function checkSecrets(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  const name = input.signatureScheme ?? before?.signatureScheme ?? 'service'
  const scheme = name === 'own' ? (input.ownScheme ?? before?.ownScheme) : schemePreset(name)
  if (scheme == null) return
  const isPublic = credentialOf(scheme) === 'public-key'
  for (const text of [input.sharedSecret ?? [], input.sharedSecrets ?? []].flat()) {
    if ('key' in scheme && text !== '' && text === scheme.key.prefix)
      throw new ExpectedFailure({ code: 'secret-only-prefix', fields: { prefix: text } })
    if (!isPublic) continue
    const read = readPublicKeys(text)
    if (!read.ok) throw new ExpectedFailure({ code: 'public-key-unusable', fields: { problem: read.code } })
  }
}

/** Throws ExpectedFailure when the environment would have a scheme that does not exist. `before` is null for a new one. */
export function checkScheme(before: EnvironmentRecord | null, input: EnvironmentChange): void {
  checkSecrets(before, input)
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
