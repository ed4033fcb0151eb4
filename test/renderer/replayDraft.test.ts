import { expect, test } from 'vitest'
import {
  editableBody,
  isSendable,
  looksLikeOurs,
  replayDoubts,
  replaySuggestions,
} from '../../src/renderer/features/delivery/replay/replayDraft.ts'
import { aDetail } from './aDetail.ts'

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

test('only whole addresses of http and https can be sent to', () => {
  expect(['http://a/', 'https://a', 'ftp://a/', '//a', 'a', ''].map(isSendable)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a body that a field would change cannot be edited', () => {
  expect(editableBody(Buffer.from('{"é": 1}\n'))).toEqual({ text: '{"é": 1}\n' })
  expect(editableBody(Uint8Array.of(0xff))).toEqual({ why: 'notText' })
  expect(editableBody(Buffer.from('a\r\nb'))).toEqual({ why: 'notText' })
  expect(editableBody(new Uint8Array(200_000))).toEqual({ why: 'tooLarge' })
})

test('an edited body with the signature that came is pointed out, and so is one that is not whole', () => {
  const draft = { url: 'http://a/', signature: 'received' as const, body: null }
  expect(replayDoubts(draft, aDetail())).toEqual([])
  expect(replayDoubts({ ...draft, body: 'x' }, aDetail())).toEqual(['willNotFit'])
  expect(replayDoubts({ ...draft, body: 'x', signature: 'anew' }, aDetail())).toEqual([])
  expect(replayDoubts(draft, aDetail({ truncated: true }))).toEqual(['willNotBeWhole'])
})
