import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
  constants,
} from 'node:crypto'
import { type Given, secret } from '../explain/buildInput.ts'
import { bodies } from '../explain/mistakes/bodies.ts'
import {
  type FreshCase,
  freshCase,
  place,
  preset,
  previousSecret,
  seconds,
  stagingSecret,
  withOthers,
} from './freshCase.ts'

const body = bodies.plain
const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const tokenText = 'glwt-9fK2mXq7Lr4VtB1z'

/** GitLab and others send the secret itself. */
function token(name: string, truth: string | readonly string[], received: string, id = 'gitlab'): FreshCase {
  return freshCase('token', `${id}: ${name}`, truth, {
    body,
    scheme: preset(id),
    header: received,
    secrets: withOthers(tokenText),
  })
}

const swapped = (text: string, at: number) =>
  text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)

function tokensOf(id: string): FreshCase[] {
  const one = (name: string, truth: string | readonly string[], received: string) => token(name, truth, received, id)
  return [
    one('undefined', 'secret-not-loaded', 'undefined'),
    one('null', 'secret-not-loaded', 'null'),
    one('None', 'secret-not-loaded', 'None'),
    one('$GITLAB_TOKEN', 'secret-placeholder', '$GITLAB_TOKEN'),
    one('${WEBHOOK_SECRET}', 'secret-placeholder', '${WEBHOOK_SECRET}'),
    one('changeme', 'secret-placeholder', 'changeme'),
    one('pasted twice', 'secret-doubled', tokenText + tokenText),
    one('a character is lost', 'secret-typo', tokenText.slice(0, 9) + tokenText.slice(10)),
    one('neighbours are swapped', 'secret-typo', swapped(tokenText, 11)),
    one('another letter', 'secret-typo', tokenText.replace('Xq7', 'Xp7')),
    one('one letter in lower case', 'secret-typo', tokenText.replace('Lr4', 'lr4')),
    one('an older one', 'secret-previous', previousSecret),
    one('of staging', 'secret-other-environment', stagingSecret),
    one('in base64', ['secret-encoded', 'digest-encoding'], Buffer.from(tokenText).toString('base64')),
    one('in hex', ['secret-encoded', 'digest-encoding'], Buffer.from(tokenText).toString('hex')),
    one('hashed', 'secret-hashed', sha(tokenText)),
    one('URL-encoded with a space', ['digest-url-encoded', 'secret-whitespace'], `${tokenText}%20`),
    one('token= before it', 'digest-prefix', `token=${tokenText}`),
    one('a literal \\n after it', ['secret-escaped', 'digest-whitespace'], `${tokenText}\\n`),
    one('single quotes around it', ['digest-quoted', 'secret-quotes'], `'${tokenText}'`),
    one('another token', 'token-differs', 'fT7-nobody-knows-1'),
  ]
}

const login = 'hooks:open-sesame-42'

function basic(name: string, truth: string | readonly string[], header: string): FreshCase {
  return freshCase('basic', name, truth, {
    body,
    scheme: preset('postmark'),
    header,
    secrets: [secret(login), secret('hooks:older-password', { label: 'old', standing: 'previous' })],
  })
}

const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const basics: readonly FreshCase[] = [
  basic('user and password swapped', ['basic-swapped', 'basic-differs'], encoded('open-sesame-42:hooks')),
  basic('a character is lost in the password', 'secret-typo', encoded('hooks:open-sesme-42')),
  basic('another letter in the user', 'secret-typo', encoded('hoaks:open-sesame-42')),
  basic('the older password', 'secret-previous', encoded('hooks:older-password')),
  basic('a space after the password', 'secret-whitespace', encoded(`${login} `)),
  basic('quotes around the password', ['secret-quotes', 'basic-differs'], encoded('hooks:"open-sesame-42"')),
  basic('undefined', ['secret-not-loaded', 'basic-differs'], encoded('undefined:undefined')),
  basic('the password alone', ['secret-cut', 'basic-differs'], encoded('open-sesame-42')),
  basic('without Basic', 'digest-prefix', encoded(login).slice(6)),
  basic('Bearer in place of Basic', 'digest-prefix', encoded(login).replace('Basic', 'Bearer')),
  basic('URL-encoded', ['secret-escaped', 'digest-url-encoded'], encoded(encodeURIComponent(login))),
  basic('another password', 'basic-differs', encoded('hooks:nobody-knows')),
]

export const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
export const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
export const pemOf = (key: KeyObject) => createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a token by hand. */
function jwt(alg: string, claims: object, signature: (signed: Buffer) => Buffer): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${signature(Buffer.from(signed)).toString('base64url')}`
}

const hs =
  (key: string | Buffer, name = 'sha256') =>
  (signed: Buffer) =>
    createHmac(name, key).update(signed).digest()
const birdKey = 'k7Qp2mXv9Lz4Rt1Wc8Yb'

function bird(
  name: string,
  truth: string | readonly string[],
  claims: object,
  {
    key = birdKey,
    alg = 'HS256',
    hash = 'sha256',
    more = {},
  }: { key?: string | Buffer; alg?: string; hash?: string; more?: Partial<Given> } = {},
): FreshCase {
  const all = {
    iss: 'MessageBird',
    nbf: Number(seconds),
    jti: 'a',
    url_hash: sha(place),
    payload_hash: sha(body),
    ...claims,
  }
  return freshCase('jwt', `messagebird: ${name}`, truth, {
    body,
    scheme: preset('messagebird'),
    header: jwt(alg, all, hs(key, hash)),
    secrets: withOthers(birdKey),
    ...more,
  })
}

function plaid(
  name: string,
  truth: string | readonly string[],
  claims: object,
  sign: (signed: Buffer) => Buffer = raw,
  alg = 'ES256',
  more: Partial<Given> = {},
): FreshCase {
  return freshCase('jwt', `plaid: ${name}`, truth, {
    body,
    scheme: preset('plaid'),
    header: jwt(alg, { iat: Number(seconds), request_body_sha256: sha(body), ...claims }, sign),
    secrets: [secret(pemOf(curve))],
    ...more,
  })
}

const raw = (signed: Buffer) => signWith('sha256', signed, { key: curve, dsaEncoding: 'ieee-p1363' })
const der = (signed: Buffer) => signWith('sha256', signed, { key: curve, dsaEncoding: 'der' })
const parsed = JSON.parse(body) as { [name: string]: unknown }

/** Google's tokens, by RSA. */
function google(
  name: string,
  truth: string | readonly string[],
  claims: object,
  padding: { padding: number; saltLength?: number } = { padding: constants.RSA_PKCS1_PADDING },
  scheme = preset('google-pubsub'),
  alg = 'RS256',
): FreshCase {
  return freshCase('jwt', `google-pubsub: ${name}`, truth, {
    body,
    scheme: { ...scheme, setting: { label: 'Audience', value: place } },
    header: `Bearer ${jwt(alg, { iss: 'https://accounts.google.com', aud: place, iat: Number(seconds), ...claims }, (signed) => signWith('sha256', signed, { key: rsaKey, ...padding }))}`,
    secrets: [secret(pemOf(rsaKey))],
  })
}

const pss = { ...preset('google-pubsub'), algorithms: ['PS256'] } as ReturnType<typeof preset>

const webTokens: readonly FreshCase[] = [
  bird('a line feed after the key', 'secret-whitespace', {}, { key: `${birdKey}\n` }),
  bird('quotes around the key', 'secret-quotes', {}, { key: `"${birdKey}"` }),
  bird('the key decoded from base64', 'secret-decoded', {}, { key: Buffer.from(birdKey, 'base64') }),
  bird('undefined as the key', 'secret-not-loaded', {}, { key: 'undefined' }),
  bird('the key twice', 'secret-doubled', {}, { key: birdKey + birdKey }),
  bird('a lost character of the key', 'secret-typo', {}, { key: birdKey.slice(0, 5) + birdKey.slice(6) }),
  bird('swapped neighbours in the key', 'secret-typo', {}, { key: swapped(birdKey, 8) }),
  bird('the older key', 'secret-previous', {}, { key: previousSecret }),
  bird('the key of staging', 'secret-other-environment', {}, { key: stagingSecret }),
  bird('another issuer', 'jwt-issuer', { iss: 'Bird' }),
  bird('the hash of the URL over http', ['jwt-url-hash', 'message-url'], {
    url_hash: sha(place.replace('https', 'http')),
  }),
  bird('the hash of the body in Python spacing', ['body-python-spacing', 'jwt-body-hash'], {
    payload_hash: sha(JSON.stringify(parsed, null, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '')),
  }),
  bird('the hash of the indented body', ['body-formatting', 'body-reserialised', 'jwt-body-hash'], {
    payload_hash: sha(JSON.stringify(parsed, null, 2)),
  }),
  bird('the hash of an empty body', ['body-consumed', 'jwt-body-hash'], { payload_hash: sha('') }),
  bird('the hash of {}', ['body-consumed', 'jwt-body-hash'], { payload_hash: sha('{}') }),
  bird('the hash of another body', 'jwt-body-hash', { payload_hash: sha('another') }),
  plaid('DER in place of raw numbers', 'signature-numbers', {}, der),
  plaid('the hash of the body with a final line feed', ['body-final-newline', 'jwt-body-hash'], {
    request_body_sha256: sha(`${body}\n`),
  }),
  plaid('the hash of the body with CRLF', ['body-final-newline', 'jwt-body-hash'], {
    request_body_sha256: sha(`${body}\r\n`),
  }),
  plaid('alg none', 'jwt-unsigned', {}, () => Buffer.alloc(0), 'none'),
  plaid('the public key as a shared secret', 'jwt-key-confusion', {}, hs(pemOf(curve)), 'HS256'),
  google(
    'PSS with the longest salt',
    ['algorithm-other', 'signature-salt'],
    {},
    { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN },
    pss,
    'PS256',
  ),
  google('another audience', 'jwt-audience', { aud: 'https://other.example' }),
  google('another issuer', 'jwt-issuer', { iss: 'https://issuer.example' }),
  google('PSS in RS256', 'algorithm-other', {}, { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
]

/** Mistakes with tokens, passwords and JSON web tokens. */
export const freshTokens: readonly FreshCase[] = [
  ...['gitlab', 'telegram', 'okta'].flatMap(tokensOf),
  ...basics,
  ...webTokens,
]
