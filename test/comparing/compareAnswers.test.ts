import { describe, expect, test } from 'vitest'
import { type BuildAnswer, compareAnswers } from '../../src/engine/comparing/compareAnswers.ts'
import { readIgnored } from '../../src/engine/comparing/ignoreRules.ts'

function answer(body: unknown, more: Partial<BuildAnswer> = {}): BuildAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(text),
    problem: null,
    took: 5,
    ...more,
  }
}

function compared(old: BuildAnswer, recent: BuildAnswer, request = '{}', ignore: string[] = []) {
  return compareAnswers(old, recent, { request, ignored: readIgnored(ignore).ignored })
}

describe('numbers', () => {
  test.each([
    ['1000000000000000001', '1000000000000000002'],
    ['0.1', '0.10000000000000000001'],
    ['1e400', '2e400'],
  ])('%s and %s differ', (before, after) => {
    const { differences } = compared(answer(`{"wei":${before}}`), answer(`{"wei":${after}}`))
    expect(differences).toEqual([{ path: 'wei', before, after }])
  })

  test.each([
    ['1.10', '1.1'],
    ['1e2', '100'],
    ['-0', '0'],
  ])('%s and %s are the same', (before, after) => {
    expect(compared(answer(`{"wei":${before}}`), answer(`{"wei":${after}}`)).differences).toEqual([])
  })

  test('a large one that is named as an id is a generated value', () => {
    const [before, after] = ['{"orderId":1000000000000000001}', '{"orderId":1000000000000000002}']
    expect(compared(answer(before), answer(after)).differences).toEqual([])
  })
})

describe('generated values', () => {
  test.each([
    [
      'uuids in any text',
      { note: 'job 6c0f7d1e-58a3-4c0e-9f7b-0d9a1f3b2c11' },
      { note: 'job 00000000-58a3-4c0e-9f7b-0d9a1f3b2c11' },
    ],
    [
      'numbers and texts that are named as ids',
      { id: 17, orderId: 'a1', job_id: 3 },
      { id: 18, orderId: 'b2', job_id: 4 },
    ],
    [
      'moments',
      { createdAt: '2026-01-02T03:04:05.678Z', ts: 1_790_000_000 },
      { createdAt: '2026-01-02T03:04:06.001Z', ts: 1_790_000_009 },
    ],
    ['durations', { took: 12, elapsedMs: 3, log: 'done in 4 ms' }, { took: 99, elapsedMs: 1, log: 'done in 31 ms' }],
    ['ids in the elements of a list', { items: [{ id: 1, price: 5 }] }, { items: [{ id: 2, price: 5 }] }],
  ])('%s are no difference', (_name, old, recent) => {
    expect(compared(answer(old), answer(recent)).parts).toEqual([])
  })

  test('are named with the rule that masked them', () => {
    const { masked } = compared(answer({ items: [{ id: 1 }] }), answer({ items: [{ id: 2 }] }))
    expect(masked).toEqual([{ place: 'items[*].id', rule: 'ids' }])
  })

  test('are no reason to hide an id that the delivery has, too: another one is a difference', () => {
    const request = '{"resourceId":"pay_123"}'
    expect(compared(answer({ id: 'pay_123' }), answer({ id: 'pay_999' }), request).parts).toHaveLength(1)
  })

  test('do not hide a value that is missing', () => {
    expect(compared(answer({ id: 'a1b' }), answer({ id: null })).parts).toEqual([
      { kind: 'json', place: 'id', before: 'text', after: 'null' },
    ])
  })

  test.each([
    ['a word that ends like an id', { paid: 'yes' }, { paid: 'no' }],
    ['an amount', { amount: 1_790_000_000 }, { amount: 1_790_000_001 }],
  ])('%s is not one', (_name, old, recent) => {
    expect(compared(answer(old), answer(recent)).parts).toHaveLength(1)
  })
})

describe('the shape of a difference', () => {
  test('has places without positions and kinds without values', () => {
    const old = answer({ items: [{ price: 1 }, { price: 2 }], state: 'open' })
    const recent = answer({ items: [{ price: '1' }, { price: '2' }], state: 'open', extra: true })
    expect(compared(old, recent).parts).toEqual([
      { kind: 'json', place: 'extra', before: null, after: 'true' },
      { kind: 'json', place: 'items[*].price', before: 'number', after: 'text' },
    ])
  })

  test('of another status is the status and what the error says, without numbers', () => {
    const old = answer({ ok: true })
    const failed = (line: number) =>
      answer({ error: { message: `Cannot read 'name' of null at line ${line}` } }, { status: 500 })
    const [one, other] = [compared(old, failed(12)).parts, compared(old, failed(99)).parts]
    expect(one).toEqual([{ kind: 'status', before: 200, after: 500, message: "Cannot read 'name' of null at line #" }])
    expect(other).toEqual(one)
  })

  test('of a build that gave no answer names it', () => {
    const silent = answer('', { status: null, problem: 'DEADLINE', took: null })
    expect(compared(answer('{}'), silent).parts).toEqual([{ kind: 'no-answer', build: 'new', code: 'DEADLINE' }])
  })

  test('of texts tells that they are not JSON', () => {
    expect(compared(answer('{"ok":true}'), answer('<h1>Oops</h1>')).parts).toEqual([
      { kind: 'text', before: 'JSON', after: 'text' },
    ])
  })

  test('has the type of the content, and where an answer leads', () => {
    const to = (location: string) => answer('', { status: 302, headers: [['Location', location]] })
    expect(compared(to('/orders'), to('/login')).parts).toEqual([
      { kind: 'header', name: 'location', before: '/orders', after: '/login' },
    ])
  })
})

describe('what is ignored', () => {
  test.each([
    ['a place', ['/meta/version'], { meta: { version: 1, a: 1 } }, { meta: { version: 2, a: 1 } }],
    ['a place in each element', ['/items/*/note'], { items: [{ note: 'a' }] }, { items: [{ note: 'b' }] }],
    ['a name with a slash', ['/a~1b'], { 'a/b': 1 }, { 'a/b': 2 }],
    ['the order in lists', ['order'], { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
    ['bodies', ['body'], { a: 1 }, { a: 2 }],
  ])('%s is no difference', (_name, ignore, old, recent) => {
    expect(compared(answer(old), answer(recent)).parts).not.toEqual([])
    expect(compared(answer(old), answer(recent), '{}', ignore).parts).toEqual([])
  })

  test('is a JSON pointer or a name', () => {
    expect(readIgnored(['/a', 'time', 'meta', 'ids']).wrong).toEqual(['meta', 'ids'])
  })
})
