import { createHash, createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { PublicKeyProblem } from '../../../shared/codes/signature/publicKeys.ts'
import { jsonOf } from '../../../shared/basics/jsonOf.ts'

/** A public key that the user pasted. */
export interface PublicKey {
  key: KeyObject
  type: 'rsa' | 'ec' | 'ed25519'
  /** Such as "RSA 2048", "P-256" or "Ed25519". */
  size: string
  /** Of a JWK; null for other keys. */
  kid: string | null
  /** SHA-256 of the key as DER (SubjectPublicKeyInfo), in hex: the same key has it in every notation. */
  fingerprint: string
  /** Of a certificate; milliseconds since the epoch. */
  validFrom: number | null
  validUntil: number | null
  /** Name of the certificate's owner, or null. */
  subject: string | null
}

/** The kind of a pasted text. `private-key`: it must stay secret, and is not kept. */
export type ReadPublicKeys = { ok: true; keys: PublicKey[] } | { ok: false; code: PublicKeyProblem }

/** Characters of a pasted text; a JWK set with certificates is some 20,000. */
export const longestKeyText = 65_536
const maxKeys = 50
const largestRsa = 16_384
const smallestRsa = 1_024

/**
 * Reads a pasted key: PEM (public key or certificates; line ends may be missing), a JWK or JWK set, base64 of DER, or the
 * 32 bytes of an Ed25519 key in hex or base64, with or without `whpk_`. Pure; never throws.
 */
export function readPublicKeys(text: string): ReadPublicKeys {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, code: 'key-empty' }
  if (trimmed.length > longestKeyText) return { ok: false, code: 'key-too-large' }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----|^whsk_/.test(trimmed)) return { ok: false, code: 'private-key' }
  const found = trimmed.startsWith('{') || trimmed.startsWith('[') ? fromJson(trimmed) : fromText(trimmed)
  if (found === 'private') return { ok: false, code: 'private-key' }
  const keys = found.slice(0, maxKeys)
  if (keys.length === 0) return { ok: false, code: 'no-public-key' }
  const fitting = keys.filter(hasFittingSize)
  return fitting.length === 0 ? { ok: false, code: 'key-size-unfit' } : { ok: true, keys: fitting }
}

function fromText(text: string): PublicKey[] {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g)]
  if (blocks.length > 0) {
    return blocks.slice(0, maxKeys).flatMap(([, label = '', base64 = '']) => {
      const der = Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')
      return label.includes('CERTIFICATE') ? fromCertificate(der) : fromDer(der, label === 'RSA PUBLIC KEY')
    })
  }
  const bare = text.replaceAll(/\s/g, '').replace(/^whpk_/, '')
  if (/^[0-9a-fA-F]{64}$/.test(bare)) return fromRawEd25519(Buffer.from(bare, 'hex'))
  if (!/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(bare)) return []
  const bytes = Buffer.from(bare, 'base64')
  if (bytes.length === 32) return fromRawEd25519(bytes)
  const keys = fromDer(bytes, false)
  return keys.length > 0 ? keys : fromCertificate(bytes)
}

/** Prefix of the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex')

function fromRawEd25519(raw: Buffer): PublicKey[] {
  return fromDer(Buffer.concat([ed25519Head, raw]), false)
}

function fromDer(der: Buffer, isPkcs1: boolean): PublicKey[] {
  return attempt(() => {
    const key = createPublicKey({ key: der, format: 'der', type: isPkcs1 ? 'pkcs1' : 'spki' })
    return described(key, {})
  })
}

function fromCertificate(der: Buffer): PublicKey[] {
  return attempt(() => {
    const certificate = new X509Certificate(der)
    const at = (text: string) => (Number.isFinite(Date.parse(text)) ? Date.parse(text) : null)
    const subject = /^CN=(.{1,200})$/m.exec(certificate.subject)?.[1] ?? null
    const { validFrom, validTo, publicKey } = certificate
    return described(publicKey, { validFrom: at(validFrom), validUntil: at(validTo), subject })
  })
}

/** A JWK, a set, or an object of certificates by key id as Google publishes them. */
function fromJson(text: string): PublicKey[] | 'private' {
  const parsed = jsonOf(text)
  if (typeof parsed !== 'object' || parsed === null) return []
  const set = 'keys' in parsed && Array.isArray(parsed.keys) ? (parsed.keys as unknown[]) : [parsed].flat()
  const keys: PublicKey[] = []
  for (const entry of set.slice(0, maxKeys)) {
    if (typeof entry !== 'object' || entry === null) continue
    if ('d' in entry || ('k' in entry && 'kty' in entry)) return 'private'
    keys.push(...('kty' in entry ? fromJwk(entry) : fromNamedCertificates(entry)))
  }
  return keys
}

function fromJwk(jwk: object): PublicKey[] {
  return attempt(() => {
    const { kty, n, e, crv, x, y, kid } = jwk as Record<string, unknown>
    // Passes on only the members of a public key: `x5u` and the like are URLs that an attacker may have written.
    const key = createPublicKey({ key: { kty, n, e, crv, x, y } as JsonWebKey, format: 'jwk' })
    return described(key, { kid: typeof kid === 'string' ? kid.slice(0, 200) : null })
  })
}

function fromNamedCertificates(entry: object): PublicKey[] {
  return Object.entries(entry)
    .slice(0, maxKeys)
    .flatMap(([kid, value]) =>
      typeof value === 'string' && value.startsWith('-----BEGIN ')
        ? fromText(value).map((key) => ({ ...key, kid: kid.slice(0, 200) }))
        : [],
    )
}

/** Returns null where crypto throws. */
function attempt(read: () => PublicKey | null): PublicKey[] {
  try {
    const key = read()
    return key === null ? [] : [key]
  } catch {
    return []
  }
}

function described(key: KeyObject, more: Partial<PublicKey>): PublicKey | null {
  const type = typeOf(key)
  if (type === null) return null
  const spki = key.export({ format: 'der', type: 'spki' })
  return {
    key,
    type,
    size: sizeOf(key, type),
    kid: null,
    fingerprint: createHash('sha256').update(spki).digest('hex'),
    validFrom: null,
    validUntil: null,
    subject: null,
    ...more,
  }
}

function typeOf({ asymmetricKeyType }: KeyObject): PublicKey['type'] | null {
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') return 'rsa'
  return asymmetricKeyType === 'ec' || asymmetricKeyType === 'ed25519' ? asymmetricKeyType : null
}

const curveNames: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

function sizeOf({ asymmetricKeyDetails }: KeyObject, type: PublicKey['type']): string {
  if (type === 'rsa') return `RSA ${asymmetricKeyDetails?.modulusLength ?? 0}`
  if (type === 'ed25519') return 'Ed25519'
  const curve = asymmetricKeyDetails?.namedCurve ?? ''
  return curveNames[curve] ?? curve
}

/** A huge modulus would make every check slow; a tiny one can be broken. */
function hasFittingSize({ key, type }: PublicKey): boolean {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return type !== 'rsa' || (bits >= smallestRsa && bits <= largestRsa)
}
