import { describe, expect, test } from 'vitest'
import { signingSecret, signRequest, canTakeSignature } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { HeaderLine } from '../../src/shared/model.ts'
import { schemePresets } from '../../src/shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { bodies as serialised } from '../serialisers/bodies.ts'
import { payloads } from '../support/payloads.ts'
import { keysFor, pairs } from '../build/schemeKeys.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

const moment = { at: 1_800_000_000_000, id: 'msg_new' }

/** Bodies of every kind: what serialisers differ in, hostile texts, forms, and bytes that are no text. */
const corpus: [what: string, type: string, body: Uint8Array][] = [
  ...serialised.map(({ title, text }): [string, string, Uint8Array] => [title, 'application/json', Buffer.from(text)]),
  ...payloads('http://127.0.0.1:9').map(({ mark, text }): [string, string, Uint8Array] => [
    mark,
    'application/json; charset=utf-8',
    Buffer.from(JSON.stringify({ text })),
  ]),
  ['a form', 'application/x-www-form-urlencoded', Buffer.from('b=2&a=1&bt_payload=eA%3D%3D&%C3%A9=%F0%9F%98%80&b=3')],
  ['every byte', 'application/octet-stream', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ['bytes that are no UTF-8', 'text/plain', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0d, 0x0a])],
  ['a mark of the byte order', 'application/json', Buffer.from('\ufeff{"a":1}')],
  ['nothing', 'text/plain', new Uint8Array()],
  [
    'a list of items to sign',
    'application/json',
    Buffer.from(
      '{"live":"false","notificationItems":[{"NotificationRequestItem":{"amount":{"value":1.10,"currency":"EUR"}}},{"NotificationRequestItem":{"success":"true"}}],"value":[{"id":12345678901234567890}]}',
    ),
  ],
]

/** Some of the bodies for every scheme, each body for some scheme. */
function bodiesFor(place: number) {
  return corpus.filter((_, at) => at >= serialised.length + 20 || (at + place) % 8 === 0)
}

function signed(scheme: SignatureScheme, type: string, body: Uint8Array, signs = keysFor(scheme).signs) {
  const made = signingSecret('typed', signs, scheme)
  if (!made.ok) throw new Error(made.code)
  const headers: HeaderLine[] = [
    ['Content-Type', type],
    ...(scheme.header === '' ? [] : [[scheme.header.toUpperCase(), 'old'] satisfies HeaderLine]),
    ['X-After', 'stays'],
  ]
  return signRequest(
    { method: 'POST', url: 'https://app.example/hooks?x=1', headers, body },
    scheme,
    made.secret,
    moment,
  )
}

function verdictOf(scheme: SignatureScheme, request: NonNullable<ReturnType<typeof signed>>) {
  const received = {
    ...request,
    headers: request.headers.flat(),
    truncated: false,
    urls: [request.url],
    receivedAt: moment.at,
  }
  const secret = verificationSecret({ id: 's', label: 's', text: keysFor(scheme).checks, current: true }, scheme)
  return {
    verdict: verifySignature(received, scheme, [secret]).verdict,
    age: signatureAge(received, scheme),
  }
}

describe('what Hookscope signs, Hookscope finds valid', () => {
  for (const [place, scheme] of schemePresets.entries()) {
    fewAndAll(scheme.label, [bodiesFor(place), corpus], (bodies) => {
      for (const [what, type, body] of bodies) {
        const headers: HeaderLine[] = [['Content-Type', type]]
        if (!canTakeSignature({ headers, body }, scheme)) {
          // A signature that belongs in the body, or one that says nothing of bodies that are no form.
          expect(scheme.pointer !== undefined || scheme.id === 'plivo').toBe(true)
          continue
        }
        const request = signed(scheme, type, body)
        if (request === null) throw new Error(`${what} was not signed.`)
        const { verdict, age } = verdictOf(scheme, request)
        // A message that could be the challenge of a handshake proves nothing, whoever signed it.
        if (verdict === 'malformed' && scheme.id === 'braintree') continue
        expect([what, verdict]).toEqual([what, 'valid'])
        if (age !== null && scheme.timestamp?.from !== 'body')
          expect(age).toMatchObject({ signedAt: moment.at, tooOld: false })
        if (scheme.pointer === undefined) expect(request.body).toBe(body)
        expect(request.headers).toContainEqual(['X-After', 'stays'])
      }
    })
  }
})

test('a signature that belongs in the body leaves the digits of its numbers as they were', () => {
  const scheme = schemePresets.find(({ id }) => id === 'adyen-payments')
  const [, type, body] = corpus.at(-1) ?? ['', '', new Uint8Array()]
  if (scheme === undefined) throw new Error('There is no such scheme.')
  const text = Buffer.from(signed(scheme, type, body)?.body ?? []).toString()
  expect(text).toContain('"value":1.10')
  expect(text).toContain('12345678901234567890')
  expect(text.match(/"hmacSignature":"[\w+/]{43}="/g)).toHaveLength(2)
})

test('another secret, a moved clock and a private key of another kind are what they are', () => {
  for (const scheme of schemePresets.filter(({ kind }) => kind === 'hmac' || kind === 'jwt')) {
    const other =
      credentialOf(scheme) === 'public-key' ? null : `${'key' in scheme ? scheme.key.prefix : ''}00ffeeddccbbaa99`
    const request = other === null ? null : signed(scheme, 'application/json', Buffer.from('{"a":1}'), other)
    if (request !== null) expect(verdictOf(scheme, request).verdict).toBe('invalid')
  }
  const ed25519 = schemePresets.find(({ kind }) => kind === 'ed25519')
  const rsa = pairs.rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(signed(ed25519 ?? schemePresets[0]!, 'text/plain', Buffer.from('x'), rsa)).toBeNull()
})

describe('a private key is read', () => {
  const scheme = schemePresets.find(({ id }) => id === 'standard-webhooks-ed25519') ?? schemePresets[0]!
  const { privateKey } = pairs.ed25519
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  test.each([
    ['PEM', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['PEM on one line', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().replaceAll('\n', ' ')],
    ['a JWK', JSON.stringify(privateKey.export({ format: 'jwk' }))],
    ['base64 of DER', privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
    ['32 bytes in hex', seed.toString('hex')],
    ['32 bytes as Standard Webhooks writes them', `whsk_${seed.toString('base64')}`],
  ])('%s', (_what, text) => {
    const request = signed(scheme, 'text/plain', Buffer.from('x'), text)
    expect(request === null ? null : verdictOf(scheme, request).verdict).toBe('valid')
  })

  test.each([
    ['', 'key-empty'],
    [pairs.ed25519.publicKey.export({ format: 'pem', type: 'spki' }).toString(), 'public-key'],
    [JSON.stringify(pairs.rsa.publicKey.export({ format: 'jwk' })), 'public-key'],
    ['-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----', 'key-encrypted'],
    ['not a key', 'no-private-key'],
    ['{"d":', 'no-private-key'],
    ['x'.repeat(70_000), 'key-too-large'],
  ] as const)('what is none is refused with its reason (%#)', (text, code) => {
    expect(signingSecret('typed', text, scheme)).toEqual({ ok: false, code })
  })
})
