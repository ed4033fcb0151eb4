/** A right signature says only what it covers: all of the body, some of its fields, or nothing of it. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyProven, provenFields } from '../../src/engine/signature/bodyProof.ts'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePreset, serviceScheme } from '../../src/shared/signature/schemePresets.ts'
import type { HmacScheme, SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

const key = 'A7B6Fgl2KFI921gJ'

function preset(id: string): SignatureScheme {
  const found = schemePreset(id)
  if (found === undefined) throw new Error(`There is no preset ${id}.`)
  return found
}

function request(headers: string[], body: string, urls = ['https://shop.example/in']): SignedRequest {
  return { headers, body: Buffer.from(body), truncated: false, method: 'POST', urls, receivedAt: null }
}

function secretFor(scheme: SignatureScheme, text = key) {
  return verificationSecret({ id: 'k', label: 'k', text, current: true }, scheme)
}

/** The verdict, and how much of the body it proves. */
function checked(of: SignedRequest, scheme: SignatureScheme, text = key) {
  const secret = secretFor(scheme, text)
  return [verifySignature(of, scheme, [secret]).verdict, bodyProven(of, scheme, secret)]
}

const hmac = (
  algorithm: string,
  message: string,
  encoding: 'base64' | 'hex' = 'base64',
  secret: string | Buffer = key,
) => createHmac(algorithm, secret).update(message).digest(encoding)

describe('what a right signature says of the body', () => {
  it('is all of it where the body is signed', () => {
    const of = request(['x-hub-signature-256', `sha256=${hmac('sha256', 'text', 'hex')}`], 'text')
    expect(checked(of, preset('github'))).toEqual(['valid', true])
  })

  it('is nothing where a token, a password or a signature over other values proves the sender, an empty body included', () => {
    for (const body of ['{"a":1}', '']) {
      expect(checked(request(['X-Gitlab-Token', key], body), preset('gitlab'))).toEqual(['valid', false])
      expect(
        checked(
          request(['Authorization', `Basic ${Buffer.from('u:p').toString('base64')}`], body),
          preset('postmark'),
          'u:p',
        ),
      ).toEqual(['valid', false])
    }
    const signature = { timestamp: '1529006854', token: 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0' }
    const digest = hmac('sha256', signature.timestamp + signature.token, 'hex')
    const body = JSON.stringify({ signature: { ...signature, signature: digest }, 'event-data': { event: 'opened' } })
    expect(checked(request(['content-type', 'application/json'], body), preset('mailgun'))).toEqual(['valid', false])
  })

  it('is some fields where only these are signed, and the others are named', () => {
    const item = {
      eventCode: 'AUTHORISATION',
      success: 'true',
      eventDate: '2026-01-01T00:00:00Z',
      pspReference: 'P1',
      merchantAccountCode: 'Shop',
      merchantReference: 'R1',
      amount: { value: 1000, currency: 'EUR' },
    }
    const hex = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
    const digest = hmac('sha256', 'P1::Shop:R1:1000:EUR:AUTHORISATION:true', 'base64', Buffer.from(hex, 'hex'))
    const body = (eventDate: string) =>
      JSON.stringify({
        live: 'false',
        notificationItems: [
          { NotificationRequestItem: { ...item, eventDate, additionalData: { hmacSignature: digest, 'a/b': '1' } } },
        ],
      })
    const scheme = preset('adyen-payments')
    const headers = ['content-type', 'application/json']
    expect(checked(request(headers, body(item.eventDate)), scheme, hex)).toEqual(['valid', 'partly'])
    // A field that is not signed can be changed by anyone, and the signature stays right.
    const changed = request(headers, body('1999-01-01T00:00:00Z'))
    expect(checked(changed, scheme, hex)).toEqual(['valid', 'partly'])
    const at = '/notificationItems/*/NotificationRequestItem'
    expect(provenFields(changed, scheme)).toEqual({
      signed: [
        `${at}/eventCode`,
        `${at}/success`,
        `${at}/pspReference`,
        `${at}/merchantAccountCode`,
        `${at}/merchantReference`,
        `${at}/amount/value`,
        `${at}/amount/currency`,
      ],
      unsigned: ['/live', `${at}/eventDate`, `${at}/additionalData/a~1b`],
    })
  })

  it('is some fields of a form, too', () => {
    const payload = Buffer.from('<notification/>').toString('base64')
    const sha1 = createHash('sha1').update(key).digest()
    const form = new URLSearchParams({
      bt_signature: `public|${hmac('sha1', payload, 'hex', sha1)}`,
      bt_payload: payload,
      extra: 'x',
    })
    const of = request(['content-type', 'application/x-www-form-urlencoded'], form.toString())
    expect(checked(of, preset('braintree'))).toEqual(['valid', 'partly'])
    expect(provenFields(of, preset('braintree'))).toEqual({ signed: ['/bt_payload'], unsigned: ['/extra'] })
  })

  describe('of an HTTP message signature', () => {
    const scheme = preset('http-signature-hmac-sha256')
    const secret = Buffer.from('a secret of thirty-two bytes....').toString('base64')
    const sign = (base: string) => hmac('sha256', base, 'base64', Buffer.from(secret, 'base64'))
    const digestOf = (body: string) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    const bare = '("@method");created=1'
    const covering = '("@method" "content-digest");created=1'
    const bareBase = `"@method": POST\n"@signature-params": ${bare}`

    it('is nothing where it does not cover Content-Digest, even if one is there', () => {
      const headers = ['Signature-Input', `sig1=${bare}`, 'Signature', `sig1=:${sign(bareBase)}:`]
      expect(checked(request(headers, '{"a":1}'), scheme, secret)).toEqual(['valid', false])
      const digest = ['Content-Digest', digestOf('another body')]
      expect(checked(request([...headers, ...digest], '{"a":1}'), scheme, secret)).toEqual(['valid', false])
      expect(checked(request(headers, ''), scheme, secret)).toEqual(['valid', false])
    })

    it('is all of it where it covers Content-Digest, and the entry that is right counts alone', () => {
      const body = '{"a":1}'
      const base = `"@method": POST\n"content-digest": ${digestOf(body)}\n"@signature-params": ${covering}`
      const input = ['Content-Digest', digestOf(body), 'Signature-Input', `sig1=${bare}, sig2=${covering}`]
      const both = (one: string, two: string) => request([...input, 'Signature', `sig1=:${one}:, sig2=:${two}:`], body)
      const wrong = sign('something else')
      expect(checked(both(wrong, sign(base)), scheme, secret)).toEqual(['valid', true])
      expect(checked(both(sign(bareBase), wrong), scheme, secret)).toEqual(['valid', false])
      // Without the secret it is not known which of the two was right.
      expect(bodyProven(both(wrong, sign(base)), scheme, undefined)).toBe(false)
    })
  })

  it('is nothing of a body whose hash is claimed by the URL and is another one, be it empty', () => {
    const hash = createHash('sha256').update('{"a":1}').digest('hex')
    const url = `https://shop.example/in?bodySHA256=${hash}`
    const signature = hmac('sha1', url)
    const scheme = preset('twilio')
    const headers = ['X-Twilio-Signature', signature, 'content-type', 'application/json']
    expect(checked(request(headers, '{"a":1}', [url]), scheme)).toEqual(['valid', true])
    expect(checked(request(headers, '', [url]), scheme)[0]).toBe('invalid')
  })
})

describe('an empty key', () => {
  const scheme = (decode: HmacScheme['key']['decode'], prefix: string): SignatureScheme => ({
    ...(serviceScheme as HmacScheme),
    id: 'own',
    key: { decode, prefix },
  })

  it.each([
    ['utf8', 'whsec_', Buffer.alloc(0)],
    ['sha1', 'whsec_', createHash('sha1').update('').digest()],
    ['base64', 'whsec_', Buffer.alloc(0)],
  ] as const)('is never accepted: a secret of %s that is only its prefix %s', (decode, prefix, empty) => {
    const of = scheme(decode, prefix)
    const forged = request([of.header, hmac('sha256', 'text', 'base64', empty)], 'text')
    expect(verifySignature(forged, of, [secretFor(of, prefix)]).verdict).toBe('invalid')
  })

  it.each(['utf8', 'sha1'] as const)('is never accepted: an empty secret as %s', (decode) => {
    const of = scheme(decode, '')
    const empty = decode === 'utf8' ? Buffer.alloc(0) : createHash('sha1').update('').digest()
    const forged = request([of.header, hmac('sha256', 'text', 'base64', empty)], 'text')
    expect(verifySignature(forged, of, [secretFor(of, '')]).verdict).toBe('invalid')
  })
})
