import { expect, test } from 'vitest'
import { signRequest, type UnsignedRequest } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { HeaderLine } from '../../src/shared/model.ts'
import { isPlainHmac } from '../../src/shared/signature/signatureScheme.ts'
import { schemePresets } from '../../src/shared/signature/schemePresets.ts'

const texts = { utf8: 'a shared secret', hex: '00112233445566778899aabbccddeeff', base64: 'c2VjcmV0IHNlY3JldA==' }
const moment = { at: 1_800_000_000_000, id: 'msg_new' }

const bodies: [what: string, type: string, body: Uint8Array][] = [
  ['JSON', 'application/json', Buffer.from('{"a": 1}')],
  ['a form', 'application/x-www-form-urlencoded', Buffer.from('b=2&a=1')],
  ['bytes that are no text', 'application/octet-stream', Buffer.from([0, 255, 10])],
  ['nothing', 'text/plain', new Uint8Array()],
]

for (const scheme of schemePresets.filter(isPlainHmac)) {
  const secret = verificationSecret(
    { id: '1', label: 'new', text: scheme.key.prefix + texts[scheme.key.decode], current: true },
    scheme,
  )

  test.each(bodies)(`${scheme.label}: a request with %s that was signed anew is valid`, (_what, type, body) => {
    const headers: HeaderLine[] = [
      ['Content-Type', type],
      // The earlier signature must be replaced.
      [scheme.header.toUpperCase(), 'old'],
      ...(scheme.timestamp?.from === 'header' ? [[scheme.timestamp.name, '12'] satisfies HeaderLine] : []),
      ['X-After', 'stays'],
    ]
    const request: UnsignedRequest = { method: 'POST', url: 'https://app.example/hooks?x=1', headers, body }
    const signed = signRequest(request, scheme, secret, moment)
    if (signed === null) throw new Error('It was not signed.')
    const received = {
      ...signed,
      headers: signed.headers.flat(),
      truncated: false,
      urls: [signed.url],
      receivedAt: moment.at,
    }
    expect(verifySignature(received, scheme, [secret]).verdict).toBe('valid')
    if (scheme.timestamp?.from !== 'body' && scheme.timestamp !== null) {
      expect(signatureAge(received, scheme)).toMatchObject({ signedAt: moment.at, tooOld: false })
    }
    expect(signed.headers.slice(0, 2).map(([name]) => name)).toEqual(['Content-Type', scheme.header.toUpperCase()])
    expect(signed.headers).toContainEqual(['X-After', 'stays'])
    expect(signed.body).toBe(body)
  })
}

test('an id that came is kept, and one is made where none came', () => {
  const scheme = schemePresets.find(({ id }) => id === 'svix') ?? schemePresets[0]
  if (scheme === undefined) throw new Error('There is no such scheme.')
  const secret = verificationSecret({ id: '1', label: 'new', text: `whsec_${texts.base64}`, current: true }, scheme)
  const request = (headers: HeaderLine[]) => ({ method: 'POST', url: 'http://x/', headers, body: Buffer.from('x') })
  const idOf = (headers: HeaderLine[]) =>
    signRequest(request(headers), scheme, secret, moment)?.headers.find(([name]) => name === 'svix-id')?.[1]
  expect(idOf([['svix-id', 'msg_old']])).toBe('msg_old')
  expect(idOf([])).toBe('msg_new')
})

test('a secret that is no key for the scheme signs nothing', () => {
  const adyen = schemePresets.find(({ id }) => id === 'adyen')
  if (adyen === undefined) throw new Error('There is no such scheme.')
  const secret = verificationSecret({ id: '1', label: 'new', text: 'not hex', current: true }, adyen)
  const request = { method: 'POST', url: 'http://x/', headers: [], body: Buffer.from('x') }
  expect(signRequest(request, adyen, secret, moment)).toBeNull()
})

test('a time is written as the date that came, or as its sender writes dates', () => {
  const box = schemePresets.find(({ id }) => id === 'box')
  if (box === undefined) throw new Error('There is no such scheme.')
  const secret = verificationSecret({ id: '1', label: 'new', text: 'a shared secret', current: true }, box)
  const timeOf = (headers: HeaderLine[]) => {
    const request = { method: 'POST', url: 'http://x/', headers, body: Buffer.from('{}') }
    const signed = signRequest(request, box, secret, moment)?.headers.flat() ?? []
    const received = { ...request, headers: signed, truncated: false, urls: [request.url], receivedAt: moment.at }
    expect(signatureAge(received, box)).toMatchObject({ signedAt: moment.at, tooOld: false })
    return signed[signed.indexOf('box-delivery-timestamp') + 1]
  }
  expect(timeOf([['box-delivery-timestamp', '2020-01-01T00:00:00-07:00']])).toBe('2027-01-15T01:00:00-07:00')
  // Nothing came: as Box writes it.
  expect(timeOf([])).toBe('2027-01-15T00:00:00-08:00')
})
