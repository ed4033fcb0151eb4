/** The change of a shared secret, as pure decisions: new one set, applied at the service, old ones at rest, retired. */
import { randomBytes } from 'node:crypto'
import { type EnvironmentRecord, withSharedSecret } from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/**
 * Makes `text` (a random secret when null) the current secret and begins to watch the old ones. Given the secret that
 * is current already, it watches the others from now on.
 */
export function withRotation(
  record: EnvironmentRecord,
  wish: { text: string | null; quietMinutes: number },
  seal: SecretSeal,
  now: number,
): EnvironmentRecord {
  const text = wish.text ?? randomBytes(32).toString('base64url')
  const sharedSecrets = withSharedSecret(record.sharedSecrets, text, (clear) => seal.seal(clear), now)
  const secretId = sharedSecrets[0]?.id ?? ''
  return {
    ...record,
    sharedSecrets,
    rotation: { startedAt: now, secretId, quietMinutes: wish.quietMinutes, toldAt: null, watchedSince: now },
  }
}

/**
 * When the old secrets are to be retired, ms since the epoch: the set number of minutes after the new one was applied, or
 * after the last delivery signed with an old one. Null while the new one is not applied, or nothing rotates.
 */
export function retiresAt(record: EnvironmentRecord, lastUse: (secretId: string) => number | null): number | null {
  const { rotation } = record
  const { applied } = record.webhookConfig
  const fresh = record.sharedSecrets.find(({ id }) => id === rotation?.secretId)
  const appliedAt = applied !== null && applied.secretFingerprint === fresh?.fingerprint ? applied.at : null
  const since = appliedAt ?? rotation?.toldAt ?? null
  if (rotation === null || since === null) return null
  const uses = record.sharedSecrets.flatMap(({ id }) => (id === rotation.secretId ? [] : [lastUse(id) ?? 0]))
  return Math.max(rotation.watchedSince, since, ...uses) + rotation.quietMinutes * 60_000
}

/** The sender was given the new secret by hand, outside of this app. */
export function withSenderTold(record: EnvironmentRecord, now: number): EnvironmentRecord {
  return record.rotation === null ? record : { ...record, rotation: { ...record.rotation, toldAt: now } }
}

/** The end of a rotation: every secret but the current one, which is the new one, is retired. */
export function withRotationEnded(record: EnvironmentRecord, now: number): EnvironmentRecord {
  const sound = withSoundRotation(record)
  if (sound.rotation === null) return sound
  const sharedSecrets = record.sharedSecrets.map((secret, index) =>
    index === 0 ? secret : { ...secret, retiredAt: secret.retiredAt ?? now },
  )
  return { ...record, rotation: null, sharedSecrets }
}

/**
 * A rotation whose new secret is not the current one any more, because another was set or it was removed, is given up:
 * it must never retire what is in use. Holds for every record that is kept.
 */
export function withSoundRotation(record: EnvironmentRecord): EnvironmentRecord {
  const { rotation, sharedSecrets } = record
  return rotation === null || rotation.secretId === sharedSecrets[0]?.id ? record : { ...record, rotation: null }
}

/** Retires one secret, or accepts it again. */
export function withRetired(record: EnvironmentRecord, secretId: string, retiredAt: number | null): EnvironmentRecord {
  return {
    ...record,
    sharedSecrets: record.sharedSecrets.map((secret) => (secret.id === secretId ? { ...secret, retiredAt } : secret)),
  }
}
