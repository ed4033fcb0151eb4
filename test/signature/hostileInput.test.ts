import { createHmac, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPublicKeys } from '../../src/engine/signature/keys/readPublicKeys.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { publicKeyProblems } from '../../src/shared/codes/signature/publicKeys.ts'
import { readSchemeFile } from '../../src/shared/schemas/signature/schemeFile.ts'
import { isPinned, keySource } from '../../src/shared/signature/keySources.ts'
import { schemeFileText } from '../../src/shared/signature/schemeFileText.ts'
import { schemePreset, senderPresets } from '../../src/shared/signature/schemePresets.ts'
import { publicKeySentence } from '../../src/shared/words/publicKeys.ts'

const vectors = JSON.parse(readFileSync(new URL('senderVectors.json', import.meta.url), 'utf8')) as readonly {
  id: string
  key: string
}[]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
const pem = rsa.export({ format: 'pem', type: 'spki' }).toString()
const jwks = JSON.stringify({ keys: [{ ...rsa.export({ format: 'jwk' }), kid: 'k1' }] })
const certificate = vectors.find(({ id }) => id === 'sns-v2')?.key ?? ''

/** A text with some of its characters replaced, taken out, doubled or cut off. */
function damaged(...texts: string[]): fc.Arbitrary<string> {
  const letter = fc.constantFrom('A', '=', '-', '\n', '"', '{', '}', '\u0000', '\ud800', '9', 'é')
  const change = fc.tuple(fc.nat(), letter, fc.constantFrom('replace', 'remove', 'double', 'cut', 'insert'))
  return fc.tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 6 })).map(([text, changes]) =>
    changes.reduce((current, [at, by, how]) => {
      const place = current.length === 0 ? 0 : at % current.length
      const [head, tail] = [current.slice(0, place), current.slice(place + 1)]
      if (how === 'cut') return head
      if (how === 'double') return current + current.slice(0, 4000)
      return head + (how === 'remove' ? '' : by) + (how === 'insert' ? current.slice(place) : tail)
    }, text),
  )
}

describe('a pasted key', () => {
  it('is read, or refused with a sentence, whatever the text', () => {
    const anyKey = fc.oneof(
      damaged(pem, jwks, certificate, certificate + pem),
      fc.string({ maxLength: 300 }),
      fc.json(),
    )
    fc.assert(
      fc.property(anyKey, (text) => {
        const read = readPublicKeys(text)
        if (read.ok) {
          for (const key of read.keys) expect(key.fingerprint).toMatch(/^[0-9a-f]{64}$/)
        } else {
          expect(publicKeyProblems).toContain(read.code)
          expect(publicKeySentence(read.code)).toMatch(/\.$/)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['of 70,000 characters', 'A'.repeat(70_000), 'key-too-large'],
    ['with 100,000 brackets', '['.repeat(60_000), 'no-public-key'],
    [
      'of a thousand keys',
      JSON.stringify({ keys: Array.from({ length: 1000 }, () => ({ kty: 'RSA' })) }),
      'no-public-key',
    ],
    ['that is a prototype', '{"__proto__":{"kty":"RSA","n":"AQAB","e":"AQAB"}}', 'no-public-key'],
    ['that is secret', '{"kty":"oct","k":"c2VjcmV0"}', 'private-key'],
  ])('%s is refused', (_name, text, code) => {
    expect(readPublicKeys(text)).toEqual({ ok: false, code })
  })
})

describe('a scheme file', () => {
  const files = senderPresets.map(({ scheme, meaning }) => schemeFileText({ ...scheme, meaning }))

  it.each(senderPresets.map((preset, index) => [preset.scheme.id, files[index] ?? ''] as const))(
    'of %s comes back as it was saved, with its meaning',
    (_id, file) => {
      const read = readSchemeFile(file)
      if (!read.ok) throw new Error(read.problem)
      expect(JSON.parse(schemeFileText(read.scheme))).toEqual(JSON.parse(file))
    },
  )

  it('is read, or refused with what is wrong, whatever the text', () => {
    const anyFile = fc.oneof(
      damaged(...files),
      fc
        .json()
        .map((text) => `{"hookscope":"scheme","version":1,"name":"x","kind":"hmac","header":"h","meaning":${text}}`),
      fc.object().map((fields) => JSON.stringify({ hookscope: 'scheme', version: 1, name: 'x', ...fields })),
    )
    fc.assert(
      fc.property(anyFile, (text) => {
        const read = readSchemeFile(text)
        if (read.ok) expect(readSchemeFile(schemeFileText(read.scheme)).ok).toBe(true)
        else expect(read.problem).toMatch(/^[^\n]{5,}$/)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['a place that is neither header nor pointer', { eventId: 'not a header' }],
    ['a place with nothing after "|"', { eventId: '/id|' }],
    ['an unknown form of ids', { objectIdForm: 'regex' }],
    ['an event type that is no list', { eventType: '/type' }],
    ['a pointer that is none', { items: 'events' }],
  ])('with %s is refused', (_name, meaning) => {
    const text = JSON.stringify({
      hookscope: 'scheme',
      version: 1,
      name: 'x',
      kind: 'hmac',
      header: 'h',
      algorithm: 'sha256',
      encoding: 'hex',
      meaning: { eventType: ['/type'], ...meaning },
    })
    expect(readSchemeFile(text)).toMatchObject({ ok: false, problem: expect.stringContaining('meaning') as string })
  })
})

describe('a token', () => {
  const scheme = schemePreset('google-pubsub')
  if (scheme === undefined) throw new Error('There is no preset google-pubsub.')
  const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const claims = part({ iss: 'https://accounts.google.com', exp: 4_000_000_000 })
  const verdictOf = (token: string, key: string) =>
    verifySignature(
      {
        headers: ['Authorization', `Bearer ${token}`],
        body: Buffer.from('{}'),
        truncated: false,
        method: 'POST',
        urls: ['https://example.com/'],
        receivedAt: 0,
      },
      scheme,
      [verificationSecret({ id: 'k', label: 'k', text: key, current: true }, scheme)],
    ).verdict

  it.each([
    ['with alg none', `${part({ alg: 'none' })}.${claims}.`],
    ['with alg None and a signature', `${part({ alg: 'None' })}.${claims}.AAAA`],
    ['whose secret is the public key', hs256(pem)],
    ['whose secret is the public key without its last line end', hs256(pem.trim())],
    ['whose secret is empty', hs256('')],
    ['that brings its own key', `${part({ alg: 'RS256', jwk: rsa.export({ format: 'jwk' }) })}.${claims}.AAAA`],
    ['that names where its key is', `${part({ alg: 'RS256', jku: 'https://evil.test/' })}.${claims}.AAAA`],
  ])('%s is never valid', (_name, token) => {
    expect(verdictOf(token, pem)).toMatch(/^(?:invalid|malformed)$/)
    expect(verdictOf(token, jwks)).toMatch(/^(?:invalid|malformed)$/)
  })

  function hs256(secret: string): string {
    const head = `${part({ alg: 'HS256' })}.${claims}`
    return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
  }
})

describe('the address of a key', () => {
  it('leads to the sender’s own hosts, whatever a delivery says', () => {
    const parts = fc.constantFrom(
      'https://',
      'http://',
      'sns.eu-west-1.amazonaws.com',
      'api.paypal.com',
      '.evil.test',
      '@',
      '/',
      '\\',
      '..',
      '%2e',
      ':443',
      ':1',
      '#',
      '?',
      '/SimpleNotificationService-1.pem',
      '/v1/notifications/certs/CERT-1',
      '\t',
      'é',
    )
    const hosts =
      /^https:\/\/(?:sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?|api(?:-m)?(?:\.sandbox)?\.paypal\.com|www\.googleapis\.com)\/[\w/-]+(?:\.pem)?$/
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 7 }),
        fc.constantFrom('aws-sns', 'paypal', 'google-pubsub'),
        (some, id) => {
          const source = keySource(id)
          const text = some.join('')
          if (source?.kind === 'published' && isPinned(text, source)) expect(text).toMatch(hosts)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
