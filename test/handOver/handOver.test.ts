import { expect, test } from 'vitest'
import { deliveryFile } from '../../src/shared/handOver/deliveryFile.ts'
import { harFile } from '../../src/shared/handOver/harFile.ts'
import type { Attempt } from '../../src/shared/wireTypes.ts'
import { aDetail } from '../renderer/state/aDetail.ts'

const place = { origin: 'http://127.0.0.1:4690', version: '0.1.0' }
const odd = Uint8Array.from([0x7b, 0, 0xff, 0x7d])

const replay: Attempt = {
  id: '1',
  kind: 'replay',
  startedAt: '2026-01-01T00:00:00.000Z',
  method: 'POST',
  url: 'http://127.0.0.1:4690/in/key-of-the-receiver',
  requestHeaders: [['Authorization', 'Bearer abc']],
  status: 200,
  responseHeaders: [['Set-Cookie', 'session=abc']],
  body: '',
  bodyTruncated: false,
  error: null,
  timing: { queue: null, connect: 1, firstByte: 2, total: 3 },
}

const withSecrets = aDetail({
  headers: [
    ['Authorization', 'Bearer abc'],
    ['X-Original-Url', 'https://x.example/in/key-of-the-receiver?a=1'],
    ['Content-Type', 'application/json'],
  ],
  target: '/in/key-of-the-receiver/more?a=1&b=%20',
  attempts: [replay],
})

test('a delivery that is handed over has its exact bytes and everything that is known of it', () => {
  const { body, delivery } = deliveryFile(aDetail({ size: 4, sha256: 'aa' }), odd)
  expect(Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0))).toEqual(odd)
  expect(body).toMatchObject({ size: 4, complete: true, sha256: 'aa' })
  expect(delivery).toMatchObject({ id: '7', verdict: 'valid', signature: { expected: 'c2ln' }, attempts: [] })
})

test('no secret goes along: not the key of the receiver, not a credential', () => {
  for (const file of [deliveryFile(withSecrets, odd), harFile(withSecrets, odd, place)]) {
    const text = JSON.stringify(file)
    expect(text).not.toContain('key-of-the-receiver')
    expect(text).not.toContain('abc')
    expect(text).toContain('application/json')
  }
})

test('the key of a receiver stays here in every place, also that of another one', () => {
  const { signature } = aDetail()
  const signed = { ...signature.signed, first: 'POSThttps://x.example/in/key-of-the-receiver{' }
  const url = 'https://x.example/in/key-of-another?x=1'
  const file = deliveryFile(aDetail({ signature: { ...signature, signed }, attempts: [{ ...replay, url }] }), odd)
  expect(file.delivery.signature.signed.first).toBe('POSThttps://x.example/in/[receiver-key]{')
  expect(file.delivery.attempts[0]?.url).toBe('https://x.example/in/[receiver-key]?x=1')
})

test('a signature that was made again for a replay stays here; what came with the delivery does not', () => {
  const headers: [string, string][] = [['X-Kept', '1']]
  const requestHeaders: [string, string][] = [...headers, ['X-Signature', 'right']]
  const attempt = (signedAnew: boolean) => ({ ...replay, requestHeaders, replayed: { signedAnew, edited: false } })
  const { attempts } = deliveryFile(aDetail({ headers, attempts: [attempt(true), attempt(false)] }), odd).delivery
  expect(attempts.map((shown) => shown.requestHeaders[1])).toEqual([
    ['X-Signature', '[redacted]'],
    ['X-Signature', 'right'],
  ])
})

test('a right signature for bytes that nobody signed stays here', () => {
  const forged = aDetail({ verdict: 'invalid', signature: { ...aDetail().signature, received: 'wrong' } })
  expect(deliveryFile(forged, odd).delivery.signature).toMatchObject({ received: 'wrong', expected: '[redacted]' })
})

test('parameters named for credentials stay here, in the target and in the addresses of attempts', () => {
  const url = 'http://127.0.0.1:3000/hook?access_token=abc&x=1'
  const delivery = aDetail({ target: '/in/key-of-the-receiver?token=abc&x=1', attempts: [{ ...replay, url }] })
  const file = deliveryFile(delivery, odd)
  expect(file.delivery.target).toBe('/in/[receiver-key]?token=[redacted]&x=1')
  expect(file.delivery.attempts[0]?.url).toBe('http://127.0.0.1:3000/hook?access_token=[redacted]&x=1')
  expect(file.redactions).toEqual({ headers: [], parameters: ['token'], proof: null })
  expect(harFile(delivery, odd, place).log.entries[0].request.queryString).toEqual([
    { name: 'token', value: '[redacted]' },
    { name: 'x', value: '1' },
  ])
})

test.each(['X-Gitlab-Token', 'X-Telegram-Bot-Api-Secret-Token', 'X-Of-An-Own-Scheme'])(
  'the token that proves a delivery stays here, in %s and in the check, and the file says that it does',
  (header) => {
    const signatures = [{ text: 'opens-it', secret: null }]
    const signature = { ...aDetail().signature, header, carriesSecret: true, received: 'opens-it', signatures }
    const delivery = aDetail({ headers: [[header, 'opens-it']], signature: { ...signature, expected: 'opens-it' } })
    const json = deliveryFile(delivery, odd)
    const har = harFile(delivery, odd, place)
    expect(JSON.stringify([json, har])).not.toContain('opens-it')
    expect(json.redactions).toEqual({ headers: [header], parameters: [], proof: 'header' })
    expect(json.note).toContain(header)
    expect(har.log.entries[0].comment).toBe(json.note)
  },
)

test('the token that proves a delivery in its body stays here, with the hash that would tell a guess from it', () => {
  const signature = {
    ...aDetail().signature,
    header: '',
    pointer: '/passcode',
    carriesSecret: true,
    received: 'a"b',
    expected: null,
  }
  const delivery = aDetail({ sha256: 'aa', signature: { ...signature, signed: { ...signature.signed, sha256: 'aa' } } })
  const file = deliveryFile(delivery, new TextEncoder().encode('{"passcode": "a\\"b", "é": 1}'))
  expect(new TextDecoder().decode(Uint8Array.from(atob(file.body.base64), (sign) => sign.charCodeAt(0)))).toBe(
    '{"passcode": "[redacted]", "é": 1}',
  )
  expect(file.body).toMatchObject({ complete: false, sha256: '[redacted]' })
  expect(file.redactions.proof).toBe('body')
  expect(file.delivery).toMatchObject({ sha256: '[redacted]', signature: { received: '[redacted]' } })
  expect(file.delivery.signature.signed.sha256).toBe('[redacted]')
  const escaped = deliveryFile(delivery, new TextEncoder().encode('{"passcode": "\\u0061\\"b"}'))
  expect(atob(escaped.body.base64)).toBe('{"passcode": "[redacted]"}')
  const unreadable = deliveryFile(delivery, new TextEncoder().encode('{"passcode": "a'))
  expect(unreadable.body.base64).toBe('')
})

test('an HTTP archive has every member that version 1.2 asks for', () => {
  const { log } = harFile(withSecrets, new TextEncoder().encode('{"é":1}'), place)
  const [entry] = log.entries
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Hookscope', version: '0.1.0' } })
  expect(entry.request).toMatchObject({
    method: 'POST',
    httpVersion: 'HTTP/1.1',
    url: 'http://127.0.0.1:4690/in/[receiver-key]/more?a=1&b=%20',
    queryString: [
      { name: 'a', value: '1' },
      { name: 'b', value: ' ' },
    ],
    postData: { mimeType: 'application/json', text: '{"é":1}' },
    headersSize: -1,
    cookies: [],
  })
  expect(entry.response).toMatchObject({ status: 200, redirectURL: '', content: { size: 0 }, headers: [], cookies: [] })
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 12,
    timings: { send: 0, wait: 12, receive: 0 },
    cache: {},
  })
})

test('bytes that are no text stand in an HTTP archive as base64, and it says so', () => {
  const [entry] = harFile(withSecrets, odd, place).log.entries
  expect(entry.request.postData).toMatchObject({ text: 'ewD/fQ==', _encoding: 'base64' })
  expect(harFile(withSecrets, new Uint8Array(), place).log.entries[0].request).not.toHaveProperty('postData')
})
