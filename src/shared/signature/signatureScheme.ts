import type { Meaning } from './meaning.ts'

/**
 * How a sender proves that a request comes from it, as data: where the proof is, which bytes it covers, and with which key.
 * `kind` says which file of `engine/signature` checks it; everything else is read alike for all kinds.
 */
export type SignatureScheme =
  | HmacScheme
  | HashScheme
  | Ed25519Scheme
  | EcdsaScheme
  | RsaScheme
  | TokenScheme
  | BasicScheme
  | JwtScheme
  | HttpSignatureScheme

export type SchemeKind = SignatureScheme['kind']

/** Fields of every kind. Fields that are absent mean that the sender has no such thing. */
interface SchemeBase {
  /** Name for options and the API, such as "service" or "stripe"; "own" for a scheme that the user described. */
  id: string
  label: string
  /** Header that carries the signature; names compare without case. Empty when `pointer` says where in the body it is. */
  header: string
  /** Other headers that may carry it, such as an older name or the second of two keys. One signature that is right is enough. */
  alsoIn?: readonly string[] | undefined
  /**
   * JSON pointer of the signature in the body, for example `/Signature`; for a form body the field's name after the "/".
   * Empty: the whole body is a token.
   */
  pointer?: string | undefined
  /**
   * JSON pointer of an array in the body whose items are signed one by one: `pointer` and the places of fields then start
   * at the item, and every item must be right.
   */
  items?: string | undefined
  form: HeaderForm
  /** Where the sender says when it signed; null when it does not. */
  timestamp: TimestampSource | null
  /** Header whose value is `{id}`, or null. */
  idHeader: string | null
  /** Seconds after which a right signature counts as too old, or null when age does not matter. */
  toleranceSeconds: number | null
  /** A value that the sender signs along and that no request has, such as PayPal's webhook id: what it is called, and it. */
  setting?: SchemeSetting | undefined
  /** The sender signs nothing that depends on the body, so a right signature says nothing of it. */
  bodyUnsigned?: boolean | undefined
  /** The sender signs the URL with or without its port and in other escapes, so all forms that its own library takes count. */
  looseUrl?: boolean | undefined
  /** The meaning of deliveries, of a scheme that the user described; presets have it next to their scheme. */
  meaning?: Meaning | undefined
}

export interface SchemeSetting {
  label: string
  value: string
}

/** The signed bytes are a text with places. */
interface TemplateScheme extends SchemeBase {
  encoding: SignatureEncoding
  /**
   * The signed message: text with places `{body}` (the raw bytes), `{timestamp}` and `{id}` (as they are in the request),
   * `{url}` (the public URL), `{path}` (its path and query), `{encodedpath}` (the same as Contentful writes it: the query
   * escaped as one text, and then both once more), `{sortedurl}` (the URL with its query sorted, and a form's sorted names
   * and values, as Plivo joins them), `{manifest}` (the query's `data.id` and the header `x-request-id`, as Mercado Pago
   * writes them), `{method}`, `{form}` (names and decoded values of a form body,
   * sorted by name, glued together; empty for other bodies), `{secret}`, `{setting}`, `{header:NAME}`, `{field:/POINTER}`
   * (a field of the body; empty when missing), `{line:/NAME}` (its name and value on a line each; nothing when missing),
   * `{crc32}` (of the body, decimal), `{md5}` (of the body, base64), and `{headers:NAME}` (the headers that this header
   * names, as `name:value;name:value`).
   */
  message: string
  /** Query parameter of the URL that must be the hex SHA-256 of the body when it is there (Twilio's JSON bodies), or null. */
  bodyHashParameter: string | null
}

/** An HMAC of the message with the shared secret. */
export interface HmacScheme extends TemplateScheme {
  kind: 'hmac'
  algorithm: SignatureAlgorithm
  key: KeyForm
}

/** A plain hash of a message that has the secret in it. */
export interface HashScheme extends TemplateScheme {
  kind: 'hash'
  algorithm: SignatureAlgorithm
  key: KeyForm
}

export interface Ed25519Scheme extends TemplateScheme {
  kind: 'ed25519'
}

export interface EcdsaScheme extends TemplateScheme {
  kind: 'ecdsa'
  algorithm: SignatureAlgorithm
  /** How the two numbers of the signature are written: as DER, or one after the other. */
  numbers: 'der' | 'p1363'
}

export interface RsaScheme extends TemplateScheme {
  kind: 'rsa'
  algorithm: SignatureAlgorithm
  padding: 'pkcs1' | 'pss'
}

/** The request carries the shared secret itself. */
export interface TokenScheme extends SchemeBase {
  kind: 'token'
}

/** HTTP basic authentication; the secret is `user:password`. */
export interface BasicScheme extends SchemeBase {
  kind: 'basic'
}

/** A JSON web token (RFC 7519), signed with the shared secret or with a key of the pasted JWK set. */
export interface JwtScheme extends SchemeBase {
  kind: 'jwt'
  /** Accepted values of the token's `alg`. Either all of them use the shared secret or none: a public key must never become a secret. */
  algorithms: readonly JwtAlgorithm[]
  claims: JwtClaims
}

export interface JwtClaims {
  /** Accepted values of `iss`; empty: any. */
  issuers: readonly string[]
  /** Whether `aud` must be the scheme's setting, where that is filled in. */
  audience: boolean
  /** Whether `iss` must be the scheme's setting, where that is filled in. */
  issuer?: boolean | undefined
  /** Claim with the SHA-256 of the body, or null. */
  bodyHash: string | null
  /** How that hash is written; absent: hex. base64url is read with and without padding. */
  bodyHashEncoding?: SignatureEncoding | undefined
  /** Whether the claim may be missing when the body is empty. */
  bodyHashOptional: boolean
  /** Claim with the hex SHA-256 of the public URL, or null. */
  urlHash: string | null
  /** Claim with the public URL itself. */
  url?: string | undefined
}

/** HTTP message signatures (RFC 9421). */
export interface HttpSignatureScheme extends SchemeBase {
  kind: 'http-signature'
  /** The one algorithm that counts, whatever the request says. */
  algorithm: HttpSignatureAlgorithm
  /** How the secret's text becomes the key of an HMAC. */
  key: KeyForm
}

export const signatureAlgorithms = ['sha1', 'sha256', 'sha384', 'sha512'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

export const signatureEncodings = ['base64', 'base64url', 'hex'] as const
export type SignatureEncoding = (typeof signatureEncodings)[number]

export const secretJwtAlgorithms = ['HS256', 'HS384', 'HS512'] as const
export const publicJwtAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const
export const jwtAlgorithms = [...secretJwtAlgorithms, ...publicJwtAlgorithms] as const
export type JwtAlgorithm = (typeof jwtAlgorithms)[number]

export const httpSignatureAlgorithms = [
  'hmac-sha256',
  'ed25519',
  'ecdsa-p256-sha256',
  'ecdsa-p384-sha384',
  'rsa-v1_5-sha256',
  'rsa-pss-sha512',
] as const
export type HttpSignatureAlgorithm = (typeof httpSignatureAlgorithms)[number]

/**
 * How the signature is in its header.
 * - plain: the whole value, after a prefix such as `sha256=` (often none, sometimes there and sometimes not)
 * - pairs: `t=1,v1=abc` or `ts=1;h1=abc`: the values of every pair named `key`
 * - list: `v1,abc v1,def`: every entry that starts with the prefix
 * - last: `app-key:abc`: after the prefix, what comes after the last separator, in every entry
 * - json: base64 of a JSON object, of which one field is the signature
 * Where there are several signatures, one that is right is enough.
 */
export type HeaderForm = PlainForm | PairsForm | ListForm | LastForm | JsonForm

export interface PlainForm {
  kind: 'plain'
  prefix: string
  /** The prefix may be missing. */
  optional?: boolean | undefined
}
export interface PairsForm {
  kind: 'pairs'
  separator: ',' | ';'
  key: string
}
export interface ListForm {
  kind: 'list'
  separator: ' ' | ','
  prefix: string
}
export interface LastForm {
  kind: 'last'
  /** Separator of the entries, or null where there is one. */
  entries: '&' | null
  prefix: string
  separator: ':' | '|'
}
export interface JsonForm {
  kind: 'json'
  field: string
}

export const keyDecodings = ['utf8', 'hex', 'base64', 'base64url', 'sha1'] as const

/** How the secret's text becomes the key: a prefix is taken off where it is there, and the rest decoded (`sha1`: hashed). */
export interface KeyForm {
  decode: (typeof keyDecodings)[number]
  prefix: string
}

/** `header`: a header of its own; `pair`: a pair in the signature header; `body`: a top-level field of the JSON body or a JSON pointer,
 * which gives the age and cannot be `{timestamp}` in the message. */
export interface TimestampSource {
  from: 'header' | 'pair' | 'body'
  name: string
  unit: 's' | 'ms'
}

/** The HMAC of one header over a simple template: what can be described field by field, explained and written as a program. */
export type PlainHmacScheme = Omit<HmacScheme, 'form' | 'key'> & {
  form: PlainForm | PairsForm | (ListForm & { separator: ' ' })
  key: KeyForm & { decode: 'utf8' | 'hex' | 'base64' }
}

/** A digest of the secret and a message: what makes it can be searched for. */
export type DigestScheme = HmacScheme | HashScheme

/** Whether a scheme's signature is an HMAC, or a hash with the secret before or after everything else. Pure. */
export function isDigest(scheme: SignatureScheme): scheme is DigestScheme {
  return scheme.kind === 'hmac' || (scheme.kind === 'hash' && /^\{secret\}|\{secret\}$/.test(scheme.message))
}

const plainPlaces = /^\{(?:body|timestamp|id|url|method|form)\}$/

/** Whether a scheme is an HMAC of one header over a simple template. Pure. */
export function isPlainHmac(scheme: SignatureScheme): scheme is PlainHmacScheme {
  if (scheme.kind !== 'hmac') return false
  const { form, key, pointer, items, bodyUnsigned, message, timestamp } = scheme
  const isPlainForm =
    (form.kind === 'plain' && form.optional !== true) ||
    form.kind === 'pairs' ||
    (form.kind === 'list' && form.separator === ' ')
  return (
    isPlainForm &&
    (key.decode === 'utf8' || key.decode === 'hex' || key.decode === 'base64') &&
    pointer === undefined &&
    items === undefined &&
    bodyUnsigned !== true &&
    !(timestamp?.from === 'body' && timestamp.name.startsWith('/')) &&
    placesOf(message).every((place) => plainPlaces.test(place))
  )
}

/** The scheme with the one of its headers that is there: what reads a single header reads the right one. Pure. */
export function atPresentHeader<S extends SignatureScheme>(scheme: S, hasHeader: (name: string) => boolean): S {
  if (scheme.alsoIn === undefined || hasHeader(scheme.header)) return scheme
  const present = scheme.alsoIn.find(hasHeader)
  return present === undefined ? scheme : { ...scheme, header: present }
}

/** A place of a message template, with its argument: the one grammar for it. */
const place = /\{[a-z0-9]+(?::[^{}]*)?\}/g

/** The places of a message template in order, with their braces. Pure. */
export function placesOf(message: string): string[] {
  return message.match(place) ?? []
}

/** A message template cut into texts and places, in order. Pure. */
export function piecesOf(message: string): string[] {
  return message.split(/(\{[a-z0-9]+(?::[^{}]*)?\})/).filter((piece) => piece !== '')
}

/** Whether the sender signs the public URL, so that checking needs it. Pure. */
export function signsUrl(scheme: SignatureScheme): boolean {
  if (scheme.kind === 'jwt') return scheme.claims.urlHash !== null || scheme.claims.url !== undefined
  return 'message' in scheme && /\{(?:url|path|encodedpath|sortedurl|manifest)\}/.test(scheme.message)
}

/** Returns the kind of credential that checks signatures of this scheme. Pure. */
export function credentialOf(scheme: SignatureScheme): 'secret' | 'public-key' | 'token' | 'user-and-password' {
  switch (scheme.kind) {
    case 'hmac':
    case 'hash':
      return 'secret'
    case 'ed25519':
    case 'ecdsa':
    case 'rsa':
      return 'public-key'
    case 'token':
      return 'token'
    case 'basic':
      return 'user-and-password'
    case 'jwt':
      return scheme.algorithms.every(isSecretJwtAlgorithm) ? 'secret' : 'public-key'
    case 'http-signature':
      return scheme.algorithm === 'hmac-sha256' ? 'secret' : 'public-key'
  }
}

/** Whether the receiver can compute the signature: a digest, unlike one of a private key, a token or a password. Pure. */
export function canExpect({ kind }: SignatureScheme): boolean {
  return kind === 'hmac' || kind === 'hash'
}

/** Whether the algorithm of a token uses the shared secret. Pure. */
export function isSecretJwtAlgorithm(algorithm: string): boolean {
  return secretJwtAlgorithms.some((known) => known === algorithm)
}
