import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { fingerprintOf, verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { signatureOf, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'

const serviceVector = {
  secret: 'A7B6Fgl2KFI921gJ',
  body: '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}',
  signature: 'jeY/WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8=',
}

function secret(text: string, current = true, id = text) {
  return verificationSecret({ id, label: id, text, current }, serviceScheme)
}

function requestOf(headers: string[], body: string | Uint8Array): SignedRequest {
  return { headers, body: Buffer.from(body), truncated: false, method: 'POST', urls: [], receivedAt: null }
}

function signed(body: string | Uint8Array, signature: string | null, header: string = serviceScheme.header) {
  return requestOf(['Host', 'x', header, signature ?? ''], body)
}

function digestOf(body: string | Uint8Array, of: ReturnType<typeof secret>): string {
  return signatureOf(requestOf([], body), serviceScheme, of) ?? ''
}

describe('the signature check', () => {
  it("accepts the service's published sample", () => {
    expect(Buffer.byteLength(serviceVector.body)).toBe(262)
    expect(
      verifySignature(signed(serviceVector.body, serviceVector.signature), serviceScheme, [
        secret(serviceVector.secret),
      ]),
    ).toEqual({ verdict: 'valid', secretId: serviceVector.secret })
  })

  it("agrees with GitHub's published vector on the digest itself", () => {
    const digest = Buffer.from(digestOf('Hello, World!', secret("It's a Secret to Everybody")), 'base64').toString(
      'hex',
    )
    expect(digest).toBe('757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17')
  })

  it.each([
    ['1', Buffer.alloc(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '2',
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      '3',
      Buffer.alloc(20, 0xaa),
      Buffer.alloc(50, 0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      '4',
      Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
      Buffer.alloc(50, 0xcd),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      '6',
      Buffer.alloc(131, 0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      '7',
      Buffer.alloc(131, 0xaa),
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('gives the digest of RFC 4231, case %s', (_case, key, data, digest) => {
    const prepared = { ...secret('x'), key: createSecretKey(key) }
    const given = digestOf(data, prepared)
    expect(Buffer.from(given ?? '', 'base64').toString('hex')).toBe(digest)
  })

  it('says which secret matched, and that it is an older one', () => {
    const body = 'x'
    const request = signed(body, digestOf(body, secret('old')))
    expect(verifySignature(request, serviceScheme, [secret('new'), secret('old', false, 'id-old')])).toEqual({
      verdict: 'valid-previous',
      secretId: 'id-old',
    })
  })

  it('prefers the current secret when the same text is also an older one', () => {
    const request = signed('x', digestOf('x', secret('same')))
    const secrets = [secret('same', false, 'older'), secret('same', true, 'current')]
    expect(verifySignature(request, serviceScheme, secrets)).toEqual({ verdict: 'valid', secretId: 'current' })
  })

  it('says invalid when no secret matches', () => {
    const request = signed(serviceVector.body, serviceVector.signature)
    expect(verifySignature(request, serviceScheme, [secret('other')]).verdict).toBe('invalid')
  })

  it('says unsigned without the header, even when there is no secret', () => {
    expect(verifySignature(requestOf(['Host', 'x'], ''), serviceScheme, []).verdict).toBe('unsigned')
  })

  it.each([
    ['empty', ''],
    ['not base64', '*'.repeat(44)],
    ['a hex digest', '75'.repeat(32)],
    ['too short', 'jeY/WGRS5RPYKG4K5Rv7PA=='],
    ['unpadded', serviceVector.signature.slice(0, -1)],
    ['prefixed', `sha256=${serviceVector.signature}`],
    ['a megabyte long', 'A'.repeat(1_000_000)],
  ])('says malformed when the header is %s', (_name, value) => {
    expect(
      verifySignature(signed(serviceVector.body, value), serviceScheme, [secret(serviceVector.secret)]).verdict,
    ).toBe('malformed')
  })

  it('says malformed when the header came twice, whatever stands in it', () => {
    const headers = [serviceScheme.header, serviceVector.signature, 'X-Service-Webhook-HMAC', serviceVector.signature]
    const request = requestOf(headers, serviceVector.body)
    expect(verifySignature(request, serviceScheme, [secret(serviceVector.secret)]).verdict).toBe('malformed')
  })

  it('says no-secret when there is nothing to check against', () => {
    expect(verifySignature(signed(serviceVector.body, serviceVector.signature), serviceScheme, []).verdict).toBe(
      'no-secret',
    )
  })

  it('says cannot-tell for a truncated body', () => {
    const request = { ...signed(serviceVector.body, serviceVector.signature), truncated: true }
    expect(verifySignature(request, serviceScheme, [secret(serviceVector.secret)]).verdict).toBe('cannot-tell')
  })

  it('finds the header whatever its case, and another header where the environment says so', () => {
    const upper = signed(serviceVector.body, serviceVector.signature, 'X-SERVICE-WEBHOOK-HMAC')
    expect(verifySignature(upper, serviceScheme, [secret(serviceVector.secret)]).verdict).toBe('valid')
    const other = signed(serviceVector.body, serviceVector.signature, 'x-acme-signature')
    expect(
      verifySignature(other, { ...serviceScheme, header: 'X-Acme-Signature' }, [secret(serviceVector.secret)]).verdict,
    ).toBe('valid')
    expect(verifySignature(other, serviceScheme, [secret(serviceVector.secret)]).verdict).toBe('unsigned')
  })

  it('works on bytes: a body that is not UTF-8 verifies', () => {
    const body = Uint8Array.from([0xff, 0xfe, 0x00, 0x80])
    const request = signed(body, digestOf(body, secret('s')))
    expect(verifySignature(request, serviceScheme, [secret('s')]).verdict).toBe('valid')
  })

  it('accepts what was signed and nothing with one bit changed, for any body and secret', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.nat(),
        (body, text, position) => {
          const key = secret(text)
          const signature = digestOf(body, key)
          expect(verifySignature(signed(body, signature), serviceScheme, [key]).verdict).toBe('valid')

          const digest = Buffer.from(signature, 'base64')
          digest[(position >> 3) % 32] = (digest[(position >> 3) % 32] ?? 0) ^ (1 << (position & 7))
          expect(verifySignature(signed(body, digest.toString('base64')), serviceScheme, [key]).verdict).toBe('invalid')

          if (body.length === 0) return
          const changed = Uint8Array.from(body)
          const at = (position >> 3) % changed.length
          changed[at] = (changed[at] ?? 0) ^ (1 << (position & 7))
          expect(verifySignature(signed(changed, signature), serviceScheme, [key]).verdict).toBe('invalid')
        },
      ),
      { numRuns: 500 },
    )
  })

  it('does not accept another spelling of the same digest', () => {
    const body = 'x'
    const signature = digestOf(body, secret('s'))
    const last = signature[42] as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const sibling = alphabet[alphabet.indexOf(last) + 1] as string
    const respelled = `${signature.slice(0, 42)}${sibling}=`
    expect(Buffer.from(respelled, 'base64')).toEqual(Buffer.from(signature, 'base64'))
    expect(verifySignature(signed(body, respelled), serviceScheme, [secret('s')]).verdict).toBe('invalid')
  })

  it('names secrets by the first eight hex digits of their SHA-256', () => {
    expect(fingerprintOf('abc')).toBe('ba7816bf')
  })
})
