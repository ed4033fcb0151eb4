import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import type { Fingerprint } from '../../shared/model.ts'
import type { KeyForm } from '../../shared/signature/signatureScheme.ts'

/** A shared secret made ready for checking: the key is prepared once, not for every delivery. */
export interface VerificationSecret {
  id: string
  label: string
  fingerprint: Fingerprint
  /** False for a secret that was current once; its deliveries are `valid-previous`. */
  current: boolean
  /** Null when the secret is not what the scheme's key decoding takes, such as hex; it then proves nothing. */
  key: KeyObject | null
}

/** First 8 hex digits of SHA-256 of the secret: a text's UTF-8 bytes, or the bytes. */
export function fingerprintOf(secret: string | Uint8Array): Fingerprint {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** Prepares a secret for the schemes with this key form. */
export function verificationSecret(
  secret: { id: string; label: string; text: string | Uint8Array; current: boolean },
  form: KeyForm,
): VerificationSecret {
  const key = keyBytes(secret.text, form)
  return {
    id: secret.id,
    label: secret.label,
    fingerprint: fingerprintOf(secret.text),
    current: secret.current,
    key: key === null ? null : createSecretKey(key),
  }
}

/** The bytes of the key, or null when the secret cannot be decoded as the form says. */
export function keyBytes(secret: string | Uint8Array, form: KeyForm): Buffer | null {
  if (form.decode === 'utf8' && form.prefix === '') return Buffer.from(secret)
  const text = typeof secret === 'string' ? secret : Buffer.from(secret).toString('latin1')
  const rest = text.startsWith(form.prefix) ? text.slice(form.prefix.length) : text
  switch (form.decode) {
    case 'utf8':
      return Buffer.from(rest, typeof secret === 'string' ? 'utf8' : 'latin1')
    case 'hex':
      return /^(?:[0-9A-Fa-f]{2})+$/.test(rest) ? Buffer.from(rest, 'hex') : null
    case 'base64':
      return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(rest) ? Buffer.from(rest, 'base64') : null
  }
}
