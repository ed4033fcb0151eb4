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

export type RevealableSecret = 'password' | 'readonlyPassword' | 'sharedSecret'

/**
 * One stored secret in clear, or null when it is not set.
 * @param secretId names a shared secret, retired ones too; undefined means the current one
 */
export function revealed(
  record: EnvironmentRecord | undefined,
  secret: RevealableSecret,
  secretId: string | undefined,
  seal: SecretSeal,
): string | null {
  const shared = record?.sharedSecrets.find(({ id }, index) => (secretId === undefined ? index === 0 : id === secretId))
  const sealed = secret === 'sharedSecret' ? shared : record?.[secret]
  return sealed == null ? null : seal.unseal(sealed.sealed)
}
