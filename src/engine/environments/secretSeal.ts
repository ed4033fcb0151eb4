import type { EnvironmentRecord, SealedSecret, SecretName } from './environmentRecord.ts'

/** Seals secrets at rest and opens them again. */
export interface SecretSeal {
  seal(text: string): string
  /** Null when it cannot be opened, for example because the key is gone. */
  unseal(sealed: string): string | null
  /** 8 hex digits that differ for different texts, and mean nothing without the key. */
  fingerprint(text: string): string
}

/** Without its key a secret is worth nothing: it counts as not set and is asked for again. */
export function onlyOpenable(
  record: EnvironmentRecord,
  seal: SecretSeal,
  warn: (message: string) => void,
): EnvironmentRecord {
  const opens = (secret: SealedSecret | null) => secret !== null && seal.unseal(secret.sealed) !== null
  const names = Object.entries(record.sealedNames)
  const secrets = [
    record.password,
    record.readonlyPassword,
    record.handshakes.verifyToken,
    ...record.handshakes.offered,
    ...record.sharedSecrets,
    ...names.map(([, secret]) => secret),
  ].filter((secret) => secret !== null)
  const lost = secrets.filter((secret) => !opens(secret)).length
  if (lost === 0) return record
  warn(
    `${lost} of ${secrets.length} secrets of the environment "${record.name}" cannot be opened with the key of today and count as not set. Put the old key back and start again, or enter them again.`,
  )
  return {
    ...record,
    password: opens(record.password) ? record.password : null,
    readonlyPassword: opens(record.readonlyPassword) ? record.readonlyPassword : null,
    sharedSecrets: record.sharedSecrets.filter(opens),
    handshakes: {
      ...record.handshakes,
      verifyToken: opens(record.handshakes.verifyToken) ? record.handshakes.verifyToken : null,
      offered: record.handshakes.offered.filter(opens),
    },
    sealedNames: Object.fromEntries(names.filter(([, secret]) => opens(secret))),
  }
}

export type RevealableSecret = 'password' | 'readonlyPassword' | 'sharedSecret' | 'verifyToken' | SecretName

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
  const sealed = record === undefined ? undefined : sealedSecret(record, secret, secretId)
  return sealed == null ? null : seal.unseal(sealed.sealed)
}

function sealedSecret(record: EnvironmentRecord, secret: RevealableSecret, secretId: string | undefined) {
  switch (secret) {
    case 'sharedSecret':
      return record.sharedSecrets.find(({ id }, index) => (secretId === undefined ? index === 0 : id === secretId))
    case 'verifyToken':
      return record.handshakes.verifyToken
    case 'clientId':
    case 'audience':
      return record.sealedNames[secret]
    case 'password':
    case 'readonlyPassword':
      return record[secret]
  }
}
