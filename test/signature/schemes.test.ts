import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { keyBytes, verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { publicUrls } from '../../src/shared/publicUrls.ts'
import { challengeSignedFor } from '../../src/shared/signature/handshakes.ts'
import { schemePreset, schemePresets } from '../../src/shared/signature/schemePresets.ts'
import { isPlainHmac, type PlainHmacScheme, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { publishedVectors, type Vector } from './publishedVectors.ts'

function scheme(id: string): SignatureScheme {
  const found = schemePreset(id)
  if (found === undefined) throw new Error(`There is no scheme ${id}.`)
  return found
}

function requestOf(
  vector: Omit<Vector, 'scheme' | 'secret' | 'title'>,
  receivedAt: number | null = null,
): SignedRequest {
  return {
    headers: vector.headers.flat(),
    body: Buffer.from(vector.body),
    truncated: false,
    method: 'POST',
    urls: vector.url === undefined ? [] : [vector.url],
    receivedAt,
  }
}

function verdictOf(vector: Omit<Vector, 'title'>): string {
  const of = scheme(vector.scheme)
  const secret = verificationSecret({ id: 's', label: 's', text: vector.secret, current: true }, of)
  return verifySignature(requestOf(vector), of, [secret]).verdict
}

describe('the schemes of other senders', () => {
  it.each(publishedVectors.map((vector) => [vector.title, vector] as const))('accept %s', (_title, vector) => {
    expect(verdictOf(vector)).toBe('valid')
  })

  it.each(publishedVectors.map((vector) => [vector.title, vector] as const))(
    'refuse %s with one byte changed in the body',
    (_title, vector) => {
      const body = Buffer.from(vector.body)
      const at = body.length >> 1
      body[at] = (body[at] ?? 0) ^ 1
      expect(verdictOf({ ...vector, body })).toBe('invalid')
    },
  )

  it.each(schemePresets.filter(isPlainHmac).map((of) => [of.label, of] as const))(
    '%s: what was signed is valid, and nothing with one bit changed in body, secret or digest',
    (_label, of) => {
      fc.assert(
        fc.property(
          fc.uint8Array({ minLength: 1, maxLength: 200 }),
          fc.uint8Array({ minLength: 16, maxLength: 40 }),
          fc.nat(),
          (bytes, key, bit) => {
            // A signature that a handshake gives to any caller is not an event's, see test/handshakes.
            const isSigned = challengeSignedFor(of.id) !== undefined
            const body = isSigned ? Buffer.concat([Buffer.from('{}'), bytes]) : bytes
            const request = signedBy(of, key, body)
            const secret = (bytes: Uint8Array) =>
              verificationSecret({ id: 's', label: 's', text: secretText(of, bytes), current: true }, of)
            const verdict = (changed: SignedRequest, bytes: Uint8Array) =>
              verifySignature(changed, of, [secret(bytes)]).verdict
            expect(verdict(request, key)).toBe('valid')
            expect(verdict(request, flipped(key, bit))).toBe('invalid')
            expect(['invalid', 'malformed']).toContain(
              verdict(
                signedBy(of, key, body, (digest) => flipped(digest, bit)),
                key,
              ),
            )
            expect(['invalid', ...(isSigned ? ['malformed'] : [])]).toContain(
              verdict({ ...request, body: flipped(body, bit) }, key),
            )
          },
        ),
        { numRuns: 60 },
      )
    },
  )
})

/** Signs as a sender would, by another way than the code under test: one Buffer, one digest. */
function signedBy(
  of: PlainHmacScheme,
  key: Uint8Array,
  body: Uint8Array,
  change: (digest: Buffer) => Uint8Array = (digest) => digest,
): SignedRequest {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const url = `https://example.com/hook${of.bodyHashParameter === null ? '' : `?${of.bodyHashParameter}=${bodyHash}`}`
  const time = of.timestamp?.unit === 'ms' ? '1700000000000' : '1700000000'
  const [before = '', after = ''] = of.message
    .replace('{method}', 'POST')
    .replace('{timestamp}', time)
    .replace('{id}', 'msg_1')
    .replace('{url}', url)
    .replace('{form}', '')
    .split('{body}')
  const whole = of.message.includes('{body}') ? [Buffer.from(before), body, Buffer.from(after)] : [Buffer.from(before)]
  const digest = Buffer.from(change(createHmac(of.algorithm, key).update(Buffer.concat(whole)).digest())).toString(
    of.encoding,
  )
  const value = {
    plain: () => (of.form.kind === 'plain' ? of.form.prefix : '') + digest,
    pairs: () =>
      of.form.kind === 'pairs'
        ? `${of.timestamp?.name ?? 't'}=${time}${of.form.separator}${of.form.key}=${digest}`
        : '',
    list: () => (of.form.kind === 'list' ? `${of.form.prefix}${digest}` : ''),
  }[of.form.kind]()
  const headers = [of.header, value]
  if (of.timestamp?.from === 'header') headers.push(of.timestamp.name, time)
  if (of.idHeader !== null) headers.push(of.idHeader, 'msg_1')
  return { headers, body, truncated: false, method: 'POST', urls: [url], receivedAt: null }
}

/** The secret as users paste it, for these key bytes. */
function secretText(of: PlainHmacScheme, key: Uint8Array): string | Uint8Array {
  if (of.key.decode === 'utf8') return key
  return of.key.prefix + Buffer.from(key).toString(of.key.decode)
}

function flipped(bytes: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = (bit >> 3) % changed.length
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7))
  return changed
}

describe('a signature header', () => {
  const stripe = publishedVectors.find((vector) => vector.scheme === 'stripe') as Vector
  const [, value] = stripe.headers[0] as [string, string]

  it('may hold several signatures, of which one that is right is enough', () => {
    const other = value.replace('v1=', `v1=${'0'.repeat(64)},v1=`)
    expect(verdictOf({ ...stripe, headers: [['Stripe-Signature', other]] })).toBe('valid')
  })

  it('is malformed without the timestamp that is signed along', () => {
    expect(verdictOf({ ...stripe, headers: [['Stripe-Signature', value.replace(/^t=\d+,/, '')]] })).toBe('malformed')
  })

  it('is malformed when it is of another form', () => {
    expect(verdictOf({ ...stripe, headers: [['Stripe-Signature', 'abc']] })).toBe('malformed')
    expect(verdictOf({ ...stripe, headers: [['Stripe-Signature', '']] })).toBe('malformed')
  })
})

describe('the age of a signature', () => {
  const slack = publishedVectors.find((vector) => vector.scheme === 'slack') as Vector
  const signedAt = 1_531_420_618_000

  it.each([
    [299, false],
    [301, true],
    [-301, true],
  ])('at %i seconds is told apart from its being right', (seconds, tooOld) => {
    const request = requestOf(slack, signedAt + seconds * 1000)
    expect(signatureAge(request, scheme('slack'))).toEqual({ signedAt, ageSeconds: seconds, tooOld })
    expect(verdictOf(slack)).toBe('valid')
  })

  it('is left out where nobody knows when the request came, or the sender does not say when it signed', () => {
    expect(signatureAge(requestOf(slack), scheme('slack'))).toBeNull()
    const github = publishedVectors.find((vector) => vector.scheme === 'github') as Vector
    expect(signatureAge(requestOf(github, signedAt), scheme('github'))).toBeNull()
  })
})

describe('a key', () => {
  it('that cannot be decoded as the scheme says proves nothing, and throws nothing', () => {
    expect(keyBytes('not hex', { decode: 'hex', prefix: '' })).toBeNull()
    expect(keyBytes('whsec_***', { decode: 'base64', prefix: 'whsec_' })).toBeNull()
    const adyen = publishedVectors.find((vector) => vector.scheme === 'adyen') as Vector
    expect(verdictOf({ ...adyen, secret: 'not hex' })).toBe('invalid')
  })

  it('is taken with and without its prefix', () => {
    const form = { decode: 'base64', prefix: 'whsec_' } as const
    expect(keyBytes('whsec_AAEC', form)).toEqual(keyBytes('AAEC', form))
  })
})

describe('the public URL', () => {
  it('is first the URL that was applied at the service, with the query of the request, then what the headers hint at', () => {
    const headers = ['Host', 'h.example', 'X-Forwarded-Proto', 'https', 'X-Forwarded-Host', 'f.example, proxy']
    expect(publicUrls(headers, '/in/k?a=1', 'https://told.example/in/k')).toEqual([
      'https://told.example/in/k?a=1',
      'https://f.example/in/k?a=1',
      'https://h.example/in/k?a=1',
    ])
    const [likeliest] = publicUrls(headers, '/in/k?a=1', 'https://told.example/in/k?own=2')
    expect(likeliest).toBe('https://told.example/in/k?own=2')
  })

  it('is taken for https first where no header says how it came', () => {
    expect(publicUrls(['Host', 'h.example:8080'], '/in/k', null)).toEqual([
      'https://h.example:8080/in/k',
      'http://h.example:8080/in/k',
    ])
  })

  it('may be any of these: a proof over one of them is a proof', () => {
    const square = publishedVectors.find((vector) => vector.scheme === 'square') as Vector
    const of = scheme('square')
    const secret = verificationSecret({ id: 's', label: 's', text: square.secret, current: true }, of)
    const request = { ...requestOf(square), urls: ['http://127.0.0.1/webhooks', square.url ?? ''] }
    expect(verifySignature(request, of, [secret]).verdict).toBe('valid')
  })

  it("of Twilio's JSON bodies carries the body's hash, which must agree", () => {
    const body = '{"a":1}'
    const hash = createHash('sha256').update(body).digest('hex')
    const of = (claimed: string): Omit<Vector, 'title'> => {
      const url = `https://mycompany.com/myapp?bodySHA256=${claimed}`
      const signature = createHmac('sha1', '12345').update(url).digest('base64')
      return { scheme: 'twilio', secret: '12345', url, body, headers: [['X-Twilio-Signature', signature]] }
    }
    expect(verdictOf(of(hash))).toBe('valid')
    expect(verdictOf(of(hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))))).toBe('invalid')
  })

  it('alone proves no body: without its hash, a JSON body of Twilio is not valid', () => {
    const url = 'https://mycompany.com/myapp'
    const headers: Vector['headers'] = [
      ['X-Twilio-Signature', createHmac('sha1', '12345').update(url).digest('base64')],
    ]
    expect(verdictOf({ scheme: 'twilio', secret: '12345', url, body: '{"a":1}', headers })).toBe('invalid')
    expect(verdictOf({ scheme: 'twilio', secret: '12345', url, body: '', headers })).toBe('valid')
  })
})
