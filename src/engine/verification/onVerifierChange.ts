import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'

/**
 * Calls `changed` when an environment got other secrets or another scheme than it had, so that what was stored before may
 * have another verdict now. Retiring a secret is none: what it proved stays proven.
 */
export function onVerifierChange(environments: Environments, changed: () => void): () => void {
  const keys = new Map(environments.all().map((record) => [record.id, keyOf(record)]))
  return environments.onChange((record) => {
    const before = keys.get(record.id)
    const after = keyOf(record)
    keys.set(record.id, after)
    if (before !== undefined && before !== after) changed()
  })
}

function keyOf({ signatureScheme, signatureHeader, ownScheme, sharedSecrets }: EnvironmentRecord): string {
  const ids = sharedSecrets.map(({ id }) => id).toSorted()
  return JSON.stringify([signatureScheme, signatureHeader, signatureScheme === 'own' ? ownScheme : null, ids])
}
