import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import type { Fingerprint } from '../../shared/model.ts'

/** A shared secret made ready for checking: the key is prepared once, not for every delivery. */
export interface VerificationSecret {
  id: string
  label: string
  fingerprint: Fingerprint
  /** False for a secret that was current once; its deliveries are `valid-previous`. */
  current: boolean
  key: KeyObject
}

/** First 8 hex digits of SHA-256 of the secret's UTF-8 bytes. */
export function fingerprintOf(text: string): Fingerprint {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 8)
}

/** Prepares a secret; the key is its UTF-8 bytes, as the service defines it. */
export function verificationSecret(secret: {
  id: string
  label: string
  text: string
  current: boolean
}): VerificationSecret {
  return {
    id: secret.id,
    label: secret.label,
    fingerprint: fingerprintOf(secret.text),
    current: secret.current,
    key: createSecretKey(Buffer.from(secret.text, 'utf8')),
  }
}
