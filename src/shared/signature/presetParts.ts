import type { Meaning } from './meaning.ts'
import type { SenderPreset } from './senderPreset.ts'
import type {
  BasicScheme,
  EcdsaScheme,
  Ed25519Scheme,
  HashScheme,
  HmacScheme,
  JwtScheme,
  RsaScheme,
  TokenScheme,
} from './signatureScheme.ts'

/** The common parts of most senders; a preset says what is different. */
const common = {
  form: { kind: 'plain', prefix: '' },
  timestamp: null,
  idHeader: null,
  toleranceSeconds: null,
} as const
const template = { ...common, message: '{body}', bodyHashParameter: null } as const
const named = { id: true, label: true, header: true } as const
type Named = keyof typeof named
type Given<S> = Pick<S, Named & keyof S> & Partial<Omit<S, Named | 'kind'>>

const digest = { ...template, algorithm: 'sha256', key: { decode: 'utf8', prefix: '' } } as const

/** HMAC-SHA256 of the body in hex. */
export function hmac(given: Given<HmacScheme>): HmacScheme {
  return { kind: 'hmac', ...digest, encoding: 'hex', ...given }
}

/** SHA-256 in hex of a message with the secret in it. */
export function hashed(given: Given<HashScheme>): HashScheme {
  return { kind: 'hash', ...digest, encoding: 'hex', ...given }
}

/** RSA with PKCS #1 padding and SHA-256 over the body, in base64. */
export function rsa(given: Given<RsaScheme>): RsaScheme {
  return { kind: 'rsa', ...template, encoding: 'base64', algorithm: 'sha256', padding: 'pkcs1', ...given }
}

/** ECDSA with SHA-256 over the body, as DER in base64. */
export function ecdsa(given: Given<EcdsaScheme>): EcdsaScheme {
  return { kind: 'ecdsa', ...template, encoding: 'base64', algorithm: 'sha256', numbers: 'der', ...given }
}

/** Ed25519 over the body, in base64. */
export function ed25519(given: Given<Ed25519Scheme>): Ed25519Scheme {
  return { kind: 'ed25519', ...template, encoding: 'base64', ...given }
}

/** The secret itself in a header. */
export function token(given: Given<TokenScheme>): TokenScheme {
  return { kind: 'token', ...common, bodyUnsigned: true, ...given }
}

/** A user and password that say nothing of the body. */
export function basic(given: Given<BasicScheme>): BasicScheme {
  return { kind: 'basic', ...common, form: { kind: 'plain', prefix: 'Basic ' }, bodyUnsigned: true, ...given }
}

/** A JSON web token that says nothing of the body. */
export function jwt(given: Given<JwtScheme> & Pick<JwtScheme, 'algorithms'>): JwtScheme {
  const { claims, ...others } = given
  const none = { issuers: [], audience: false, bodyHash: null, bodyHashOptional: false, urlHash: null }
  const unsigned = claims?.bodyHash == null && others.pointer === undefined ? { bodyUnsigned: true } : {}
  return { kind: 'jwt', ...common, ...unsigned, ...others, claims: { ...none, ...claims } }
}

/** Both parts of `t=1,v1=abc`: the timestamp in seconds and the pair with the signature. */
export function timedPairs(key: string, name = 't', separator: ',' | ';' = ',', unit: 's' | 'ms' = 's') {
  return {
    form: { kind: 'pairs', separator, key },
    timestamp: { from: 'pair', name, unit },
  } as const
}

/** A timestamp in a header of its own. */
export function timeHeader(name: string, unit: 's' | 'ms' = 's') {
  return { from: 'header', name, unit } as const
}

/** A preset without what it does not say. */
export function sender(
  given: Pick<SenderPreset, 'scheme' | 'evidence' | 'source'> & Partial<SenderPreset> & { meaning?: Meaning },
): SenderPreset {
  return { keywords: [], telltales: [], ...given, meaning: given.meaning ?? { eventType: [] } }
}
