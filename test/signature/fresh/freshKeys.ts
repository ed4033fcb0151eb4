import { constants, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Given, secret } from '../explain/buildInput.ts'
import { bodies } from '../explain/mistakes/bodies.ts'
import { json, parsed } from '../explain/mistakes/writers.ts'
import { type FreshCase, freshCase, preset, seconds } from './freshCase.ts'
import { curve, pemOf, rsaKey } from './freshTokens.ts'

const body = bodies.plain
export const dumped = json(parsed(body), { item: ', ', colon: ': ' })
export const indented = JSON.stringify(parsed(body), null, 2)
export const edKey = generateKeyPairSync('ed25519').privateKey
export const otherEdKey = generateKeyPairSync('ed25519').privateKey
const ed = (text: string | Buffer, key = edKey) => signWith(null, Buffer.from(text as string), key)

/** It was laid out otherwise, which a program does that writes it again. */
export const rewritten = ['body-formatting', 'body-reserialised']

/** The bodies that receivers sign in place of the raw one, with what names them. */
const otherBodies: readonly [name: string, truth: string | readonly string[], text: string][] = [
  ['the body in Python spacing', 'body-python-spacing', dumped],
  ['the indented body', rewritten, indented],
  ['the body with a line feed', 'body-final-newline', `${body}\n`],
  ['the body with CRLF', 'body-final-newline', `${body}\r\n`],
  ['the body as a JSON text', 'body-json-string', JSON.stringify(body)],
  ['{}', 'body-consumed', '{}'],
  ['[object Object]', 'body-consumed', '[object Object]'],
  ['the body in base64', 'body-base64', Buffer.from(body).toString('base64')],
  ['the body after a byte order mark', 'body-bom', `\ufeff${body}`],
]

/** The body alone is the message without its timestamp, or a message without a place for it. */
const noTimestamp = ['message-template', 'message-timestamp']

function discord(
  name: string,
  truth: string | readonly string[],
  signature: Buffer | string,
  more: Partial<Given> = {},
): FreshCase {
  return freshCase('ed25519', `discord: ${name}`, truth, {
    body,
    scheme: preset('discord'),
    header: typeof signature === 'string' ? signature : signature.toString('hex'),
    headers: ['X-Signature-Timestamp', seconds],
    secrets: [
      secret(pemOf(edKey)),
      secret(pemOf(otherEdKey), { label: 'staging', environment: 'Staging', standing: 'other' }),
    ],
    ...more,
  })
}

const right = ed(seconds + body)

const edCases: readonly FreshCase[] = [
  ...otherBodies.map(([name, truth, text]) => discord(name, truth, ed(seconds + text))),
  discord('the body alone', noTimestamp, ed(body)),
  discord('body and timestamp swapped', 'message-template', ed(body + seconds)),
  discord('a dot between them', 'message-template', ed(`${seconds}.${body}`)),
  discord('whole milliseconds', 'message-timestamp', ed(`${seconds}000${body}`)),
  discord('the key of staging', 'secret-other-environment', ed(seconds + body, otherEdKey)),
  discord('base64', 'digest-encoding', right.toString('base64')),
  discord('a prefix', 'digest-prefix', `ed25519=${right.toString('hex')}`),
  discord('cut to 63 bytes', ['digest-wrong-length', 'signature-cut', 'signature-malformed'], right.subarray(0, 63)),
  discord('cut to 32 bytes', ['digest-wrong-length', 'signature-cut', 'signature-malformed'], right.subarray(0, 32)),
  discord(
    'half of a hex digit lost',
    ['digest-wrong-length', 'signature-cut', 'signature-malformed'],
    right.toString('hex').slice(0, -1),
  ),
]

function standard(
  name: string,
  truth: string | readonly string[],
  message: string,
  write = (bytes: Buffer) => bytes.toString('base64'),
): FreshCase {
  return freshCase('ed25519', `standard-webhooks: ${name}`, truth, {
    body,
    scheme: preset('standard-webhooks-ed25519'),
    header: `v1a,${write(ed(message))}`,
    headers: ['webhook-id', 'msg_1', 'webhook-timestamp', seconds],
    secrets: [secret(pemOf(edKey))],
  })
}

const standardCases: readonly FreshCase[] = [
  ...otherBodies.slice(0, 6).map(([name, truth, text]) => standard(name, truth, `msg_1.${seconds}.${text}`)),
  standard('id and timestamp swapped', 'message-template', `${seconds}.msg_1.${body}`),
  standard('without the id', 'message-template', `${seconds}.${body}`),
  standard('the body alone', 'message-template', body),
  standard('hex', 'digest-encoding', `msg_1.${seconds}.${body}`, (bytes) => bytes.toString('hex')),
  standard('base64url', 'digest-alphabet', `msg_1.${seconds}.${body}`, (bytes) => bytes.toString('base64url')),
]

function sendgrid(
  name: string,
  truth: string | readonly string[],
  message: string,
  {
    hash = 'sha256',
    dsaEncoding = 'der',
    write = (bytes) => bytes.toString('base64'),
  }: { hash?: string; dsaEncoding?: 'der' | 'ieee-p1363'; write?: (bytes: Buffer) => string } = {},
): FreshCase {
  return freshCase('ecdsa', `sendgrid: ${name}`, truth, {
    body,
    scheme: preset('sendgrid'),
    header: write(signWith(hash, Buffer.from(message), { key: curve, dsaEncoding })),
    headers: ['X-Twilio-Email-Event-Webhook-Timestamp', seconds],
    secrets: [secret(pemOf(curve))],
  })
}

const curveCases: readonly FreshCase[] = [
  ...otherBodies.map(([name, truth, text]) => sendgrid(name, truth, seconds + text)),
  sendgrid('the body alone', noTimestamp, body),
  sendgrid('the timestamp after the body', 'message-template', body + seconds),
  sendgrid('raw numbers', 'signature-numbers', seconds + body, { dsaEncoding: 'ieee-p1363' }),
  sendgrid('SHA-512', 'algorithm-other', seconds + body, { hash: 'sha512' }),
  sendgrid('SHA-1', 'algorithm-other', seconds + body, { hash: 'sha1' }),
  sendgrid('base64url', 'digest-alphabet', seconds + body, { write: (bytes) => bytes.toString('base64url') }),
  sendgrid('hex', 'digest-encoding', seconds + body, { write: (bytes) => bytes.toString('hex') }),
]

function wise(
  name: string,
  truth: string | readonly string[],
  message: string,
  {
    hash = 'sha256',
    padding = constants.RSA_PKCS1_PADDING,
    saltLength = 32,
    write = (bytes: Buffer) => bytes.toString('base64'),
  } = {},
): FreshCase {
  const salted = padding === constants.RSA_PKCS1_PSS_PADDING ? { saltLength } : {}
  return freshCase('rsa', `wise: ${name}`, truth, {
    body,
    scheme: preset('wise'),
    header: write(signWith(hash, Buffer.from(message), { key: rsaKey, padding, ...salted })),
    secrets: [secret(pemOf(rsaKey))],
  })
}

const rsaCases: readonly FreshCase[] = [
  ...otherBodies.map(([name, truth, text]) => wise(name, truth, text)),
  wise('PSS', 'algorithm-other', body, { padding: constants.RSA_PKCS1_PSS_PADDING }),
  wise('PSS with the longest salt', ['algorithm-other', 'signature-salt'], body, {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
  }),
  wise('SHA-1', 'algorithm-other', body, { hash: 'sha1' }),
  wise('SHA-512', 'algorithm-other', body, { hash: 'sha512' }),
  wise('hex', 'digest-encoding', body, { write: (bytes) => bytes.toString('hex') }),
]

const paypalId = '8PT597110X687430LKGECATA'

function paypal(name: string, truth: string | readonly string[], message: string): FreshCase {
  const scheme = { ...preset('paypal'), setting: { label: 'Webhook ID', value: paypalId } }
  return freshCase('rsa', `paypal: ${name}`, truth, {
    body,
    scheme,
    header: signWith('sha256', Buffer.from(message), rsaKey).toString('base64'),
    headers: ['PAYPAL-TRANSMISSION-ID', 'b2ab2ab0', 'PAYPAL-TRANSMISSION-TIME', '2023-11-14T22:13:20Z'],
    secrets: [secret(pemOf(rsaKey))],
  })
}

const sent = 'b2ab2ab0|2023-11-14T22:13:20Z'
const crc = String(crc32(body))

const paypalCases: readonly FreshCase[] = [
  paypal('the webhook id is missing', ['message-template'], `${sent}||${crc}`),
  paypal('the webhook id and its bar are missing', ['message-template'], `${sent}|${crc}`),
  paypal('WEBHOOK_ID', ['message-template'], `${sent}|WEBHOOK_ID|${crc}`),
  paypal('the checksum in hex', ['message-template'], `${sent}|${paypalId}|${crc32(body).toString(16)}`),
  paypal('the body in place of its checksum', ['message-template'], `${sent}|${paypalId}|${body}`),
  paypal('id and time swapped', ['message-template'], `2023-11-14T22:13:20Z|b2ab2ab0|${paypalId}|${crc}`),
  paypal('the checksum of the body in Python spacing', ['body-python-spacing'], `${sent}|${paypalId}|${crc32(dumped)}`),
  paypal('the checksum of the indented body', rewritten, `${sent}|${paypalId}|${crc32(indented)}`),
  paypal(
    'the checksum of a body with a line feed',
    ['body-final-newline'],
    `${sent}|${paypalId}|${crc32(`${body}\n`)}`,
  ),
]

const snsFields: Readonly<Record<string, string>> = {
  Message: 'An order was paid: {"id": 7}',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Subject: 'Order 7',
  Timestamp: '2023-11-14T22:13:20.000Z',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:orders',
  Type: 'Notification',
}
const snsText = (names: readonly string[]) => names.map((name) => `${name}\n${snsFields[name]}\n`).join('')
const snsNames = Object.keys(snsFields)

function sns(name: string, truth: string | readonly string[], message: string, hash = 'sha256'): FreshCase {
  const signature = signWith(hash, Buffer.from(message), rsaKey).toString('base64')
  return freshCase('rsa', `aws-sns: ${name}`, truth, {
    body: JSON.stringify({
      ...snsFields,
      SignatureVersion: '2',
      Signature: signature,
      SigningCertURL: 'https://sns.us-west-2.amazonaws.com/a.pem',
    }),
    scheme: preset('aws-sns'),
    header: null,
    secrets: [secret(pemOf(rsaKey))],
  })
}

const snsCases: readonly FreshCase[] = [
  sns('without the Subject', 'message-template', snsText(snsNames.filter((name) => name !== 'Subject'))),
  sns('without the final line feed', 'message-template', snsText(snsNames).trimEnd()),
  sns(
    'without the Subject and the final line feed',
    'message-template',
    snsText(snsNames.filter((name) => name !== 'Subject')).trimEnd(),
  ),
  sns('SHA-1', 'algorithm-other', snsText(snsNames), 'sha1'),
  sns('values alone', 'message-template', snsNames.map((name) => `${snsFields[name]}\n`).join('')),
]

/** Mistakes with public keys. */
export const freshKeys: readonly FreshCase[] = [
  ...edCases,
  ...standardCases,
  ...curveCases,
  ...rsaCases,
  ...paypalCases,
  ...snsCases,
]
