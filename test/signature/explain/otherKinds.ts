import { readFileSync } from 'node:fs'
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
} from 'node:crypto'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { buildInput, type Given, secret } from './buildInput.ts'
import type { ExplainInput } from '../../../src/engine/signature/explain/types.ts'

/** A sender that doesn't sign by HMAC, with one mistake. */
export interface OtherCase {
  /** Such as "discord: a body that was parsed and written again". */
  title: string
  cause: string
  make(): ExplainInput
}

export const pkcs8 = (base64: string) =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' })
/** Keys of the tests alone. */
const edKey = pkcs8('MC4CAQAwBQYDK2VwBCIEILf+Nh5eS7K4Qh/PYD9ezvb1W0zRuURtDNkjFhSEaHan')
const otherEdKey = pkcs8('MC4CAQAwBQYDK2VwBCIEIBmFbD8YGf/RREogj0dDsw28XcKUJfAtxoN4GkdNGMW1')
const curveKey = pkcs8(
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgldg1dCCyo6CVN2lojP0ya7zZ6QM3MF0+rLdms5gr9+ahRANCAARP38mvv2oTTHLC1e7bch9M/Fo89Ts5qaGaeHfW41pA3pP6F+zt/ReiCScNvszw/y3qmuS9T30O6bpYbz/qm0Dp',
)

export function pemOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
}

export const body = '{"id":"b3b3318e","amount":12.50,"name":"Z\u00fcrich"}'
/** As Python's json.dumps writes it. */
const dumped = '{"id": "b3b3318e", "amount": 12.5, "name": "Z\\u00fcrich"}'
export const seconds = '1700000000'
export const url = 'https://shop.example/hooks/in'

export function preset(id: string): SignatureScheme {
  return schemePreset(id) ?? serviceScheme
}

export function given(title: string, cause: string, more: Given): OtherCase {
  return { title, cause, make: () => buildInput({ receivedAt: Number(seconds) * 1000, urls: [url], ...more }) }
}

/** Discord: Ed25519 over timestamp and body, in hex. */
function discord(
  title: string,
  cause: string,
  {
    message = seconds + body,
    key = edKey,
    write = (bytes: Buffer) => bytes.toString('hex'),
    more = {} as Partial<Given>,
  },
) {
  return given(`discord: ${title}`, cause, {
    body,
    scheme: preset('discord'),
    header: write(signWith(null, Buffer.from(message), key)),
    headers: ['X-Signature-Timestamp', seconds],
    secrets: [
      secret(pemOf(edKey)),
      secret(pemOf(otherEdKey), { label: 'staging', environment: 'Staging', standing: 'other' }),
    ],
    ...more,
  })
}

/** SendGrid: ECDSA over timestamp and body, as DER in base64. */
function sendgrid(
  title: string,
  cause: string,
  {
    message = seconds + body,
    hash = 'sha256',
    encoding = 'der' as 'der' | 'ieee-p1363',
    write = (bytes: Buffer) => bytes.toString('base64'),
  },
) {
  return given(`sendgrid: ${title}`, cause, {
    body,
    scheme: preset('sendgrid'),
    header: write(signWith(hash, Buffer.from(message), { key: curveKey, dsaEncoding: encoding })),
    headers: ['X-Twilio-Email-Event-Webhook-Timestamp', seconds],
    secrets: [secret(pemOf(curveKey))],
  })
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed by ES256 or HS256, or not at all. */
export function token(
  claims: object,
  { alg = 'ES256', kid, key = curveKey }: { alg?: string; kid?: string; key?: KeyObject | string } = {},
): string {
  const signed = `${base64url({ alg, typ: 'JWT', ...(kid === undefined ? {} : { kid }) })}.${base64url(claims)}`
  if (alg === 'none') return `${signed}.`
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(signed).digest()
      : signWith('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Plaid: a token with the body's hash. */
function plaid(title: string, cause: string, { header, more = {} }: { header: string; more?: Partial<Given> }) {
  return given(`plaid: ${title}`, cause, {
    body,
    scheme: preset('plaid'),
    header,
    secrets: [secret(pemOf(curveKey))],
    ...more,
  })
}

function claims(more: object = {}) {
  return { iat: Number(seconds), request_body_sha256: hashOf(body), ...more }
}

/** monday: a token signed with the shared secret, for an audience. */
function monday(title: string, cause: string, { aud = url, key = 'monday-signing-secret' }) {
  const scheme = { ...preset('monday'), setting: { label: 'Audience', value: url } }
  return given(`monday: ${title}`, cause, {
    body,
    scheme,
    header: token({ aud, iat: Number(seconds) }, { alg: 'HS256', key }),
    secrets: [secret('monday-signing-secret')],
  })
}

function messageBird(title: string, cause: string, more: object) {
  const all = { iss: 'MessageBird', iat: Number(seconds), url_hash: hashOf(url), payload_hash: hashOf(body), ...more }
  return given(`messagebird: ${title}`, cause, {
    body,
    scheme: preset('messagebird'),
    header: token(all, { alg: 'HS256', key: 'bird-signing-key' }),
    secrets: [secret('bird-signing-key')],
  })
}

const gitlabToken = 'glwt-9fK2mXq7Lr4VtB1z'

function gitlab(title: string, cause: string, received: string) {
  return given(`gitlab: ${title}`, cause, {
    body,
    scheme: preset('gitlab'),
    header: received,
    secrets: [
      secret(gitlabToken),
      secret('glwt-staging-token-2', { label: 'staging', environment: 'Staging', standing: 'other' }),
    ],
  })
}

function postmark(title: string, cause: string, header: string) {
  return given(`postmark: ${title}`, cause, {
    body,
    scheme: preset('postmark'),
    header,
    secrets: [secret('hooks:open-sesame-42')],
  })
}

function hubspot(title: string, cause: string, message: (text: string) => string) {
  return given(`hubspot-v1: ${title}`, cause, {
    body,
    scheme: preset('hubspot-v1'),
    header: createHash('sha256').update(message('hubspot-client-secret')).digest('hex'),
    headers: ['X-HubSpot-Signature-Version', 'v1'],
    secrets: [secret('hubspot-client-secret')],
  })
}

/** RFC 9421 with the shared secret: the body counts through its Content-Digest. */
function httpSignature(title: string, cause: string, digestOf: string, signedPath = url) {
  const digest = `sha-256=:${createHash('sha256').update(digestOf).digest('base64')}:`
  const parameters = `("content-digest" "@target-uri");created=${seconds}`
  const base = `"content-digest": ${digest}\n"@target-uri": ${signedPath}\n"@signature-params": ${parameters}`
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  return given(`HTTP message signature: ${title}`, cause, {
    body,
    scheme: preset('http-signature-hmac-sha256'),
    header: `sig1=:${createHmac('sha256', key).update(base).digest('base64')}:`,
    headers: ['Content-Digest', digest, 'Signature-Input', `sig1=${parameters}`],
    secrets: [secret(key.toString('base64'))],
  })
}

const vectors: { id: string; key: string | null; bodyBase64: string; headers: object }[] = JSON.parse(
  readFileSync(new URL('../senderVectors.json', import.meta.url), 'utf8'),
)

/** SNS with the certificate of the published vector, which expired in 2022. */
function sns(title: string, cause: string, receivedAt: string): OtherCase {
  const vector = vectors.find(({ id }) => id === 'sns-v2')
  return {
    title: `aws-sns: ${title}`,
    cause,
    make: () =>
      buildInput({
        body: Buffer.from(vector?.bodyBase64 ?? '', 'base64'),
        scheme: preset('aws-sns'),
        header: null,
        headers: Object.entries(vector?.headers ?? {}).flat() as string[],
        secrets: [secret(vector?.key ?? '')],
        receivedAt: Date.parse(receivedAt),
      }),
  }
}

const jwks = JSON.stringify({ keys: [{ ...createPublicKey(curveKey).export({ format: 'jwk' }), kid: 'k1' }] })

/** A token with another hash of the body, or in another encoding. */
function hashClaim(name: string, encoding: 'base64' | 'base64url' | 'hex') {
  return { header: token(claims({ request_body_sha256: createHash(name).update(body).digest(encoding) })) }
}

/** The mistakes of every other kind, each with the cause that must come first. */
export const otherCases: readonly OtherCase[] = [
  discord('a body written again', 'body-python-spacing', { message: seconds + dumped }),
  discord('a final line feed was signed', 'body-final-newline', { message: `${seconds}${body}\n` }),
  discord('only the body was signed', 'message-template', { message: body }),
  discord('milliseconds were signed', 'message-timestamp', { message: `${seconds}000${body}` }),
  discord('the key of staging', 'secret-other-environment', { key: otherEdKey }),
  discord('base64 instead of hex', 'digest-encoding', { write: (bytes) => bytes.toString('base64') }),
  discord('base64url instead of hex', 'digest-encoding', { write: (bytes) => bytes.toString('base64url') }),
  discord('upper-case hex with spaces around it', 'digest-whitespace', {
    write: (bytes) => ` ${bytes.toString('hex')} `,
  }),
  discord('an empty body was signed', 'body-consumed', { message: `${seconds}{}` }),
  discord('another kind of key was pasted', 'public-key-of-another-kind', {
    more: { secrets: [secret(pemOf(curveKey))] },
  }),
  discord('no signature at all', 'signature-malformed', { write: () => 'none!' }),
  sendgrid('raw numbers instead of DER', 'signature-numbers', { encoding: 'ieee-p1363' }),
  sendgrid('hex', 'digest-encoding', { write: (bytes) => bytes.toString('hex') }),
  sendgrid('SHA-512', 'algorithm-other', { hash: 'sha512' }),
  sendgrid('a body written again', 'body-python-spacing', { message: seconds + dumped }),
  sendgrid('a dot between timestamp and body', 'message-template', { message: `${seconds}.${body}` }),
  plaid('the hash of the body written again', 'body-python-spacing', {
    header: token(claims({ request_body_sha256: hashOf(dumped) })),
  }),
  plaid('the hash of the body with a final line feed', 'body-final-newline', {
    header: token(claims({ request_body_sha256: hashOf(`${body}\n`) })),
  }),
  plaid('the hash of another body', 'jwt-body-hash', {
    header: token(claims({ request_body_sha256: hashOf('another') })),
  }),
  plaid('the hash of the body in base64', 'digest-encoding', hashClaim('sha256', 'base64')),
  plaid('the hash of the body in base64url', 'digest-encoding', hashClaim('sha256', 'base64url')),
  plaid('the SHA-512 of the body', 'algorithm-other', hashClaim('sha512', 'hex')),
  plaid('no hash of the body', 'jwt-claim-missing', { header: token(claims({ request_body_sha256: undefined })) }),
  plaid('alg none', 'jwt-unsigned', { header: token(claims(), { alg: 'none' }) }),
  plaid('the public key as a shared secret', 'jwt-key-confusion', {
    header: token(claims(), { alg: 'HS256', key: pemOf(curveKey) }),
  }),
  plaid('HS256 with something else', 'jwt-key-confusion', { header: token(claims(), { alg: 'HS256', key: 'x' }) }),
  plaid('a key that is not in the set', 'jwt-key-unknown', {
    header: token(claims(), { kid: 'k2' }),
    more: { secrets: [secret(jwks)] },
  }),
  plaid('an expired token', 'jwt-expired', { header: token(claims({ exp: Number(seconds) - 600 })) }),
  plaid('a token of the future', 'jwt-not-yet-valid', { header: token(claims({ nbf: Number(seconds) + 600 })) }),
  monday('another audience', 'jwt-audience', { aud: 'https://other.example' }),
  monday('the secret with a line feed', 'secret-whitespace', { key: 'monday-signing-secret\n' }),
  monday('the secret in quotes', 'secret-quotes', { key: '"monday-signing-secret"' }),
  messageBird('another issuer', 'jwt-issuer', { iss: 'Somebody' }),
  messageBird('the hash of another URL', 'jwt-url-hash', { url_hash: hashOf('https://other.example/') }),
  messageBird('the hash of the body with CRLF at its end', 'body-final-newline', {
    payload_hash: hashOf(`${body}\r\n`),
  }),
  gitlab('a space at its end', 'digest-whitespace', `${gitlabToken} `),
  gitlab('in quotes', 'digest-quoted', `"${gitlabToken}"`),
  gitlab('Bearer before it', 'digest-prefix', `Bearer ${gitlabToken}`),
  gitlab('in upper case', 'secret-letter-case', gitlabToken.toUpperCase()),
  gitlab('in base64', 'secret-encoded', Buffer.from(gitlabToken).toString('base64')),
  gitlab('hashed', 'secret-hashed', hashOf(gitlabToken)),
  gitlab('without its last character', 'secret-cut', gitlabToken.slice(0, -1)),
  gitlab('the token of staging', 'secret-other-environment', 'glwt-staging-token-2'),
  gitlab('another token', 'token-differs', 'something-else'),
  postmark('another password', 'basic-differs', `Basic ${Buffer.from('hooks:other').toString('base64')}`),
  postmark('not encoded', 'digest-encoding', 'Basic hooks:open-sesame-42'),
  postmark(
    'a line feed was encoded along',
    'secret-whitespace',
    `Basic ${Buffer.from('hooks:open-sesame-42\n').toString('base64')}`,
  ),
  postmark(
    'encoded twice',
    'digest-double-encoded',
    `Basic ${Buffer.from(Buffer.from('hooks:open-sesame-42').toString('base64')).toString('base64')}`,
  ),
  httpSignature('the digest of a body with a final line feed', 'body-final-newline', `${body}\n`),
  httpSignature('the digest of another body', 'content-digest-differs', 'another'),
  httpSignature('another URL', 'message-url', body, 'http://shop.example/hooks/in'),
  gitlab('undefined', 'secret-not-loaded', 'undefined'),
  gitlab('with two characters swapped', 'secret-typo', 'glwt-9fK2mqX7Lr4VtB1z'),
  sns('a certificate that expired before', 'certificate-expired', '2023-01-01T00:00:00Z'),
  hubspot('the body before the secret', 'algorithm-concatenated', (text) => body + text),
  hubspot('a body written again', 'body-python-spacing', (text) => text + dumped),
  hubspot('the secret with a line feed', 'secret-whitespace', (text) => `${text}\n${body}`),
  hubspot('no secret', 'algorithm-plain-hash', () => body),
]

const strangers = {
  ed: generateKeyPairSync('ed25519').privateKey,
  curve: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
}

/**
 * Unlisted mistakes, one for each way in which the other kinds sign: a character of the body, another key, token
 * or password. Nothing can be recomputed of them, so whatever is proven is wrong; but the claim of a right token shows that
 * its body differs.
 * @param pick a number below the one that is given
 */
export function unlistedOtherCases(pick: (below: number) => number): readonly OtherCase[] {
  const at = 1 + pick(body.length - 2)
  const odd = `${body.slice(0, at)}~${body.slice(at)}`
  const text = `nobody-knows-${pick(1_000_000_000)}`
  const one = (make: (title: string, cause: string) => OtherCase, cause = '') => make('an unlisted mistake', cause)
  return [
    one((...its) => discord(...its, { message: seconds + odd })),
    one((...its) => discord(...its, { key: strangers.ed })),
    one((...its) => sendgrid(...its, { message: seconds + odd })),
    one((...its) => sendgrid(...its, { message: odd + text })),
    one((...its) => plaid(...its, { header: token(claims({ request_body_sha256: hashOf(odd) })) }), 'jwt-body-hash'),
    one((...its) => plaid(...its, { header: token(claims(), { key: strangers.curve }) })),
    one((...its) => monday(...its, { key: text })),
    one((...its) => messageBird(...its, { payload_hash: hashOf(odd) }), 'jwt-body-hash'),
    one((...its) => gitlab(...its, text)),
    one((...its) => postmark(...its, `Basic ${Buffer.from(`hooks:${text}`).toString('base64')}`)),
    one((...its) => hubspot(...its, (known) => known + odd)),
    one((...its) => httpSignature(...its, odd)),
  ]
}
