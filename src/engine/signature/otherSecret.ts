import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { PrivateKey } from './keys/readPrivateKey.ts'
import type { SigningSecret } from './signRequest.ts'

/** A secret or key of the same kind that the receiver does not have. */
export function otherSecret(secret: SigningSecret, { kind }: SignatureScheme): SigningSecret {
  const { key, privateKey } = secret
  if (privateKey != null) return { ...secret, privateKey: otherKey(privateKey) }
  if (key === null) return secret
  const bytes = key.export()
  const last = bytes.length - 1
  // A token or password stays a text.
  const isText = kind === 'token' || kind === 'basic'
  const changed = bytes.map((byte, at) => (at !== last ? byte : isText ? (byte === 0x78 ? 0x79 : 0x78) : byte ^ 1))
  return { ...secret, key: createSecretKey(changed) }
}

function otherKey(known: PrivateKey): PrivateKey {
  const { type, key } = known
  if (type === 'ed25519') return { ...known, key: generateKeyPairSync('ed25519').privateKey }
  const { namedCurve = 'P-256', modulusLength = 2048 } = key.asymmetricKeyDetails ?? {}
  return {
    ...known,
    key:
      type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve }).privateKey
        : generateKeyPairSync('rsa', { modulusLength }).privateKey,
  }
}
