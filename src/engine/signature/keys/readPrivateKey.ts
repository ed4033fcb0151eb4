import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { PrivateKeyProblem } from '../../../shared/codes/signature/publicKeys.ts'
import { longestKeyText } from './readPublicKeys.ts'

/** A private key that the user pasted to sign with. It is held for one run and never kept. */
export interface PrivateKey {
  key: KeyObject
  type: 'rsa' | 'ec' | 'ed25519'
  /** Name of an elliptic curve in tokens: "P-256"; null for other keys. */
  curve: string | null
  /** Of a JWK; null for other keys. */
  kid: string | null
}

export type ReadPrivateKey = { ok: true; key: PrivateKey } | { ok: false; code: PrivateKeyProblem }

/**
 * Reads a private key: PEM (PKCS #8, PKCS #1 or SEC 1; line ends may be missing), a JWK, base64 of DER, or the 32 bytes of an
 * Ed25519 key in hex or base64, with or without `whsk_`. Pure; never throws.
 */
export function readPrivateKey(text: string): ReadPrivateKey {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, code: 'key-empty' }
  if (trimmed.length > longestKeyText) return { ok: false, code: 'key-too-large' }
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(trimmed)) return { ok: false, code: 'key-encrypted' }
  if (/-----BEGIN [A-Z ]*(?:PUBLIC KEY|CERTIFICATE)-----|^whpk_/.test(trimmed) && !trimmed.includes('PRIVATE KEY')) {
    return { ok: false, code: 'public-key' }
  }
  const found = trimmed.startsWith('{') ? fromJwk(trimmed) : fromText(trimmed)
  if (found === null) return { ok: false, code: 'no-private-key' }
  return found === 'public' ? { ok: false, code: 'public-key' } : { ok: true, key: found }
}

function fromText(text: string): PrivateKey | null {
  const [, label = '', base64 = ''] =
    /-----BEGIN ([A-Z ]{0,20}PRIVATE KEY)-----([A-Za-z0-9+/=\s]*)-----END \1-----/.exec(text) ?? []
  if (label !== '') return fromDer(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'), formOf(label))
  const bare = text.replaceAll(/\s/g, '').replace(/^whsk_/, '')
  if (/^[0-9a-fA-F]{64}$/.test(bare)) return fromSeed(Buffer.from(bare, 'hex'))
  if (!/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(bare)) return null
  const bytes = Buffer.from(bare, 'base64')
  // Standard Webhooks concatenates the private and the public key.
  if (bytes.length === 32 || bytes.length === 64) return fromSeed(bytes.subarray(0, 32))
  return fromDer(bytes, 'pkcs8')
}

function formOf(label: string): 'pkcs1' | 'sec1' | 'pkcs8' {
  if (label === 'RSA PRIVATE KEY') return 'pkcs1'
  return label === 'EC PRIVATE KEY' ? 'sec1' : 'pkcs8'
}

/** Prefix of the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const seedHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function fromSeed(seed: Buffer): PrivateKey | null {
  return fromDer(Buffer.concat([seedHead, seed]), 'pkcs8')
}

function fromDer(der: Buffer, type: 'pkcs1' | 'sec1' | 'pkcs8'): PrivateKey | null {
  return attempt(() => described(createPrivateKey({ key: der, format: 'der', type }), null))
}

function fromJwk(text: string): PrivateKey | 'public' | null {
  return attempt(() => {
    const parsed = JSON.parse(text) as Record<string, unknown>
    const jwk = Array.isArray(parsed['keys']) ? (parsed['keys'][0] as Record<string, unknown>) : parsed
    if (!('d' in jwk)) return 'kty' in jwk && jwk['kty'] !== 'oct' ? 'public' : null
    const { kid } = jwk
    return described(createPrivateKey({ key: jwk, format: 'jwk' }), typeof kid === 'string' ? kid.slice(0, 200) : null)
  })
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

function described(key: KeyObject, kid: string | null): PrivateKey | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' || type === 'rsa-pss') return { key, type: 'rsa', curve: null, kid }
  if (type === 'ed25519') return { key, type, curve: null, kid }
  return type === 'ec' ? { key, type, curve: curves[details?.namedCurve ?? ''] ?? null, kid } : null
}

/** Returns null where crypto or JSON throws. */
function attempt<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
