import { expect, test } from 'vitest'
import { base64Of } from '../../../src/shared/basics/base64.ts'
import {
  bytesOf,
  draftOfFixture,
  draftProblems,
  emptyDraft,
  fixtureOf,
  sendInput,
  withWayToSign,
} from '../../../src/renderer/features/send/compose/composeDraft.ts'
import { headersOf } from '../../../src/renderer/features/send/workbench/requestDraft.ts'
import { usualSource } from '../../../src/renderer/features/send/compose/requestStarts.tsx'
import { readFixture } from '../../../src/shared/schemas/sending/fixtureSchemas.ts'
import { sendInputSchema } from '../../../src/shared/schemas/sending/sendSchemas.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { anEnvironment } from '../state/builders.ts'

const known = { scheme: 'service', environment: 'Sandbox', label: null }
const odd = Uint8Array.from({ length: 256 }, (_, byte) => byte)

test('what an empty draft asks for is what the engine takes: one signed request to the receiver', () => {
  const input = sendInput(emptyDraft, new TextEncoder().encode('{}'), null)
  expect(sendInputSchema.parse(input)).toMatchObject({ request: { bodyBase64: 'e30=' }, sign: { at: 'now' }, count: 1 })
  expect(input.to).toBeUndefined()
})

const secret = {
  id: 's1',
  label: 'Secret 1',
  set: true,
  fingerprint: 'db687366',
  current: true,
} as Environment['sharedSecrets'][number]

test.each([
  ['with the current secret, where there is one', { sharedSecrets: [secret] }, 'current'],
  ['not, where there is none', {}, 'none'],
  ['not, where only an old secret is left', { sharedSecrets: [{ ...secret, current: false }] }, 'none'],
  ['not, where a private key of the sender signs', { signatureScheme: 'discord', sharedSecrets: [secret] }, 'none'],
] as const)('a first request is signed %s', (_case, change, signWith) => {
  const environment = { ...anEnvironment('acme'), ...change } as Environment
  expect(withWayToSign(emptyDraft, [environment], 'acme').signWith).toBe(signWith)
  // A choice of the user or the source stays.
  expect(withWayToSign({ ...emptyDraft, signWith: 'typed' }, [environment], 'acme').signWith).toBe('typed')
})

test('a request begins with the published example of its sender, else empty', () => {
  expect(usualSource({ signatureScheme: 'stripe' })).toBe('example:stripe')
  expect(usualSource({ signatureScheme: 'own' })).toBe('nothing')
})

test('what is chosen is asked for: a URL, a typed secret, a time, a break, a rate, several at once', () => {
  const draft = {
    ...emptyDraft,
    target: 'url' as const,
    url: 'http://127.0.0.1:9/x',
    scheme: 'stripe',
    signWith: 'typed',
    secret: 'whsec',
    at: 'typed',
    atText: '-2h',
    broken: 'flip-byte' as const,
    count: '10',
    rate: '2.5',
    parallel: '4',
  }
  expect(sendInputSchema.parse(sendInput(draft, odd, 'example.com'))).toMatchObject({
    to: 'http://127.0.0.1:9/x',
    allowHost: 'example.com',
    sign: { scheme: 'stripe', secret: 'whsec', at: '-2h' },
    break: 'flip-byte',
    count: 10,
    ratePerSecond: 2.5,
    parallel: 4,
  })
  expect(draftProblems(draft).size).toBe(0)
})

test('stored deliveries are asked for by filter, with their distances', () => {
  const draft = {
    ...emptyDraft,
    what: 'deliveries' as const,
    filter: 'type:Payment',
    speed: '10',
    signWith: 'none',
    shuffle: true,
  }
  const input = sendInput(draft, odd, null)
  expect(sendInputSchema.parse(input)).toMatchObject({
    deliveries: { filter: 'type:Payment', speed: 10 },
    shuffle: true,
  })
  expect(input.sign).toBeUndefined()
})

test.each([
  ['path', { path: 'no slash' }],
  ['headers', { headers: headersOf([['a b', 'x']]) }],
  ['url', { target: 'url' as const, url: 'nowhere' }],
  ['secret', { signWith: 'typed' }],
  ['at', { at: 'typed', atText: 'yesterday' }],
  ['count', { count: '0' }],
  ['count', { count: '100001' }],
  ['rate', { rate: '5000' }],
  ['rate', { rate: 'fast' }],
  ['parallel', { parallel: '65' }],
] as const)('%s is pointed out (%#)', (problem, change) => {
  expect([...draftProblems({ ...emptyDraft, ...change })]).toEqual([problem])
})

test('a draft becomes a fixture and a draft again, with the same bytes, and never with a secret', () => {
  for (const bytes of [odd, new TextEncoder().encode('\ufeff{"é": 1.0}\r\n'), new Uint8Array()]) {
    const draft = {
      ...emptyDraft,
      path: '/x?y=1',
      signWith: 'typed',
      secret: 'never saved',
      at: '-10m',
      broken: 'other-secret' as const,
    }
    const fixture = fixtureOf(draft, bytes, known)
    const text = JSON.stringify(fixture)
    expect(text).not.toContain('never saved')
    expect(readFixture(text)).toMatchObject({ ok: true })
    const again = draftOfFixture(fixture)
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true)
    expect(again.draft).toMatchObject({
      path: '/x?y=1',
      signWith: 'typed',
      secret: '',
      at: '-10m',
      broken: 'other-secret',
    })
  }
  expect(fixtureOf(emptyDraft, odd, known).sign).toEqual({ scheme: 'service', secret: { environment: 'Sandbox' } })
  expect(bytesOf(base64Of(odd))).toEqual(odd)
})
