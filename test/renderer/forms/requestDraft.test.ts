import { describe, expect, test } from 'vitest'
import { headerChanges } from '../../../src/renderer/features/send/workbench/Workbench.tsx'
import { jsonMistake, laidOutJson, meansJson } from '../../../src/renderer/features/send/workbench/BodyPart.tsx'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import {
  arrivedSince,
  canSend,
  doubtsOf,
  editableBody,
  headerProblem,
  headersOf,
  isSendable,
  linesOf,
  type RequestDraft,
  withMovedHeader,
  withNewHeader,
} from '../../../src/renderer/features/send/workbench/requestDraft.ts'

const lines: [string, string][] = [
  ['A', '1'],
  ['B', '2'],
  ['A', '3'],
]

test('headers keep their order and doubles; they move by places, and no further than the ends', () => {
  const headers = headersOf(lines)
  expect(linesOf(headers)).toEqual(lines)
  const names = (all: typeof headers) => linesOf(all).map(([, value]) => value)
  expect(names(withMovedHeader(headers, 2, -1))).toEqual(['1', '3', '2'])
  expect(names(withMovedHeader(headers, 0, -1))).toEqual(['1', '2', '3'])
  expect(names(withMovedHeader(headers, 0, 9))).toEqual(['2', '3', '1'])
  expect(names(withMovedHeader(headers, 77, 1))).toEqual(['1', '2', '3'])
})

test('a new header gets a key of its own, and is not sent while it is empty', () => {
  const headers = withNewHeader(headersOf(lines).toSpliced(0, 1))
  expect(new Set(headers.map(({ key }) => key)).size).toBe(3)
  expect(linesOf(headers)).toEqual(lines.slice(1))
  expect(withNewHeader([])).toEqual([{ key: 0, name: '', value: '' }])
})

test.each([
  ['', '', null],
  ['', 'x', 'nameMissing'],
  ['a b', 'x', 'nameUnusable'],
  ['a', 'x\u0000', 'valueUnusable'],
  ['a', 'naïve', null],
  ['a', '☃', 'valueUnusable'],
  ['authorization', '[redacted]', 'valueNotKept'],
])('the header %j: %j has the problem %s', (name, value, problem) =>
  expect(headerProblem({ name, value })).toBe(problem),
)

test('only whole addresses of http and https can be sent to', () => {
  const all = ['http://a/', 'https://a', 'ftp://a/', '//a', 'a', '']
  expect(all.map(isSendable)).toEqual([true, true, false, false, false, false])
})

test('a request is sent when its address is whole, its headers can be written and the secret is there', () => {
  const draft: RequestDraft = { method: 'POST', url: 'http://a/', headers: [], body: null, signing: { kind: 'kept' } }
  expect(canSend(draft)).toBe(true)
  expect(canSend({ ...draft, url: 'a' })).toBe(false)
  expect(canSend({ ...draft, headers: headersOf([['a b', '']]) })).toBe(false)
  expect(canSend({ ...draft, headers: headersOf([['cookie', '[redacted]']]) })).toBe(true)
  expect(canSend({ ...draft, signing: { kind: 'typed', secret: '' } })).toBe(false)
  expect(canSend({ ...draft, signing: { kind: 'typed', secret: 'x' } })).toBe(true)
})

test('a body is opened as text when it is UTF-8 of at most 1 MiB, whatever its line ends and marks', () => {
  expect(editableBody(Buffer.from('{"é": 1}\n'))).toEqual({ text: '{"é": 1}\n' })
  expect(editableBody(Buffer.from('a\r\nb\0'))).toEqual({ text: 'a\r\nb\0' })
  expect(editableBody(Buffer.from('\ufeff{}'))).toEqual({ text: '\ufeff{}' })
  expect(editableBody(Uint8Array.of(0xff))).toEqual({ why: 'notText' })
  expect(editableBody(new Uint8Array(1_048_576))).toHaveProperty('text')
  expect(editableBody(new Uint8Array(1_048_577))).toEqual({ why: 'tooLarge' })
})

test('an edited body with the signature that came is pointed out, and so is one that is not whole', () => {
  const typed = { text: () => 'x' }
  const source = { truncated: false, isSigned: true }
  expect(doubtsOf({ body: null, signing: { kind: 'kept' } }, source)).toEqual([])
  expect(doubtsOf({ body: typed, signing: { kind: 'kept' } }, source)).toEqual(['willNotFit'])
  expect(doubtsOf({ body: typed, signing: { kind: 'kept' } }, { ...source, isSigned: false })).toEqual([])
  expect(doubtsOf({ body: typed, signing: { kind: 'current' } }, source)).toEqual([])
  expect(doubtsOf({ body: null, signing: { kind: 'kept' } }, { ...source, truncated: true })).toEqual([
    'willNotBeWhole',
  ])
})

test('a mistake in JSON is told with its line and column in characters', () => {
  expect(jsonMistake('{"é": 1}')).toBeNull()
  expect(jsonMistake(' \n ')).toBeNull()
  expect(jsonMistake('{\n  "é☃": 1,,\n}')).toEqual({ what: 'unexpected', line: 2, column: 10 })
  expect(jsonMistake('{"a": 1}\r\n}')).toEqual({ what: 'after', line: 2, column: 0 })
  expect(jsonMistake('[1')).toEqual({ what: 'ended', line: 1, column: 2 })
})

test('laying JSON out changes no token: long numbers, double keys and escapes stay', () => {
  expect(laidOutJson('{"a":1.0,"a":12345678901234567890,"b":["\\u00e9"]}')).toBe(
    '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": [\n    "\\u00e9"\n  ]\n}',
  )
  const long = JSON.stringify({ text: 'x'.repeat(5000) })
  expect(laidOutJson(long)).toContain('x'.repeat(5000))
  expect(laidOutJson('{,}')).toBeNull()
})

test('a body is checked as JSON when its type says so, or it begins like an object or a list', () => {
  expect(meansJson('application/cloudevents+json; charset=utf-8', 'x')).toBe(true)
  expect(meansJson('text/plain', ' [1]')).toBe(true)
  expect(meansJson(undefined, 'a=1&b=2')).toBe(false)
})

test('header lines are compared with how often they are there; another order alone is a change, too', () => {
  expect(headerChanges(lines, lines)).toBeNull()
  expect(headerChanges(lines, lines.toReversed())).toEqual({ gone: [], fresh: [] })
  expect(headerChanges(lines, [...lines.slice(1), ['A', '3']])).toEqual({ gone: ['A: 1'], fresh: ['A: 3'] })
})

describe('the delivery that a request became at our receiver', () => {
  const delivery = (id: string, size = 10, method = 'POST') => ({ id, size, method }) as DeliverySummary
  const sent = { method: 'POST', size: 10 }

  test('is the one that came since and has its method and size', () => {
    const window = [delivery('12', 99), delivery('11'), delivery('10', 10, 'PUT'), delivery('9')]
    expect(arrivedSince(window, '9', sent)).toBe(window[1])
  })

  test('is not named before it came, nor where two could be it', () => {
    expect(arrivedSince([delivery('9')], '9', sent)).toBe(null)
    expect(arrivedSince([delivery('11'), delivery('10'), delivery('9')], '9', sent)).toBe(null)
  })
})
