import { constants, createHash, createHmac, sign } from 'node:crypto'
import {
  type EcdsaScheme,
  type Ed25519Scheme,
  type HttpSignatureScheme,
  isSecretJwtAlgorithm,
  type JwtAlgorithm,
  type JwtScheme,
  type RsaScheme,
  type SignatureEncoding,
} from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import { type SignatureInput, readInput, signatureBase } from './httpSignatureKind.ts'
import { readJwt } from './jwtKind.ts'
import type { PrivateKey } from './keys/readPrivateKey.ts'
import type { ProofInput } from './signatureKind.ts'
import { signedMessage } from './signedMessage.ts'

/** Signs a templated message as a sender with this private key does; null when the key is of another kind. */
export function keySignature(
  { request, scheme, values }: ProofInput<Ed25519Scheme | EcdsaScheme | RsaScheme>,
  { key, type }: PrivateKey,
): string | null {
  if (type !== (scheme.kind === 'ecdsa' ? 'ec' : scheme.kind)) return null
  if ('algorithm' in scheme && !isHere(scheme.algorithm)) return null
  const message = Buffer.concat(signedMessage(scheme, request, values))
  return rawSignature(scheme, key, message).toString(scheme.encoding)
}

function rawSignature(scheme: Ed25519Scheme | EcdsaScheme | RsaScheme, key: PrivateKey['key'], message: Buffer) {
  switch (scheme.kind) {
    case 'ed25519':
      return sign(null, message, key)
    case 'ecdsa':
      return sign(scheme.algorithm, message, { key, dsaEncoding: scheme.numbers === 'der' ? 'der' : 'ieee-p1363' })
    case 'rsa':
      return sign(scheme.algorithm, message, { key, ...(scheme.padding === 'pkcs1' ? pkcs1 : pss) })
  }
}

const pkcs1 = { padding: constants.RSA_PKCS1_PADDING }
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

/** Lifetime of a signed token, seconds. */
const tokenLifeSeconds = 300

/** A token as its sender would write it at `at` (ms), with `id` as its `jti` and the claims that the scheme asks for; null when nothing here can sign it. */
export function signedToken(
  input: ProofInput<JwtScheme>,
  privateKey: PrivateKey | null,
  { at, id }: { at: number; id: string },
): string | null {
  const { scheme, secret, request, values } = input
  const algorithm = scheme.algorithms.find((name) => fits(name, privateKey))
  if (algorithm === undefined) return null
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
  const issuedAt = Math.floor(at / 1000)
  const wanted = scheme.setting?.value ?? ''
  const claims = {
    ...(scheme.pointer === '' ? claimsOf(values.root) : {}),
    ...(issuers[0] === undefined ? {} : { iss: issuers[0] }),
    ...(issuer === true && wanted !== '' ? { iss: wanted } : {}),
    ...(audience && wanted !== '' ? { aud: wanted } : {}),
    jti: id,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + tokenLifeSeconds,
    ...(bodyHash === null || (bodyHashOptional && request.body.length === 0)
      ? {}
      : { [bodyHash]: sha256(request.body, bodyHashEncoding) }),
    ...(urlHash === null ? {} : { [urlHash]: sha256(Buffer.from(values.url, 'utf8'), 'hex') }),
    ...(url === undefined ? {} : { [url]: values.url }),
  }
  const head = { alg: algorithm, typ: 'JWT', ...(privateKey?.kid == null ? {} : { kid: privateKey.kid }) }
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = isSecretJwtAlgorithm(algorithm)
    ? secret.key === null
      ? null
      : createHmac(`sha${algorithm.slice(2)}`, secret.key)
          .update(signed)
          .digest()
    : privateKey === null
      ? null
      : tokenSignature(algorithm, privateKey, Buffer.from(signed, 'latin1'))
  return signature === null ? null : `${signed}.${signature.toString('base64url')}`
}

/** The claims of a body that is a token, or that is to become one. */
function claimsOf(root: unknown): object {
  const claims = typeof root === 'string' ? readJwt(root)?.claims : root
  return typeof claims === 'object' && claims !== null ? claims : {}
}

const curveOf: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

function fits(algorithm: JwtAlgorithm, privateKey: PrivateKey | null): boolean {
  if (isSecretJwtAlgorithm(algorithm)) return privateKey === null
  if (privateKey === null) return false
  if (algorithm === 'EdDSA') return privateKey.type === 'ed25519'
  return algorithm.startsWith('ES') ? privateKey.curve === curveOf[algorithm] : privateKey.type === 'rsa'
}

function tokenSignature(algorithm: JwtAlgorithm, { key }: PrivateKey, message: Buffer): Buffer {
  if (algorithm === 'EdDSA') return sign(null, message, key)
  const hash = `sha${algorithm.slice(2)}`
  if (algorithm.startsWith('ES')) return sign(hash, message, { key, dsaEncoding: 'ieee-p1363' })
  return sign(hash, message, { key, ...(algorithm.startsWith('PS') ? pss : pkcs1) })
}

function sha256(bytes: Uint8Array, encoding: SignatureEncoding): string {
  return createHash('sha256').update(bytes).digest(encoding)
}

/** The lines of an HTTP message signature: what is signed, and over what. */
export interface MessageSignature {
  /** Value of Content-Digest; null where there is no body. */
  digest: string | null
  /** Value of Signature-Input. */
  input: string
  /** Value of Signature. */
  signature: string
}

/** Signs method, URL and the digest of the body (RFC 9421); null when the key is of another kind. */
export function messageSignature(
  { request, scheme, secret, values }: ProofInput<HttpSignatureScheme>,
  privateKey: PrivateKey | null,
  at: number,
): MessageSignature | null {
  const digest =
    request.body.length === 0 ? null : `sha-256=:${createHash('sha256').update(request.body).digest('base64')}:`
  const names = ['"@method"', '"@target-uri"', ...(digest === null ? [] : ['"content-digest"'])].join(' ')
  const written = `(${names});created=${Math.floor(at / 1000)}`
  const input: SignatureInput = readInput(written)
  const headers =
    digest === null
      ? request.headers
      : withoutHeader(request.headers, 'content-digest').concat('content-digest', digest)
  const base = signatureBase(input, { ...request, headers }, values.url)
  if (base === null) return null
  const signature = baseSignature(scheme, Buffer.from(base, 'utf8'), secret.key, privateKey)
  if (signature === null) return null
  return { digest, input: `sig1=${written}`, signature: `sig1=:${signature.toString('base64')}:` }
}

function withoutHeader(flat: readonly string[], name: string): string[] {
  return flat.filter((_text, at) => flat[at - (at % 2)]?.toLowerCase() !== name)
}

function baseSignature(
  { algorithm }: HttpSignatureScheme,
  base: Buffer,
  secret: ProofInput<HttpSignatureScheme>['secret']['key'],
  privateKey: PrivateKey | null,
): Buffer | null {
  if (algorithm === 'hmac-sha256') return secret === null ? null : createHmac('sha256', secret).update(base).digest()
  if (privateKey === null) return null
  const { key, type, curve } = privateKey
  switch (algorithm) {
    case 'ed25519':
      return type === 'ed25519' ? sign(null, base, key) : null
    case 'ecdsa-p256-sha256':
      return curve === 'P-256' ? sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' }) : null
    case 'ecdsa-p384-sha384':
      return curve === 'P-384' ? sign('sha384', base, { key, dsaEncoding: 'ieee-p1363' }) : null
    case 'rsa-v1_5-sha256':
      return type === 'rsa' ? sign('sha256', base, { key, ...pkcs1 }) : null
    case 'rsa-pss-sha512':
      return type === 'rsa' ? sign('sha512', base, { key, ...pss }) : null
  }
}
