import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyProven, provenFields } from '../../src/engine/signature/bodyProof.ts'
import { contentDigestHolds } from '../../src/engine/signature/httpSignatureKind.ts'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { checkedSignatures, signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import type { Verdict } from '../../src/shared/model.ts'
import { signatureSchemeSchema } from '../../src/shared/schemas/signature/signatureSchemas.ts'
import { schemePreset, senderPreset, senderPresets } from '../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

/** Vectors that senders publish, as they were found; `preset` is null where it does not sign a delivery. */
interface SenderVector {
  id: string
  preset: string | null
  source: string
  method: string
  url: string
  headers: Record<string, string>
  bodyBase64: string
  key: string
  /** Seconds since 1970 at which the sender's own library accepts it. */
  clock?: number
}

const all = JSON.parse(readFileSync(new URL('senderVectors.json', import.meta.url), 'utf8')) as readonly SenderVector[]
const vectors = all.filter((vector): vector is SenderVector & { preset: string } => vector.preset !== null)

function scheme(id: string): SignatureScheme {
  const found = schemePreset(id)
  if (found === undefined) throw new Error(`There is no preset ${id}.`)
  return found
}

function requestOf(vector: SenderVector): SignedRequest {
  return {
    headers: Object.entries(vector.headers).flat(),
    body: Buffer.from(vector.bodyBase64, 'base64'),
    truncated: false,
    method: vector.method,
    urls: [vector.url],
    receivedAt: vector.clock === undefined ? null : vector.clock * 1000,
  }
}

function verdictOf(request: SignedRequest, of: SignatureScheme, key: string): Verdict {
  return verifySignature(request, of, [verificationSecret({ id: 'k', label: 'k', text: key, current: true }, of)])
    .verdict
}

describe('every published vector', () => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s is valid, and in time', (_id, vector) => {
    const request = requestOf(vector)
    expect(verdictOf(request, scheme(vector.preset), vector.key)).toBe('valid')
    expect(signatureAge(request, scheme(vector.preset))?.tooOld ?? false).toBe(false)
  })

  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s is not valid with one byte changed in the body, the key or the signature',
    (_id, vector) => {
      const of = scheme(vector.preset)
      const request = requestOf(vector)
      const isCovered = bodyProven(request, of, undefined) !== false && request.body.length > 0
      const body = Buffer.from(request.body)
      // A signature over fields of the body says nothing of the others; the first field of each is signed.
      const at = of.pointer === undefined ? body.length >> 1 : body.indexOf('pspReference":"') + 16
      const place = of.id === 'aws-sns' ? body.indexOf('Hello world') : at
      body[place] = (body[place] ?? 0) ^ 1
      if (isCovered) expect(verdictOf({ ...request, body }, of, vector.key)).not.toBe('valid')
      expect(verdictOf(request, of, otherKey(vector.key))).not.toBe('valid')
      const names = signatureHeaders(of)
      const headers = request.headers.map((value, index) =>
        index % 2 === 1 && names.includes(request.headers[index - 1]?.toLowerCase() ?? '') ? flippedText(value) : value,
      )
      if (names.length > 0) expect(verdictOf({ ...request, headers }, of, vector.key)).not.toBe('valid')
    },
  )

  it('is of a preset, but for the handshake of Braintree and a digest without a key', () => {
    expect(all.filter(({ preset }) => preset === null).map(({ id }) => id)).toEqual([
      'braintree-challenge',
      'rfc9530-content-digest-sha512',
    ])
  })

  it('of RFC 9530 has the digest of its body, and not of another', () => {
    const vector = all.find(({ id }) => id === 'rfc9530-content-digest-sha512') as SenderVector
    const request = requestOf(vector)
    expect(contentDigestHolds(request)).toBe(true)
    expect(contentDigestHolds({ ...request, body: Buffer.from('{"hello": "World"}') })).toBe(false)
  })
})

/** Another key of the same kind, so that what is refused is the signature and not the key. */
function otherKey(key: string): string {
  const others: [RegExp, string][] = [
    [
      /^-----BEGIN/,
      vectors.find(({ id }) => id === (key.includes('CERTIFICATE') ? 'wise-sandbox' : 'sns-v2'))?.key ?? '',
    ],
    [/^whsec_/, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
    [/^whpk_/, 'whpk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  ]
  return others.find(([pattern]) => pattern.test(key))?.[1] ?? key.replace(/^./, (first) => (first === '0' ? '1' : '0'))
}

function signatureHeaders(of: SignatureScheme): string[] {
  return [of.header, ...(of.alsoIn ?? [])].filter((name) => name !== '').map((name) => name.toLowerCase())
}

/** Every signature in the value with another letter in its middle. */
function flippedText(value: string): string {
  return value.replaceAll(/[\w+/-]{20,}/g, (text) => {
    const middle = text.length >> 1
    const other = text[middle] === 'a' ? 'b' : 'a'
    return text.slice(0, middle) + other + text.slice(middle + 1)
  })
}

describe('the presets', () => {
  it('are at least 45, each with a name, a source, and a scheme that a person could have described', () => {
    expect(senderPresets.length).toBeGreaterThanOrEqual(45)
    expect(new Set(senderPresets.map(({ scheme: { id } }) => id)).size).toBe(senderPresets.length)
    for (const { scheme: of, source } of senderPresets) {
      expect(source, of.id).not.toBe('')
      const parsed = signatureSchemeSchema.safeParse(of)
      expect(parsed.error?.issues ?? [], of.id).toEqual([])
      expect(parsed.data, of.id).toEqual(of)
    }
  })

  it('say that there is a published vector exactly where there is one', () => {
    const withVector = new Set(vectors.map(({ preset }) => preset))
    // The service's own sample, and Jira's page, which gives Bitbucket's values.
    const elsewhere = new Set(['service', 'jira'])
    for (const { scheme: of, evidence } of senderPresets) {
      const has = withVector.has(of.id) || elsewhere.has(of.id)
      expect(evidence === 'published-vector', of.id).toBe(has)
    }
    const bitbucket = vectors.find(({ id }) => id === 'atlassian-docs') as SenderVector
    expect(verdictOf(requestOf(bitbucket), scheme('jira'), bitbucket.key)).toBe('valid')
  })

  it('are found by id with all that is known of them', () => {
    expect(senderPreset('stripe')).toMatchObject({ evidence: 'published-vector', meaning: { eventId: '/id' } })
    expect(senderPreset('nobody')).toBeUndefined()
  })
})

describe('several signatures in one request', () => {
  it('are each reported with the secret that proves them; one that is right is enough', () => {
    const vector = vectors.find(({ id }) => id === 'stripe-dotnet') as SenderVector & { preset: string }
    const of = scheme('stripe')
    const request = requestOf(vector)
    const right = /v1=([0-9a-f]+)/.exec(vector.headers['stripe-signature'] ?? '')?.[1] ?? ''
    const headers = request.headers.map((value) => value.replace('v1=', `v1=${'0'.repeat(64)},v1=`))
    const secrets = ['another', vector.key].map((text, index) =>
      verificationSecret({ id: `s${index}`, label: `Secret ${index}`, text, current: true }, of),
    )
    expect(verifySignature({ ...request, headers }, of, secrets)).toEqual({ verdict: 'valid', secretId: 's1' })
    const reported = checkedSignatures({ ...request, headers }, of, secrets)
    expect(reported.map(({ text, secret }) => [text, secret?.label ?? null])).toEqual([
      ['0'.repeat(64), null],
      [right, 'Secret 1'],
    ])
  })

  it('in two headers may be of two keys, of which one is enough', () => {
    const vector = vectors.find(({ id }) => id === 'box-primary') as SenderVector & { preset: string }
    expect(verdictOf(requestOf(vector), scheme('box'), 'SampleSecondaryKey')).toBe('valid')
    const { 'box-signature-primary': _gone, ...others } = vector.headers
    expect(verdictOf(requestOf({ ...vector, headers: others }), scheme('box'), 'SampleSecondaryKey')).toBe('valid')
    expect(verdictOf(requestOf({ ...vector, headers: others }), scheme('box'), vector.key)).toBe('invalid')
  })

  it('of the items of a body must all be right', () => {
    const vector = vectors.find(({ id }) => id === 'adyen-payments-event') as SenderVector & { preset: string }
    const of = scheme('adyen-payments')
    const body = JSON.parse(Buffer.from(vector.bodyBase64, 'base64').toString('utf8')) as {
      notificationItems: { NotificationRequestItem: { pspReference: string } }[]
    }
    const with2 = (second: object) => ({
      ...requestOf(vector),
      body: Buffer.from(JSON.stringify({ ...body, notificationItems: [...body.notificationItems, second] })),
    })
    const [first] = body.notificationItems
    if (first === undefined) throw new Error('The vector has no item.')
    expect(verdictOf(with2(first), of, vector.key)).toBe('valid')
    const forged = { NotificationRequestItem: { ...first.NotificationRequestItem, pspReference: 'forged' } }
    expect(verdictOf(with2(forged), of, vector.key)).toBe('invalid')
    expect(verdictOf(with2({ NotificationRequestItem: {} }), of, vector.key)).toBe('unsigned')
  })
})

describe('any request, key and scheme', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constantFrom(
      '',
      '{',
      '{"keys":[{"kty":"RSA"}]}',
      '{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----',
      'eyJhbGciOiJub25lIn0.e30.',
      't=1,v1=ab',
      'sig1=("@method");created=1',
      'sig1=:AAAA:',
      'Basic Og==',
      ...vectors.flatMap(({ headers, key }) => [key, ...Object.values(headers)]),
    ),
  )
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.constantFrom(...vectors.map(({ bodyBase64 }) => Buffer.from(bodyBase64, 'base64'))),
  )

  it.each(senderPresets.map(({ scheme: of }) => [of.id, of] as const))(
    '%s: give a verdict, never an exception, and nothing invented is valid',
    (_id, of) => {
      const names = [of.header, ...(of.alsoIn ?? []), of.timestamp?.name ?? '', of.idHeader ?? '', 'signature-input']
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.constantFrom(...names, 'content-type', 'content-digest'), anyText), { maxLength: 5 }),
          anyBody,
          anyText,
          (headers, body, key) => {
            const request = {
              headers: headers.flat(),
              body,
              truncated: false,
              method: 'POST',
              urls: ['x'],
              receivedAt: 0,
            }
            const verdict = verdictOf(request, of, key)
            const isTokenItself = of.kind === 'token' || of.kind === 'basic'
            expect(['unsigned', 'malformed', 'invalid', ...(isTokenItself ? ['valid'] : [])]).toContain(verdict)
            if (key === '') expect(verdict).not.toBe('valid')
            signatureAge(request, of)
            bodyProven(request, of, undefined)
            provenFields(request, of)
          },
        ),
        { numRuns: 60 },
      )
    },
  )
})
