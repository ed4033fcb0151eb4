import { expect, test } from 'vitest'
import {
  draftOfAttempt,
  draftOfDelivery,
  looksLikeOurs,
  replayInput,
  replaySuggestions,
  signingSecrets,
} from '../../../src/renderer/features/send/replay/useReplay.ts'

const receiver = { origin: 'http://127.0.0.1:4690', url: 'https://x.example/in/k' }

test('the address that was used last is offered first, then where it was forwarded, then the receiver, each once', () => {
  const attempts = [
    { kind: 'forward' as const, url: 'http://127.0.0.1:3000/a' },
    { kind: 'follow-up' as const, url: 'http://service.example/x' },
  ]
  const whys = (list: ReturnType<typeof replaySuggestions>) => list.map(({ url, why }) => `${why} ${url}`)
  expect(whys(replaySuggestions(attempts, 'http://127.0.0.1:9/', receiver.url))).toEqual([
    'lastUsed http://127.0.0.1:9/',
    'forwarded http://127.0.0.1:3000/a',
    'ourReceiver https://x.example/in/k',
  ])
  expect(whys(replaySuggestions(attempts, 'http://127.0.0.1:3000/a', null))).toEqual([
    'lastUsed http://127.0.0.1:3000/a',
  ])
  const replayed = [...attempts, { kind: 'replay' as const, url: 'http://127.0.0.1:5/' }]
  expect(replaySuggestions(replayed, 'http://127.0.0.1:9/', null)[0]?.url).toBe('http://127.0.0.1:5/')
  expect(replaySuggestions([], null, null)).toEqual([])
})

test.each([
  ['http://127.0.0.1:4690/in/k', true],
  ['http://localhost:4690/', true],
  ['http://[::1]:4690/', true],
  ['https://x.example/anything', true],
  ['http://127.0.0.1:3000/', false],
  ['http://example.com:4690/', false],
  ['nowhere', false],
])('%s looks like our own receiver: %s', (url, is) => expect(looksLikeOurs(url, receiver)).toBe(is))

const delivery = {
  method: 'POST',
  headers: [
    ['Host', 'here'],
    ['Authorization', 'Bearer x'],
    ['X-A', '1'],
  ] as [string, string][],
}

test('an untouched request asks for nothing but the address: all else is sent as it is stored', () => {
  const draft = draftOfDelivery(delivery, 'http://a/')
  expect(draft.headers.map(({ name }) => name)).toEqual(['Authorization', 'X-A'])
  expect(replayInput(draft, draft)).toEqual({ url: 'http://a/', signature: 'received' })
})

test('only what was changed is asked for', () => {
  const origin = draftOfDelivery(delivery, 'http://a/')
  const draft = {
    ...origin,
    method: 'PUT',
    headers: origin.headers.toReversed(),
    body: { text: () => 'x' },
    signing: { kind: 'stored' as const, fingerprint: '0a1b2c3d' },
  }
  expect(replayInput(draft, origin)).toEqual({
    url: 'http://a/',
    signature: 'new',
    method: 'PUT',
    headers: [
      ['X-A', '1'],
      ['Authorization', 'Bearer x'],
    ],
    bodyText: 'x',
    secretFingerprint: '0a1b2c3d',
  })
})

test('what was sent before is a request again, with the credentials that were not kept with it', () => {
  const sent = {
    method: 'PATCH',
    url: 'http://b/',
    requestHeaders: [
      ['authorization', '[redacted]'],
      ['X-A', '2'],
      ['Cookie', '[redacted]'],
    ] as [string, string][],
    requestBody: '{}',
  }
  const draft = draftOfAttempt(sent, delivery)
  expect(draft).toMatchObject({ method: 'PATCH', url: 'http://b/', signing: { kind: 'kept' } })
  expect(draft.headers.map(({ value }) => value)).toEqual(['Bearer x', '2', '[redacted]'])
  expect(draft.body?.text()).toBe('{}')
  expect(draftOfAttempt({ ...sent, requestBody: null }, delivery).body).toBeNull()
})

test('every secret is offered once: older ones of the environment first, then those of others', () => {
  const secret = (fingerprint: string | null, current: boolean, publicKeys: never[] = []) => ({
    id: '',
    label: `secret ${fingerprint}`,
    set: true,
    fingerprint,
    current,
    publicKeys,
    createdAt: '',
    lastUsedAt: null,
    retiredAt: null,
  })
  const environments = [
    { id: 'other', name: 'Other', sharedSecrets: [secret('bb', true), secret('aa', false), secret(null, false)] },
    { id: 'own', name: 'Own', sharedSecrets: [secret('aa', true), secret('cc', false)] },
  ]
  expect(signingSecrets(environments, 'own')).toEqual({
    currentSecret: 'aa',
    secrets: [
      { fingerprint: 'cc', label: 'secret cc', environment: null },
      { fingerprint: 'bb', label: 'secret bb', environment: 'Other' },
    ],
  })
  expect(signingSecrets(environments, 'gone').currentSecret).toBeNull()
})
