import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canSign, signRequest } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { readJwt, wrongClaim } from '../../src/engine/signature/jwtKind.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { HeaderLine } from '../../src/shared/model.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { JwtScheme, SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

const key = 'a shared secret'
const body = Buffer.from('{"a":"?>~"}')
const url = 'https://example.com/hook?x=1'
const at = 1_800_000_000_000

function scheme(id: string, setting?: string): JwtScheme {
  const found = schemePreset(id)
  if (found?.kind !== 'jwt') throw new Error(`There is no token of ${id}.`)
  return setting === undefined ? found : { ...found, setting: { label: 'setting', value: setting } }
}

const secretOf = (of: SignatureScheme) => verificationSecret({ id: 'k', label: 'k', text: key, current: true }, of)

function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
}

function received(of: JwtScheme, text: string, of2 = body) {
  return {
    method: 'POST',
    headers: [of.header, of.form.kind === 'plain' ? of.form.prefix + text : text],
    body: of2,
    truncated: false,
    urls: [url],
    receivedAt: at,
  }
}

const verdict = (of: JwtScheme, claims: object, bytes?: Buffer<ArrayBuffer>) =>
  verifySignature(received(of, token(claims), bytes), of, [secretOf(of)]).verdict

const sha256 = (encoding: 'hex' | 'base64' | 'base64url') => createHash('sha256').update(body).digest(encoding)

describe('the hash of the body in a token', () => {
  it.each([
    ['livekit', 'sha256', sha256('base64'), sha256('hex')],
    ['qstash', 'body', sha256('base64url'), sha256('hex')],
    ['netlify', 'sha256', sha256('hex'), sha256('base64')],
    ['vonage', 'payload_hash', sha256('hex'), sha256('base64url')],
  ])('is written as %s writes it, and in no other way', (id, claim, right, wrong) => {
    const of = scheme(id)
    const claims = { iss: of.claims.issuers[0], sub: url }
    expect(verdict(of, { ...claims, [claim]: right })).toBe('valid')
    expect(verdict(of, { ...claims, [claim]: wrong })).toBe('invalid')
    expect(verdict(of, claims)).toBe('invalid')
    expect(verdict(of, { ...claims, [claim]: right }, Buffer.from('{"a":"other"}'))).toBe('invalid')
  })

  it('of QStash may have its padding, as its documentation shows it', () => {
    const of = scheme('qstash')
    expect(verdict(of, { iss: 'Upstash', sub: url, body: `${sha256('base64url')}=` })).toBe('valid')
    expect(verdict(of, { iss: 'Upstash', sub: url, body: sha256('base64') })).toBe('invalid')
  })
})

describe('the claims of a token', () => {
  it('name the public URL itself at QStash', () => {
    const of = scheme('qstash')
    const claims = { iss: 'Upstash', body: sha256('base64url') }
    expect(verdict(of, { ...claims, sub: 'https://example.com/other' })).toBe('invalid')
    const text = token({ ...claims, sub: 'https://example.com/other' })
    const values = { timestamp: null, id: null, url }
    expect(wrongClaim(text, { request: received(of, text), scheme: of, values })).toBe('url')
  })

  it('name the API key at LiveKit, where one is filled in', () => {
    const claims = { iss: 'APIright', sha256: sha256('base64') }
    expect(verdict(scheme('livekit'), claims)).toBe('valid')
    expect(verdict(scheme('livekit', 'APIright'), claims)).toBe('valid')
    expect(verdict(scheme('livekit', 'APIother'), claims)).toBe('invalid')
  })

  it.each([
    ['messagebird', undefined, { iss: 'MessageBird', jti: 'msg_1', payload_hash: sha256('hex') }],
    ['livekit', 'APIright', { iss: 'APIright', jti: 'msg_1', sha256: sha256('base64') }],
    ['qstash', undefined, { iss: 'Upstash', jti: 'msg_1', sub: url, body: sha256('base64url') }],
    ['vonage', undefined, { iss: 'Vonage', jti: 'msg_1', payload_hash: sha256('hex') }],
  ])('are those of %s in what Hookscope signs, with an id of their own', (id, setting, claims) => {
    const of = scheme(id, setting)
    const headers: HeaderLine[] = [['Content-Type', 'application/json']]
    const signed = signRequest({ method: 'POST', url, headers, body }, of, secretOf(of), { at, id: 'msg_1' })
    const value = signed?.headers.find(([name]) => name === of.header)?.[1] ?? ''
    expect(readJwt(value.replace('Bearer ', ''))?.claims).toMatchObject({
      ...claims,
      iat: at / 1000,
      nbf: at / 1000,
      exp: at / 1000 + 300,
    })
  })
})

describe('a replay', () => {
  it('is signed again with a shared secret, and never for senders that keep their key', () => {
    expect(
      ['messagebird', 'livekit', 'qstash', 'vonage', 'netlify', 'monday'].map((id) => canSign(scheme(id))),
    ).toEqual(Array.from({ length: 6 }, () => true))
    expect(['plaid', 'google-pubsub'].map((id) => canSign(scheme(id)))).toEqual([false, false])
  })
})

describe('the headers that Contentful signs', () => {
  const of = schemePreset('contentful')!
  const sign = (headers: HeaderLine[]) =>
    signRequest({ method: 'POST', url, headers, body }, of, secretOf(of), { at, id: 'msg_1' })

  it('are named in what Hookscope signs: the list itself, and the time', () => {
    expect(
      Object.fromEntries(sign([['X-Contentful-Topic', 'ContentManagement.Entry.publish']])?.headers ?? []),
    ).toMatchObject({
      'x-contentful-signed-headers': 'x-contentful-signed-headers,x-contentful-timestamp',
      'x-contentful-timestamp': String(at),
    })
  })

  it('stay those that the request names', () => {
    const named = 'x-contentful-signed-headers,x-contentful-timestamp,x-contentful-topic'
    const signed = sign([
      ['X-Contentful-Topic', 'ContentManagement.Entry.publish'],
      ['X-Contentful-Signed-Headers', named],
    ])
    expect(signed?.headers).toContainEqual(['X-Contentful-Signed-Headers', named])
  })
})
