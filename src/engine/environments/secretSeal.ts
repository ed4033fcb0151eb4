import type { EnvironmentRecord, SealedSecret } from './environmentRecord.ts'

/** Seals secrets at rest and opens them again. */
export interface SecretSeal {
  seal(text: string): string
  /** Null when it cannot be opened, for example because the key is gone. */
  unseal(sealed: string): string | null
}

/** Without its key a secret is worth nothing: it counts as not set and is asked for again. */
export function onlyOpenable(
  record: EnvironmentRecord,
  seal: SecretSeal,
  warn: (message: string) => void,
): EnvironmentRecord {
  const opens = (secret: SealedSecret | null) => secret !== null && seal.unseal(secret.sealed) !== null
  const secrets = [record.password, record.readonlyPassword, ...record.sharedSecrets].filter(
    (secret) => secret !== null,
  )
  const lost = secrets.filter((secret) => !opens(secret)).length
  if (lost === 0) return record
  warn(
    `${lost} of ${secrets.length} secrets of the environment "${record.name}" cannot be opened with the key of today and count as not set. Put the old key back and start again, or enter them anew.`,
  )
  return {
    ...record,
    password: opens(record.password) ? record.password : null,
    readonlyPassword: opens(record.readonlyPassword) ? record.readonlyPassword : null,
    sharedSecrets: record.sharedSecrets.filter(opens),
  }
}

/** One stored secret in clear, or null when it is not set. */
export function revealed(
  record: EnvironmentRecord | undefined,
  secret: 'password' | 'readonlyPassword' | 'sharedSecret',
  seal: SecretSeal,
): string | null {
  const sealed = secret === 'sharedSecret' ? record?.sharedSecrets[0] : record?.[secret]
  return sealed == null ? null : seal.unseal(sealed.sealed)
}
