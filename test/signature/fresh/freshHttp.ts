import { constants, createHash, createHmac, sign as signWith } from 'node:crypto'
import { type Given, secret } from '../explain/buildInput.ts'
import { bodies } from '../explain/mistakes/bodies.ts'
import { type FreshCase, freshCase, place, preset, seconds } from './freshCase.ts'
import { dumped, edKey, indented, otherEdKey, rewritten } from './freshKeys.ts'
import { curve, pemOf, rsaKey } from './freshTokens.ts'

const body = bodies.plain
const sharedKey = Buffer.from('0123456789abcdef0123456789abcdef')
const contentDigest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`

interface HttpSigned {
  digest?: string
  type?: string
  authority?: string
  uri?: string
  method?: string
  key?: Buffer
  make?: (base: string) => Buffer
  id?: string
  given?: Partial<Given>
  input?: boolean
  label?: string
}

/** RFC 9421 by hand: what is signed is changed, what is sent stays. */
function http(name: string, truth: string | readonly string[], changed: HttpSigned): FreshCase {
  const components = '("@method" "@authority" "@target-uri" "content-type" "content-digest")'
  const parameters = `${components};created=${seconds};keyid="k1"`
  const base = [
    `"@method": ${changed.method ?? 'POST'}`,
    `"@authority": ${changed.authority ?? 'shop.example'}`,
    `"@target-uri": ${changed.uri ?? place}`,
    `"content-type": ${changed.type ?? 'application/json'}`,
    `"content-digest": ${changed.digest ?? contentDigest(body)}`,
    `"@signature-params": ${parameters}`,
  ].join('\n')
  const signature = (
    changed.make ??
    ((text: string) =>
      createHmac('sha256', changed.key ?? sharedKey)
        .update(text)
        .digest())
  )(base)
  const input = changed.input === false ? [] : ['Signature-Input', `${changed.label ?? 'sig1'}=${parameters}`]
  return freshCase('http-signature', name, truth, {
    body,
    scheme: preset(changed.id ?? 'http-signature-hmac-sha256'),
    header: `sig1=:${signature.toString('base64')}:`,
    headers: ['Content-Type', 'application/json', 'Content-Digest', changed.digest ?? contentDigest(body), ...input],
    secrets: [secret(sharedKey.toString('base64'))],
    ...changed.given,
  })
}

const sharedText = sharedKey.toString('base64')
const withKey = (key: Parameters<typeof pemOf>[0]) => ({ given: { secrets: [secret(pemOf(key))] } })

/** Mistakes with HTTP message signatures. */
export const freshHttp: readonly FreshCase[] = [
  http('the secret as text', 'secret-not-decoded', { key: Buffer.from(sharedText) }),
  http('the secret with a line feed', ['secret-whitespace', 'secret-not-decoded'], {
    key: Buffer.from(`${sharedText}\n`),
  }),
  http('a lost character of the secret', 'secret-typo', {
    key: Buffer.from(sharedText.slice(0, 10) + sharedText.slice(11), 'base64'),
  }),
  http('undefined as the secret', 'secret-not-loaded', { key: Buffer.from('undefined') }),
  http('the authority with its port', 'message-url', { authority: 'shop.example:443' }),
  http('the authority with capital letters', 'message-url', { authority: 'Shop.Example' }),
  http('http for https', 'message-url', { uri: place.replace('https', 'http') }),
  http('the machine behind a proxy', 'message-url', {
    uri: 'http://localhost:3000/hooks/in',
    authority: 'localhost:3000',
  }),
  http('a slash after the path', 'message-url', { uri: `${place}/` }),
  http('the method in lower case', 'message-template', { method: 'post' }),
  http('a charset in the content type', 'message-header', { type: 'application/json; charset=utf-8' }),
  http('a content type without its charset', 'message-header', {
    type: 'application/json',
    given: {
      headers: [
        'Content-Type',
        'application/json;charset=UTF-8',
        'Content-Digest',
        contentDigest(body),
        'Signature-Input',
        `sig1=("@method" "@authority" "@target-uri" "content-type" "content-digest");created=${seconds};keyid="k1"`,
      ],
    },
  }),
  http(
    'a lost Signature-Input',
    ['signature-input-missing', 'signed-value-missing', 'signature-malformed', 'header-absent'],
    { input: false },
  ),
  http(
    'another label in Signature-Input',
    ['signature-input-missing', 'signed-value-missing', 'signature-malformed', 'header-absent'],
    { label: 'sig2' },
  ),
  http('the digest of the body in Python spacing', 'body-python-spacing', { digest: contentDigest(dumped) }),
  http('the digest of the indented body', rewritten, { digest: contentDigest(indented) }),
  http('the digest of another body', 'content-digest-differs', { digest: contentDigest('another') }),
  http('PSS with the longest salt', ['algorithm-other', 'signature-salt'], {
    id: 'http-signature-rsa-pss-sha512',
    make: (base) =>
      signWith('sha512', Buffer.from(base), {
        key: rsaKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
      }),
    ...withKey(rsaKey),
  }),
  http('PKCS #1 in place of PSS', 'algorithm-other', {
    id: 'http-signature-rsa-pss-sha512',
    make: (base) => signWith('sha512', Buffer.from(base), rsaKey),
    ...withKey(rsaKey),
  }),
  http('DER in place of raw numbers', 'signature-numbers', {
    id: 'http-signature-ecdsa-p256-sha256',
    make: (base) => signWith('sha256', Buffer.from(base), { key: curve, dsaEncoding: 'der' }),
    ...withKey(curve),
  }),
  http('another Ed25519 key', 'secret-other-environment', {
    id: 'http-signature-ed25519',
    make: (base) => signWith(null, Buffer.from(base), otherEdKey),
    given: {
      secrets: [
        secret(pemOf(edKey)),
        secret(pemOf(otherEdKey), { standing: 'other', environment: 'Staging', label: 'staging' }),
      ],
    },
  }),
]
