import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'

/**
 * Calls `changed` when an environment accepts another secret, lost one or has another scheme, so that what was stored
 * before may have another verdict now. Retiring a secret is none of these: what it proved stays proven.
 */
export function onVerifierChange(environments: Environments, changed: () => void): () => void {
  const known = new Map(environments.all().map((record) => [record.id, factsOf(record)]))
  const isOther = (record: EnvironmentRecord): boolean => {
    const before = known.get(record.id)
    const after = factsOf(record)
    known.set(record.id, after)
    if (before === undefined) return false
    const accepts = [...after.accepted].some((id) => !before.accepted.has(id))
    const lost = [...before.ids].some((id) => !after.ids.has(id))
    return accepts || lost || before.scheme !== after.scheme
  }
  return environments.onChange((records) => {
    if (records.map(isOther).includes(true)) changed()
  })
}

function factsOf({ signatureScheme, signatureHeader, signatureSetting, ownScheme, sharedSecrets }: EnvironmentRecord) {
  return {
    scheme: JSON.stringify([
      signatureScheme,
      signatureHeader,
      signatureSetting,
      signatureScheme === 'own' ? ownScheme : null,
    ]),
    ids: new Set(sharedSecrets.map(({ id }) => id)),
    accepted: new Set(sharedSecrets.flatMap(({ id, retiredAt }) => (retiredAt === null ? [id] : []))),
  }
}
