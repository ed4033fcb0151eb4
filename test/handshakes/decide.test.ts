import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHandshakeLimit } from '../../src/engine/openReception.ts'
import { decideHandshake, type HandshakeInput } from '../../src/engine/handshakes/decideHandshake.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { CapturedRequest } from '../../src/shared/model.ts'
import { handshakes, handshakesOf } from '../../src/shared/signature/handshakes.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'

const key = 'a secret of the sender'

function aRequest(
  change: Partial<Omit<CapturedRequest, 'body'>> & { body?: string | Uint8Array } = {},
): CapturedRequest {
  const { body = '', ...rest } = change
  const bytes = Buffer.from(body)
  return {
    method: 'POST',
    target: '/in/key',
    httpVersion: '1.1',
    headers: [],
    trailers: [],
    body: bytes,
    truncated: false,
    size: bytes.length,
    contentLength: bytes.length,
    receivedAt: 0,
    peer: { address: '127.0.0.1', port: 1 },
    ...rest,
  }
}

function scheme(preset: string) {
  const found = schemePreset(preset)
  if (found === undefined) throw new Error(`There is no preset ${preset}.`)
  return found
}

const secretFor = (preset: string) =>
  verificationSecret({ id: 's', label: 'Secret 1', text: key, current: true }, scheme(preset))

function inputFor(preset: string, request: CapturedRequest, change: Partial<HandshakeInput> = {}): HandshakeInput {
  return {
    request,
    on: handshakesOf(preset),
    verdict: 'unsigned',
    secrets: [secretFor(preset)],
    verifyToken: 'verify-token',
    setting: { label: 'Public key', value: 'public' },
    url: () => 'https://hooks.example.com/in/key',
    mayAnswer: () => true,
    ...change,
  }
}

const encoded = encodeURIComponent

/** For each sender that signs challenges: how a text is asked to be signed, and what a delivery with this signature would be. */
const signers = {
  x: {
    ask: (text: string) => aRequest({ method: 'GET', target: `/in/key?crc_token=${encoded(text)}` }),
    signatureIn: (answer: string) => (JSON.parse(answer) as { response_token: string }).response_token,
    deliver: (text: string, signature: string) =>
      aRequest({ headers: ['x-twitter-webhooks-signature', signature], body: text }),
    own: (text: string) => text,
  },
  zoom: {
    ask: (text: string) =>
      aRequest({ body: JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken: text } }) }),
    signatureIn: (answer: string) => `v0=${(JSON.parse(answer) as { encryptedToken: string }).encryptedToken}`,
    deliver: (text: string, signature: string) => {
      const [, at = '', ...rest] = text.split(':')
      const headers = ['x-zm-signature', signature, 'x-zm-request-timestamp', at]
      return aRequest({ headers, body: rest.join(':') })
    },
    own: (text: string) => `v0:1700000000:${text}`,
  },
  braintree: {
    ask: (text: string) => aRequest({ method: 'GET', target: `/in/key?bt_challenge=${encoded(text)}` }),
    signatureIn: (answer: string) => answer,
    deliver: (text: string, signature: string) =>
      aRequest({
        headers: ['content-type', 'application/x-www-form-urlencoded'],
        body: new URLSearchParams({ bt_signature: signature, bt_payload: text }).toString(),
      }),
    own: (text: string) => Buffer.from(text).toString('base64'),
  },
}

const inAlphabet = fc.stringMatching(/^[A-Za-z0-9_+/=-]{1,140}$/)
const hex = fc.stringMatching(/^[0-9a-f]{18,34}$/)
const bodies = fc.oneof(inAlphabet, hex, fc.json(), fc.string(), fc.constantFrom('0', 'true', 'null', '""', '{}', '[]'))

describe('no signature of an event can be had through a handshake', () => {
  it.each(Object.entries(signers))(
    'of %s: whatever is signed as a challenge proves nothing as a delivery',
    (preset, signer) => {
      let signed = 0
      fc.assert(
        fc.property(bodies, (text) => {
          for (const message of [text, signer.own(text)]) {
            const decision = decideHandshake(inputFor(preset, signer.ask(message)))
            const answer = decision?.answer?.body ?? ''
            if (answer === '') continue
            signed += 1
            const delivery = { ...signer.deliver(message, signer.signatureIn(answer)), urls: [] }
            const { verdict } = verifySignature(delivery, scheme(preset), [secretFor(preset)])
            expect(['malformed', 'invalid', 'unsigned']).toContain(verdict)
          }
        }),
        { numRuns: 2_000 },
      )
      // The property says something only where something was signed.
      expect(signed).toBeGreaterThan(100)
    },
  )

  it.each(Object.entries(signers))(
    'of %s: the body and the signed message of an event are no challenge',
    (preset, signer) => {
      const events = ['{"event":"meeting.started"}', '{"for_user_id":"1","tweet_create_events":[]}', '<notification/>']
      for (const event of events) {
        for (const text of [event, signer.own(event)]) {
          expect(decideHandshake(inputFor(preset, signer.ask(text)))?.answer ?? null).toBeNull()
        }
      }
    },
  )

  it('X: a right signature over a text in the alphabet of challenges is malformed, and over an event it is valid', () => {
    const sha = (text: string) => `sha256=${createHmac('sha256', key).update(text).digest('base64')}`
    const verdictOf = (text: string) => {
      const delivery = { ...signers.x.deliver(text, sha(text)), urls: [] }
      return verifySignature(delivery, scheme('x'), [secretFor('x')]).verdict
    }
    expect(verdictOf('12345')).toBe('malformed')
    expect(verdictOf('{"for_user_id":"1"}')).toBe('valid')
  })

  it('is slow to ask for: thirty a minute for each environment', () => {
    let now = 0
    const may = createHandshakeLimit(30, () => now)
    const ask = (environment: string) =>
      decideHandshake(inputFor('x', signers.x.ask('abc'), { mayAnswer: () => may(environment) }))
    for (let count = 0; count < 30; count++) expect(ask('one')?.record.outcome).toBe('answered')
    expect(ask('one')).toMatchObject({
      answer: null,
      record: { outcome: 'refused', why: { code: 'too-many-handshakes', fields: { perMinute: 30 } } },
    })
    expect(ask('other')?.record.outcome).toBe('answered')
    now = 60_001
    expect(ask('one')?.record.outcome).toBe('answered')
  })
})

describe('published vectors', () => {
  it('eBay: the digest of its SDKs', () => {
    const target = '/webhook?challenge_code=a8628072-3d33-45ee-9004-bee86830a22d'
    const decision = decideHandshake(
      inputFor('ebay', aRequest({ method: 'GET', target }), {
        verifyToken: '71745723-d031-455c-bfa5-f90d11b4f20a',
        url: () => 'http://www.testendpoint.com/webhook',
      }),
    )
    expect(JSON.parse(decision?.answer?.body ?? '')).toEqual({
      challengeResponse: 'ca527df75caa230092d7e90484071e8f05d63068f1317973d6a3a42593734bbb',
    })
  })
})

describe('what is almost a handshake gets the ordinary answer', () => {
  const get = (query: string) => aRequest({ method: 'GET', target: `/in/key?${query}` })
  it.each([
    ['dropbox', get('challenge=a&challenge=b'), 'challenge-repeated'],
    ['dropbox', get('challenge='), 'challenge-characters'],
    ['dropbox', get('challenge'), 'challenge-characters'],
    ['dropbox', get('challenge=%ff'), 'challenge-unreadable'],
    ['dropbox', get('challenge=%'), 'challenge-unreadable'],
    ['dropbox', get('challenge=a%0d%0ab'), 'challenge-characters'],
    ['dropbox', get('challenge=%C3%A9'), 'challenge-characters'],
    ['dropbox', get(`challenge=${'a'.repeat(2049)}`), 'challenge-too-long'],
    ['x', get('crc_token=a&crc_token=a'), 'challenge-repeated'],
    ['x', get(`crc_token=${'a'.repeat(129)}`), 'challenge-too-long'],
    ['x', get('crc_token=%7B%22a%22%3A1%7D'), 'challenge-characters'],
    ['meta', get('hub.mode=subscribe&hub.mode=x&hub.challenge=1'), 'challenge-repeated'],
    ['meta', get('hub.mode=subscribe'), 'challenge-missing'],
    ['meta', get('hub.mode=subscribe&hub.challenge=1&hub.verify_token=a&hub.verify_token=b'), 'challenge-repeated'],
    ['braintree', get('bt_challenge=zz'), 'challenge-characters'],
    ['slack', aRequest({ body: '{"type":"url_verification","challenge":{"a":1}}' }), 'challenge-unreadable'],
    ['slack', aRequest({ body: '{"type":"url_verification"}' }), 'challenge-missing'],
    [
      'zoom',
      aRequest({ body: '{"event":"endpoint.url_validation","payload":{"plainToken":"v0:1:{}"}}' }),
      'challenge-characters',
    ],
    ['asana', aRequest({ headers: ['X-Hook-Secret', 'abcdefgh', 'x-hook-secret', 'abcdefgh'] }), 'challenge-repeated'],
    ['asana', aRequest({ headers: ['X-Hook-Secret', 'short'] }), 'challenge-characters'],
  ])('%s %#: %o', (preset, request, code) => {
    const decision = decideHandshake(inputFor(preset, request))
    expect(decision).toMatchObject({ answer: null, secret: null, record: { outcome: 'refused', why: { code } } })
  })

  it('a body that is not whole, or no JSON, is no handshake', () => {
    const whole = '{"type":"url_verification","challenge":"c"}'
    for (const body of [
      whole.slice(0, -1),
      `\ufeff${whole}\u0000`,
      '[]',
      'null',
      '',
      `${whole}${' '.repeat(40_000)}`,
    ]) {
      expect(decideHandshake(inputFor('slack', aRequest({ body })))).toBeNull()
    }
    expect(decideHandshake(inputFor('slack', aRequest({ body: whole, truncated: true })))).toBeNull()
  })
})

describe('whatever comes', () => {
  const names = handshakes.flatMap(({ when, values }) => [...when, ...Object.values(values)].map(({ name }) => name))
  const name = fc.oneof(fc.constantFrom(...names), fc.string())
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 3_000 }),
    fc.constantFrom('subscribe', '1', '0'),
  )
  const pair = fc.tuple(name, text)
  const latin1 = (value: string) => Buffer.from(value, 'utf8').toString('latin1')
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT'),
    target: fc
      .array(
        fc.oneof(
          pair.map(([key, value]) => `${key}=${value}`),
          fc.tuple(name, fc.string()).map((it) => it.join('=')),
        ),
      )
      .map((pairs) => `/in/key?${pairs.join('&')}`),
    headers: fc.array(pair).map((lines) => lines.flat().map(latin1)),
    body: fc.oneof(
      fc.json(),
      fc.string(),
      fc.uint8Array(),
      fc.array(pair).map((fields) => JSON.stringify(Object.fromEntries(fields))),
    ),
  })

  it('nothing throws, and only inert text is answered', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const decision = decideHandshake({ ...inputFor('slack', aRequest(request)), on: handshakes })
        if (decision?.answer == null) return
        const { body, headers } = decision.answer
        expect(body).toMatch(/^[\x20-\x7e]{0,4200}$/)
        for (const line of Object.values(headers)) expect(line).toMatch(/^[\x20-\x7e]{1,256}$/)
        if (body !== '') expect(headers['X-Content-Type-Options']).toBe('nosniff')
        if (body !== '') expect(['text/plain', 'application/json']).toContain(headers['Content-Type'])
      }),
      { numRuns: 3_000 },
    )
  })

  it('every handshake has its evidence and a sender that there is', () => {
    for (const { name: own, senders, source, evidence } of handshakes) {
      expect(own).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(source).not.toBe('')
      expect(evidence).toBeDefined()
      for (const preset of senders) expect(schemePreset(preset)?.id).toBe(preset)
    }
  })
})
