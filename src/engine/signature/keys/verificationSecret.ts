import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import type { Fingerprint } from '../../../shared/model.ts'
import { credentialOf, type KeyForm, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { type PublicKey, readPublicKeys } from './readPublicKeys.ts'

/** A shared secret or pasted key, prepared once for many checks. */
export interface VerificationSecret {
  id: string
  label: string
  fingerprint: Fingerprint
  /** False for a secret that was current once; its deliveries are `valid-previous`. */
  current: boolean
  /** Null for schemes with public keys, and when the secret does not fit the scheme's key decoding, such as hex. */
  key: KeyObject | null
  /** For schemes with public keys; empty for all others, and when no public key could be read. */
  publicKeys: readonly PublicKey[]
}

/** First 8 hex digits of SHA-256 of the secret: a text's UTF-8 bytes, or the bytes. */
export function fingerprintOf(secret: string | Uint8Array): Fingerprint {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** Prepares a secret, token or public key for a scheme. Never throws; an invalid key verifies nothing. */
export function verificationSecret(
  secret: { id: string; label: string; text: string | Uint8Array; current: boolean },
  scheme: SignatureScheme,
): VerificationSecret {
  const { id, label, text, current } = secret
  const isPublic = credentialOf(scheme) === 'public-key'
  const key = isPublic ? null : keyBytes(text, 'key' in scheme ? scheme.key : asItIs)
  return {
    id,
    label,
    fingerprint: fingerprintOf(text),
    current,
    key: key === null ? null : createSecretKey(key),
    publicKeys: isPublic ? publicKeysIn(text) : [],
  }
}

const asItIs: KeyForm = { decode: 'utf8', prefix: '' }

function publicKeysIn(text: string | Uint8Array): readonly PublicKey[] {
  const read = readPublicKeys(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  return read.ok ? read.keys : []
}

/** The bytes of the key, or null when the secret cannot be decoded, or is only its prefix: anyone knows an empty key. */
export function keyBytes(secret: string | Uint8Array, form: KeyForm): Buffer | null {
  if (secret.length === 0) return null
  if (form.decode === 'utf8' && form.prefix === '') return Buffer.from(secret)
  const text = typeof secret === 'string' ? secret : Buffer.from(secret).toString('latin1')
  const rest = text.startsWith(form.prefix) ? text.slice(form.prefix.length) : text
  if (rest === '') return null
  switch (form.decode) {
    case 'utf8':
      return Buffer.from(rest, typeof secret === 'string' ? 'utf8' : 'latin1')
    case 'hex':
      return /^(?:[0-9A-Fa-f]{2})+$/.test(rest) ? Buffer.from(rest, 'hex') : null
    case 'base64':
      return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(rest) ? Buffer.from(rest, 'base64') : null
    case 'base64url':
      return /^[A-Za-z0-9_+/-]{2,}={0,2}$/.test(rest) ? Buffer.from(rest, 'base64url') : null
    case 'sha1':
      return createHash('sha1')
        .update(typeof secret === 'string' ? Buffer.from(rest, 'utf8') : Buffer.from(rest, 'latin1'))
        .digest()
  }
}
