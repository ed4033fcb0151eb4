import { constants, createHash, createHmac, type KeyObject, verify } from 'node:crypto'
import {
  isSecretJwtAlgorithm,
  type JwtAlgorithm,
  type JwtScheme,
  type SignatureAlgorithm,
  type SignatureEncoding,
} from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import { neverThrows } from './publicKeyKinds.ts'
import type { PublicKey } from './keys/readPublicKeys.ts'
import { sameBytes } from './sameBytes.ts'
import type { ProofInput, SignatureKind } from './signatureKind.ts'

/**
 * A JSON web token. Only the scheme decides: the token's own `alg` must be among its algorithms, the key must be of
 * that algorithm's type, and keys that the token brings or points at (`jwk`, `jku`, `x5c`, `x5u`) are never looked at.
 */
export const jwtKind: SignatureKind<JwtScheme> = {
  malformedReason(text, { algorithms }) {
    const token = readJwt(text)
    if (token === null) return { code: 'not-a-jwt', fields: {} }
    if (algorithms.some((algorithm) => algorithm === token.algorithm)) return null
    return { code: 'jwt-algorithm', fields: { algorithm: token.algorithm.slice(0, 40), allowed: [...algorithms] } }
  },
  hash({ algorithms }) {
    const hashes = algorithms.map(hashOf)
    return hashes.find((name) => name !== null && !isHere(name)) ?? hashes[0] ?? null
  },
  checker(input) {
    const { scheme, secret } = input
    const usable = scheme.algorithms.every(isSecretJwtAlgorithm)
      ? (secret.key?.export().length ?? 0) > 0
      : secret.publicKeys.length > 0
    if (!usable) return null
    return (text) => {
      const token = readJwt(text)
      if (token === null || token.critical) return false
      const algorithm = scheme.algorithms.find((known) => known === token.algorithm)
      return algorithm !== undefined && isSigned(token, algorithm, input) && wrongClaim(text, input) === null
    }
  },
  moment(text, _request, at) {
    const claims = readJwt(text)?.claims
    const seconds = (name: string) => {
      const value: unknown = claims?.[name]
      return typeof value === 'number' && Math.abs(value) < 8.64e12 ? value * 1000 : null
    }
    const [issuedAt, notBefore, expires] = [seconds('iat'), seconds('nbf'), seconds('exp')]
    const signedAt = issuedAt ?? notBefore
    if (signedAt === null) return null
    const expired = (expires !== null && at > expires) || (notBefore !== null && at + leewayMs < notBefore)
    return { signedAt, expired }
  },
}

/** Clocks differ by some seconds. */
const leewayMs = 60_000

export type JwtClaimName = 'iss' | 'aud' | 'body-hash' | 'url-hash' | 'url'

/** The first claim that is not as the scheme wants it, or null. Pure; never throws. */
export function wrongClaim(
  text: string,
  { request, scheme, values }: Pick<ProofInput<JwtScheme>, 'request' | 'scheme' | 'values'>,
): JwtClaimName | null {
  const claims = readJwt(text)?.claims ?? {}
  const {
    issuers,
    audience,
    issuer,
    bodyHash,
    bodyHashEncoding = 'hex',
    bodyHashOptional,
    urlHash,
    url,
  } = scheme.claims
  if (issuers.length > 0 && !issuers.some((known) => known === claims['iss'])) return 'iss'
  const wanted = scheme.setting?.value ?? ''
  if (issuer === true && wanted !== '' && claims['iss'] !== wanted) return 'iss'
  if (audience && wanted !== '' && ![claims['aud']].flat().includes(wanted)) return 'aud'
  if (bodyHash !== null) {
    const claimed = claims[bodyHash]
    const mayBeMissing = bodyHashOptional && request.body.length === 0
    if (claimed === undefined ? !mayBeMissing : !isHashOf(claimed, request.body, bodyHashEncoding)) return 'body-hash'
  }
  if (urlHash !== null && !isHashOf(claims[urlHash], Buffer.from(values.url, 'utf8'), 'hex')) return 'url-hash'
  if (url !== undefined && claims[url] !== values.url) return 'url'
  return null
}

function isHashOf(claimed: unknown, bytes: Uint8Array, encoding: SignatureEncoding): boolean {
  if (typeof claimed !== 'string') return false
  const text = { hex: claimed.toLowerCase(), base64: claimed, base64url: claimed.replace(/={1,2}$/, '') }[encoding]
  const digest = createHash('sha256').update(bytes).digest(encoding)
  return sameBytes(Buffer.from(text, 'latin1'), Buffer.from(digest, 'latin1'))
}

export interface Jwt {
  algorithm: string
  kid: string | null
  /** It names extensions that must be understood; we understand none. */
  critical: boolean
  claims: Record<string, unknown>
  signed: Buffer
  signature: Buffer
}

/** Maximum length of a token, characters. Some senders send a whole event as one. */
export const maxTokenLength = 1_000_000

/** A token's parts; null when the text is no token. Pure; never throws. */
export function readJwt(text: string): Jwt | null {
  if (text.length > maxTokenLength) return null
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/.exec(text.trim()) ?? []
  const header = objectIn(head)
  const claims = objectIn(body)
  if (header === null || claims === null || typeof header['alg'] !== 'string') return null
  return {
    algorithm: header['alg'],
    kid: typeof header['kid'] === 'string' ? header['kid'] : null,
    critical: header['crit'] !== undefined,
    claims,
    signed: Buffer.from(`${head}.${body}`, 'latin1'),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function objectIn(part: string): Record<string, unknown> | null {
  if (part === '') return null
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null) as Record<string, unknown>, value)
      : null
  } catch {
    return null
  }
}

function hashOf(algorithm: JwtAlgorithm): SignatureAlgorithm | null {
  if (algorithm === 'EdDSA') return null
  return ({ '256': 'sha256', '384': 'sha384', '512': 'sha512' } as const)[algorithm.slice(2) as '256' | '384' | '512']
}

/** Whether this secret or one of these keys signed the token, whatever it claims. Pure; never throws. */
export function isSigned(
  token: Jwt,
  algorithm: JwtAlgorithm,
  { secret }: Pick<ProofInput<JwtScheme>, 'secret'>,
): boolean {
  if (token.signature.length === 0) return false
  const hash = hashOf(algorithm)
  if (isSecretJwtAlgorithm(algorithm)) {
    if (secret.key === null || secret.publicKeys.length > 0 || hash === null) return false
    return sameBytes(createHmac(hash, secret.key).update(token.signed).digest(), token.signature)
  }
  const known = secret.publicKeys.filter(({ kid }) => kid !== null && kid === token.kid)
  // A set whose keys have ids is asked by id; one pasted key without an id fits any.
  const candidates =
    known.length > 0 ? known : secret.publicKeys.filter(({ kid }) => kid === null || token.kid === null)
  return candidates.some((key) => neverThrows(() => verifies(algorithm, hash, key, token)))
}

const curveOf: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

function verifies(algorithm: JwtAlgorithm, hash: string | null, publicKey: PublicKey, token: Jwt): boolean {
  const { signed, signature } = token
  const withKey = (more: object): { key: KeyObject } => ({ key: publicKey.key, ...more })
  switch (algorithm.slice(0, 2)) {
    case 'RS':
      return (
        publicKey.type === 'rsa' && verify(hash, signed, withKey({ padding: constants.RSA_PKCS1_PADDING }), signature)
      )
    case 'PS':
      return (
        publicKey.type === 'rsa' &&
        verify(
          hash,
          signed,
          withKey({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
          signature,
        )
      )
    case 'ES':
      return (
        publicKey.size === curveOf[algorithm] && verify(hash, signed, withKey({ dsaEncoding: 'ieee-p1363' }), signature)
      )
    default:
      return algorithm === 'EdDSA' && publicKey.type === 'ed25519' && verify(null, signed, publicKey.key, signature)
  }
}
