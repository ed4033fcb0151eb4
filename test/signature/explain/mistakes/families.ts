import { createHash, createHmac } from 'node:crypto'
import { schemePreset } from '../../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../../src/shared/signature/signatureScheme.ts'

/** Parts of one signature. A mistake changes some of them. */
export interface Signing {
  /** The secret's text, before the sender's rule makes a key of it. */
  secret: Buffer
  /** In place of the key that the rule makes. */
  key: Buffer | null
  body: Buffer
  timestamp: string
  id: string
  url: string
  /** In place of the sender's message. */
  message: Buffer | null
  /** How key and message become a digest. */
  digest(key: Buffer, message: Buffer, algorithm: string): Buffer
  /** How the digest is written; the sender's own way is `family.write`. */
  write(digest: Buffer): string
  /** The header's value around the written digest. */
  header(text: string): string | string[]
}

/** How one sender signs, by hand: nothing here is the engine's. */
export interface Family {
  id: string
  scheme: SignatureScheme
  secret: string
  timestamp: string
  algorithm: string
  key(secret: Buffer): Buffer
  message(parts: Pick<Signing, 'body' | 'timestamp' | 'id' | 'url'>): (string | Buffer)[]
  encoding: 'hex' | 'base64'
  /** The header's value with the digest in it. */
  around(text: string): string
  /** The other headers that belong to the signature. */
  headers: readonly string[]
  signsTimestamp: boolean
  signsUrl: boolean
  /** Whether the body itself is in the message. */
  signsBody: boolean
}

export const place = 'https://shop.example/hooks/in?shop=7&q=a%20b'
const seconds = '1700000000'
const ms = '1700000000123'
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'

function family(name: string, more: Partial<Family>): Family {
  const scheme = schemePreset(name)
  if (scheme === undefined) throw new Error(`There is no preset ${name}.`)
  return {
    id: name,
    scheme,
    secret: 'tIm9Wq2Lx/4vHn7c+Rz0Yk3sPd8Ug5Ej',
    timestamp: seconds,
    algorithm: 'sha256',
    key: (secret) => secret,
    message: ({ body }) => [body],
    encoding: 'hex',
    around: (text) => text,
    headers: [],
    signsTimestamp: false,
    signsUrl: false,
    signsBody: true,
    ...more,
  }
}

function standard(name: string, prefix: string): Family {
  return family(name, {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    key: (secret) => Buffer.from(secret.toString().replace(/^whsec_/, ''), 'base64'),
    message: (parts) => [`${parts.id}.${parts.timestamp}.`, parts.body],
    encoding: 'base64',
    around: (text) => `v1,${text}`,
    headers: [`${prefix}-id`, id, `${prefix}-timestamp`, seconds],
    signsTimestamp: true,
  })
}

/** Every way in which HMACs of senders differ: what is signed along, how it is written, what the key is. */
export const families: readonly Family[] = [
  family('service', { encoding: 'base64' }),
  family('github', { around: (text) => `sha256=${text}` }),
  family('stripe', {
    secret: 'whsec_8d1f0e7ab3c94d25b6f7a1c2e3d4f506',
    message: ({ body, timestamp }) => [`${timestamp}.`, body],
    around: (text) => `t=${seconds},v1=${text}`,
    signsTimestamp: true,
  }),
  family('slack', {
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    message: ({ body, timestamp }) => [`v0:${timestamp}:`, body],
    around: (text) => `v0=${text}`,
    headers: ['X-Slack-Request-Timestamp', seconds],
    signsTimestamp: true,
  }),
  standard('standard-webhooks', 'webhook'),
  standard('svix', 'svix'),
  family('square', {
    message: ({ body, url }) => [url, body],
    encoding: 'base64',
    signsUrl: true,
  }),
  family('paddle', {
    secret: 'pdl_ntfset_01hv8wptq8987qeep44cyrewp9_DL7WXV',
    message: ({ body, timestamp }) => [`${timestamp}:`, body],
    around: (text) => `ts=${seconds};h1=${text}`,
    signsTimestamp: true,
  }),
  family('zendesk', {
    timestamp: '2023-11-14T22:13:20Z',
    message: ({ body, timestamp }) => [timestamp, body],
    encoding: 'base64',
    headers: ['X-Zendesk-Webhook-Signature-Timestamp', '2023-11-14T22:13:20Z'],
    signsTimestamp: true,
  }),
  family('shopify', { encoding: 'base64' }),
  family('linear', {}),
  family('adyen', {
    secret: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
    key: (secret) => Buffer.from(secret.toString(), 'hex'),
    encoding: 'base64',
  }),
  family('hubspot', {
    timestamp: ms,
    message: ({ body, url, timestamp }) => ['POST', url, body, timestamp],
    encoding: 'base64',
    headers: ['X-HubSpot-Request-Timestamp', ms],
    signsTimestamp: true,
    signsUrl: true,
  }),
  family('box', {
    timestamp: '2023-11-14T22:13:20+00:00',
    message: ({ body, timestamp }) => [body, timestamp],
    encoding: 'base64',
    headers: ['box-delivery-timestamp', '2023-11-14T22:13:20+00:00'],
    signsTimestamp: true,
  }),
  family('trello', {
    message: ({ body, url }) => [body, url],
    algorithm: 'sha1',
    encoding: 'base64',
    signsUrl: true,
  }),
  family('twilio', {
    secret: '0123456789abcdef0123456789abcdef',
    message: ({ body, url }) => [url, sortedForm(body)],
    algorithm: 'sha1',
    encoding: 'base64',
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    signsUrl: true,
    signsBody: false,
  }),
]

/** The family of this name, which must exist. */
export function familyOf(name: string): Family {
  const found = families.find((one) => one.id === name)
  if (found === undefined) throw new Error(`There is no family ${name}.`)
  return found
}

/** A signature as the sender makes it. */
export function rightSigning(sender: Family, body: Buffer): Signing {
  return {
    secret: Buffer.from(sender.secret),
    key: null,
    body,
    timestamp: sender.timestamp,
    id,
    url: place,
    message: null,
    digest: (key, message, algorithm) => createHmac(algorithm, key).update(message).digest(),
    write: (digest) => digest.toString(sender.encoding),
    header: (text) => sender.around(text),
  }
}

/** The digest as text. */
export function signed(sender: Family, signing: Signing): string {
  const key = signing.key ?? sender.key(signing.secret)
  return signing.write(signing.digest(key, messageOf(sender, signing), sender.algorithm))
}

/** The bytes that are signed. */
export function messageOf(sender: Family, signing: Signing): Buffer {
  return signing.message ?? Buffer.concat(sender.message(signing).map((part) => Buffer.from(part as string)))
}

/** A plain hash, for mistakes that leave HMAC out. */
export function hashOf(algorithm: string, ...parts: (string | Buffer)[]): Buffer {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function sortedForm(body: Buffer): string {
  return [...new URLSearchParams(body.toString())]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join(''))
    .join('')
}
