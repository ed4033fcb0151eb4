import type { EnvironmentRecord, SealedSecret } from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/**
 * The record with fingerprints of passwords, client id and audience that only the seal's key can make; the same object
 * where all are. Earlier versions kept plain hashes, from which a short password can be guessed. Those of shared secrets
 * stay as they are: people compare them. Pure.
 */
export function withKeyedFingerprints(record: EnvironmentRecord, seal: SecretSeal): EnvironmentRecord {
  let changed = false
  function keyed<Secret extends SealedSecret | null | undefined>(secret: Secret): Secret {
    const text = secret == null ? null : seal.unseal(secret.sealed)
    const fingerprint = text === null ? null : seal.fingerprint(text)
    // What cannot be opened now may be opened once the old key is back.
    if (secret == null || fingerprint === null || fingerprint === secret.fingerprint) return secret
    changed = true
    return { ...secret, fingerprint }
  }
  const sealedNames = Object.fromEntries(
    Object.entries(record.sealedNames ?? {}).map(([name, secret]) => [name, keyed(secret)]),
  )
  const password = keyed(record.password)
  const readonlyPassword = keyed(record.readonlyPassword)
  return changed ? { ...record, password, readonlyPassword, sealedNames } : record
}
