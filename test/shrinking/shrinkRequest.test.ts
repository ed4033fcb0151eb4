import { describe, expect, test } from 'vitest'
import { bodyText, type Candidate, readCandidate } from '../../src/engine/shrinking/candidate.ts'
import { type Outcome, shrinkRequest } from '../../src/engine/shrinking/shrinkRequest.ts'
import { clauseWords } from '../../src/shared/words/sending/shrinking.ts'

type Headers = [string, string][]

function candidateOf(body: unknown, headers: Headers = []): Candidate {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const read = readCandidate({ headers, body: Buffer.from(text) }, new Set(['content-type']))
  if (read === null) throw new Error('The body cannot be parted.')
  return read.candidate
}

/** Shrinks a body for a handler that is a function of it, and returns what was found with the number of requests. */
async function shrunk(body: unknown, handler: (body: never, headers: Headers) => Outcome, headers: Headers = []) {
  let sent = 0
  const findings = await shrinkRequest(candidateOf(body, headers), {
    probe: async (candidate) => {
      sent += 1
      const lines = candidate.headers.map(({ name, value }): [string, string] => [name, value])
      try {
        return handler(JSON.parse(bodyText(candidate)) as never, lines)
      } catch {
        return 'fails'
      }
    },
    onSmaller: () => undefined,
    examples: [],
    fixed: new Set(),
  })
  const { end, smallest, clauses, repeated } = findings
  return {
    end,
    body: bodyText(smallest),
    headers: smallest.headers,
    clauses,
    words: clauses.map(clauseWords),
    repeated,
    sent,
  }
}

const order = {
  id: 'evt_1234567890',
  type: 'order.paid',
  created: 1_700_000_000,
  data: {
    id: 'ord_1',
    customer: { name: 'Ada Lovelace', email: 'ada@example.test', phone: null },
    items: [
      { sku: 'A-1', price: 1200, tags: ['new', 'red'] },
      { sku: 'B-2', price: 300, tags: [] },
    ],
    note: 'Please ring twice',
    paid: true,
  },
}
const withData = (data: object) => ({ ...order, data: { ...order.data, ...data } })
const outcome = (fails: boolean): Outcome => (fails ? 'fails' : 'passes')

describe('a fault in one value is found with nothing around it', () => {
  test('null in a nested member, also where the handler needs the member itself', async () => {
    const body = withData({ customer: { ...order.data.customer, email: null } })
    const found = await shrunk(body, (b: typeof order) => outcome(b.data.customer.email.length === -1))
    expect(found).toMatchObject({
      end: 'found',
      body: '{"data":{"customer":{"email":null}}}',
      words: ['`data.customer.email` null'],
    })
  })
  test('an empty list', async () => {
    const found = await shrunk(withData({ items: [] }), (b: typeof order) => outcome(b.data.items[0] === undefined))
    expect(found).toMatchObject({ end: 'found', body: '{"data":{"items":[]}}', words: ['`data.items` empty'] })
  })
  test('a number beyond a limit, with the number below it that passes', async () => {
    const body = JSON.stringify(withData({ amount: 0 })).replace('"amount":0', '"amount":90071992547409931234')
    const found = await shrunk(body, (b: { data?: { amount?: number } }) =>
      outcome((b.data?.amount ?? 0) > Number.MAX_SAFE_INTEGER),
    )
    expect(found).toMatchObject({
      body: '{"data":{"amount":9007199254740992}}',
      clauses: [{ place: 'data.amount', undone: { kind: 'value', value: '9007199254740991' } }],
    })
  })
  test('a character of a text', async () => {
    const found = await shrunk(withData({ note: 'Thank you 😀 so much' }), (b: { data?: { note?: string } }) =>
      outcome(/\p{Emoji_Presentation}/u.test(b.data?.note ?? '')),
    )
    expect(found).toMatchObject({ body: '{"data":{"note":"😀"}}', words: ['`data.note` "😀"'] })
  })
  test('the length of a text', async () => {
    const found = await shrunk(
      withData({ note: 'Lorem ipsum dolor. '.repeat(20) }),
      (b: { data?: { note?: string } }) => outcome((b.data?.note ?? '').length > 255),
    )
    expect(found).toMatchObject({
      words: ['`data.note` of 256 characters'],
      clauses: [{ undone: { kind: 'length', value: '255' } }],
    })
  })
})

describe('what is needed together', () => {
  test('two values that fail only with each other are both named', async () => {
    const body = withData({ items: [], customer: null })
    const found = await shrunk(body, (b: { data?: { items?: unknown[]; customer?: unknown } }) =>
      outcome(b.data?.customer === null && b.data.items?.length === 0),
    )
    expect(found).toMatchObject({
      body: '{"data":{"customer":null,"items":[]}}',
      words: ['`data.customer` null', '`data.items` empty'],
    })
  })
  test('of two faults one is found', async () => {
    const body = withData({ note: null, customer: null })
    const found = await shrunk(body, (b: typeof order) =>
      outcome((b.data.customer ?? b.data.note) === undefined || b.data.customer === null || b.data.note === null),
    )
    expect(found.words).toHaveLength(1)
    expect(found.body).toMatch(/^\{"data":\{.*null.*\}\}$/)
  })
  test('the type of the event is named where the handler ignores others', async () => {
    const found = await shrunk(withData({ customer: null }), (b: typeof order) =>
      outcome(b.type === 'order.paid' && b.data.customer.name === ''),
    )
    expect(found.words).toEqual(['`type` "order.paid"', '`data.customer` null'])
  })
  test('the number of elements', async () => {
    const found = await shrunk(withData({ items: [1, 2, 3, 4, 5, 6, 7] }), (b: { data?: { items?: unknown[] } }) =>
      outcome((b.data?.items?.length ?? 0) > 4),
    )
    expect(found).toMatchObject({ body: '{"data":{"items":[0,0,0,0,0]}}', words: ['5 elements in `data.items`'] })
  })
  test('a member that should not be there', async () => {
    const found = await shrunk(withData({ extra: { deep: [1, 2] } }), (b: { data?: object }) =>
      outcome('extra' in (b.data ?? {})),
    )
    expect(found).toMatchObject({ body: '{"data":{"extra":{}}}', clauses: [{ place: 'data.extra' }] })
  })
})

describe('headers', () => {
  const lines: Headers = [
    ['User-Agent', 'Shop/1.0'],
    ['X-Shop-Mode', 'live-eu'],
    ['Accept', '*/*'],
  ]
  test('the value of a header', async () => {
    const found = await shrunk(
      order,
      (_body, headers) => outcome(headers.some(([, value]) => value.startsWith('live'))),
      lines,
    )
    expect(found).toMatchObject({ body: '{}', words: ['the header `x-shop-mode: live`'] })
  })
  test('the spelling of a name', async () => {
    const found = await shrunk(
      order,
      (_body, headers) => outcome(headers.some(([name]) => name === 'X-Shop-Mode')),
      lines,
    )
    expect(found).toMatchObject({
      words: ['the header spelled `X-Shop-Mode`'],
      clauses: [{ undone: { kind: 'value', value: 'x-shop-mode' } }],
    })
  })
})

describe('nothing is blamed without proof', () => {
  test('a handler that fails for everything', async () => {
    expect(await shrunk(order, () => 'fails')).toMatchObject({ end: 'no-control', clauses: [] })
  })
  test('a handler that fails now and then', async () => {
    let count = 0
    expect(await shrunk(order, () => outcome(count++ % 3 !== 2))).toMatchObject({ end: 'flaky', clauses: [] })
  })
  test('a handler that begins to fail for everything in the middle of the search', async () => {
    let count = 0
    const found = await shrunk(withData({ note: 'x'.repeat(300) }), (b: typeof order) =>
      outcome(count++ > 15 || b.data.note.length > 255),
    )
    expect(found).toMatchObject({ clauses: [] })
    expect(found.end).toBe('stuck')
  })
  test('a handler that rejects what is cut keeps what it needs, and that is not blamed', async () => {
    const found = await shrunk(withData({ customer: null }), (b: typeof order) => {
      if (typeof b.id !== 'string' || typeof b.type !== 'string' || b.data === undefined) return 'other'
      return outcome(b.data.customer === null)
    })
    expect(found).toMatchObject({
      body: '{"id":"","type":"","data":{"customer":null}}',
      words: ['`data.customer` null'],
    })
  })
})
