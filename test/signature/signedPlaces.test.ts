import { describe, expect, it } from 'vitest'
import { signedMessage } from '../../src/engine/signature/signedMessage.ts'
import { signRequest, canTakeSignature } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { bodyProven } from '../../src/engine/signature/bodyProof.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { HeaderLine } from '../../src/shared/model.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { HmacScheme } from '../../src/shared/signature/signatureScheme.ts'

function scheme(id: string): HmacScheme {
  const found = schemePreset(id)
  if (found?.kind !== 'hmac') throw new Error(`There is no HMAC of ${id}.`)
  return found
}

const form: HeaderLine = ['content-type', 'application/x-www-form-urlencoded']
const json: HeaderLine = ['content-type', 'application/json']

function message(of: HmacScheme, url: string, headers: HeaderLine[], body = '', timestamp = '1'): string {
  const request = {
    method: 'POST',
    headers: headers.flat(),
    body: Buffer.from(body),
    truncated: false,
    urls: [url],
    receivedAt: null,
  }
  return Buffer.concat(signedMessage(of, request, { timestamp, id: 'n1', url })).toString()
}

describe('the message of Plivo', () => {
  const of = scheme('plivo')

  it.each([
    ['https://example.com/hook', 'b=2&a=1+x', 'https://example.com/hook?a1 xb2.n1'],
    ['https://example.com/hook?z=1&c=%20q', 'b=2&a=1', 'https://example.com/hook?c= q&z=1.a1b2.n1'],
    ['https://example.com/hook?c=2&c=1', 'a=2&a=1', 'https://example.com/hook?c=1&c=2.a1a2.n1'],
    ['https://example.com:8443/hook/', 'a=1', 'https://example.com:8443/hook/?a1.n1'],
    ['https://example.com/hook?z=1&c=2', '', 'https://example.com/hook?c=2&z=1.n1'],
    ['https://example.com/hook', '', 'https://example.com/hook.n1'],
  ])('has the query and the fields of the form in order: %s, %s', (url, body, expected) => {
    expect(message(of, url, [form], body)).toBe(expected)
  })

  it('has nothing of a body that is no form, so such a body is neither signed nor valid', () => {
    const url = 'https://example.com/hook'
    const secret = verificationSecret({ id: 'k', label: 'k', text: 'token', current: true }, of)
    const body = Buffer.from('{"a":1}')
    const signed = signRequest({ method: 'POST', url, headers: [form], body: new Uint8Array() }, of, secret, {
      at: 0,
      id: 'n1',
    })
    const headers = [...(signed?.headers ?? []).filter(([name]) => name !== form[0]), json]
    expect(message(of, url, headers, '{"a":1}')).toBe(message(of, url, [form]))
    const received = { method: 'POST', headers: headers.flat(), body, truncated: false, urls: [url], receivedAt: null }
    expect(verifySignature(received, of, [secret]).verdict).toBe('invalid')
    expect(canTakeSignature({ headers: [json], body }, of)).toBe(false)
    expect(signRequest({ method: 'POST', url, headers: [json], body }, of, secret, { at: 0, id: 'n1' })).toBeNull()
  })
})

describe('the message of Mercado Pago', () => {
  const of = scheme('mercado-pago')
  const id: HeaderLine = ['x-request-id', 'r-1']

  it.each([
    ['https://example.com/?data.id=ORD01&type=order', [id], 'id:ORD01;request-id:r-1;ts:1;'],
    ['https://example.com/?data.id=123', [], 'id:123;ts:1;'],
    ['https://example.com/?id=123&topic=merchant_order', [id], 'request-id:r-1;ts:1;'],
    ['https://example.com/', [], 'ts:1;'],
  ] as [string, HeaderLine[], string][])(
    'has the id of the query as it is, and no part that is missing: %s',
    (url, headers, expected) => {
      expect(message(of, url, headers, '{"data":{"id":"other"}}')).toBe(expected)
    },
  )

  it('says nothing of the body', () => {
    const request = {
      headers: [],
      body: Buffer.from('{}'),
      truncated: false,
      method: 'POST',
      urls: [],
      receivedAt: null,
    }
    expect(bodyProven(request, of, undefined)).toBe(false)
  })
})
