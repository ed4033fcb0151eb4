import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { type SharedHost, sharedTestHost } from '../build/sharedTestHost.ts'
import { postTo } from '../host/postTo.ts'
import { type Came, fail, order, search, secret, start, withData } from './handlers.ts'

const shared = sharedTestHost()
let own = {} as SharedHost
beforeEach(async () => {
  own = shared()
  await own.client.environments.update({ id: own.environment.id, sharedSecret: secret })
})

/** A planted fault: the delivery that shows it, the handler that has it, and what is to be found. */
interface Planted {
  name: string
  body: object | string
  headers?: Record<string, string>
  handle: (came: Came) => void
  sentence: string
  smallest: string
}

const bigNumber = JSON.stringify(order).replace('"amount":1299', '"amount":90071992547409931234')
const planted: Planted[] = [
  {
    name: 'null in a nested member, whose owner the handler needs',
    body: withData({ customer: { ...order.data.customer, email: null } }),
    handle: ({ body }) => void (body.data.customer.email as string).length,
    sentence: 'Fails with 500 with `data.customer.email` null; passes with "a".',
    smallest: '{"data":{"customer":{"email":null}}}',
  },
  {
    name: 'an empty list',
    body: withData({ items: [] }),
    handle: ({ body }) => void body.data.items[0]!.price,
    sentence: 'Fails with 500 with `data.items` empty; passes with [{}].',
    smallest: '{"data":{"items":[]}}',
  },
  {
    name: 'a number above 2^53',
    body: bigNumber,
    handle: ({ body }) => void (body.data?.amount > Number.MAX_SAFE_INTEGER && fail()),
    sentence: 'Fails with 500 with `data.amount` 9007199254740992; passes with 9007199254740991.',
    smallest: '{"data":{"amount":9007199254740992}}',
  },
  {
    name: 'an emoji',
    body: withData({ note: 'Thank you 😀 very much' }),
    handle: ({ body }) => void (/[\u{10000}-\u{10ffff}]/u.test(body.data?.note) && fail()),
    sentence: 'Fails with 500 with `data.note` "😀"; passes with "a".',
    smallest: '{"data":{"note":"😀"}}',
  },
  {
    name: 'a text of more than 255 characters',
    body: withData({ note: 'Leave it with the neighbours. '.repeat(12) }),
    handle: ({ body }) => void (body.data?.note.length > 255 && fail()),
    sentence: 'Fails with 500 with `data.note` of 256 characters; passes with 255.',
    smallest: `{"data":{"note":"${'a'.repeat(256)}"}}`,
  },
  {
    name: 'two members together',
    body: withData({ items: [], coupon: null }),
    handle: ({ body }) => void (body.data?.coupon === null && body.data.items?.length === 0 && fail()),
    sentence: 'Fails with 500 with `data.items` empty and `data.coupon` null; passes without either.',
    smallest: '{"data":{"items":[],"coupon":null}}',
  },
  {
    name: 'upper case in the name of a header',
    body: order,
    headers: { 'X-Shop-Region': 'eu' },
    handle: ({ message }) => void (message.rawHeaders.includes('X-Shop-Region') && fail()),
    sentence: 'Fails with 500 with the header spelled `X-Shop-Region`; passes as `x-shop-region`.',
    smallest: '{}',
  },
  {
    name: 'more elements than ten',
    body: order,
    handle: ({ body }) => void (body.data?.items?.length > 10 && fail()),
    sentence: 'Fails with 500 with 11 elements in `data.items`; passes with 10.',
    smallest: `{"data":{"items":[${Array.from({ length: 11 }, () => '{}').join(',')}]}}`,
  },
  {
    name: 'one type of event',
    body: { ...order, type: 'order.refunded' },
    handle: ({ body }) => void (body.type === 'order.refunded' && fail()),
    sentence: 'Fails with 500 with `type` "order.refunded"; passes with "a".',
    smallest: '{"type":"order.refunded"}',
  },
]

describe('a planted fault is found, named exactly, and left alone in the smallest body', () => {
  for (const { name, body, headers, handle, sentence, smallest } of planted)
    test(name, async () => {
      const found = await search(own, body, await start(handle), {}, headers)
      expect(found).toMatchObject({ state: 'found', sentence, repeated: { fails: 3, of: 3 }, signedWith: 'Secret 1' })
      expect(found.smallest?.body).toBe(smallest)
      expect(found.sent).toBeLessThanOrEqual(500)
    })

  test('an answer that does not come in time', async () => {
    const to = await start(({ body }) => (body.data?.coupon === null ? 'later' : undefined))
    const found = await search(own, withData({ coupon: null }), to, { timeoutMs: 60 })
    expect(found).toMatchObject({
      state: 'found',
      counts: 'timeout',
      sentence: 'Fails with no answer in time with `data.coupon` null; passes with "a".',
    })
  })

  test('only what was asked for counts as the fault', async () => {
    const to = await start(({ body }, response) => {
      if (body.data?.items === undefined) response.writeHead(500).end('no items')
      else if (body.data.coupon === null) response.writeHead(500).end('TypeError: coupon is null')
    })
    const found = await search(own, withData({ coupon: null }), to, { answer: '/TypeError/' })
    expect(found).toMatchObject({
      counts: 'text',
      sentence: 'Fails with 500 with `data.coupon` null; passes with "a".',
    })
    expect(found.smallest?.body).toBe('{"data":{"items":[],"coupon":null}}')
  })
})

describe('a handler that ends', () => {
  test('and is started again', async () => {
    const to = await start(({ body, server, message }, response) => {
      if (body.data?.coupon !== null) return
      const { port } = server.address() as AddressInfo
      message.socket.destroy()
      response.destroy()
      server.closeAllConnections()
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 20))
    })
    const found = await search(own, withData({ coupon: null }), to)
    expect(found).toMatchObject({
      state: 'found',
      sentence:
        'Fails with a broken connection with `data.coupon` null; passes with "a". Nothing listened at the handler after it, until it was started again.',
    })
    expect(found.smallest?.body).toBe('{"data":{"coupon":null}}')
  })

  test('and stays away', { tags: ['full'] }, async () => {
    const to = await start(({ server }, response) => {
      response.destroy()
      server.closeAllConnections()
      server.close()
    })
    const found = await search(own, order, to)
    expect(found).toMatchObject({ state: 'died', clauses: [], smallest: null, failing: { status: null } })
    expect(found.sentence).toMatch(/^Nothing listens at the handler any more after a delivery that fails with a broken/)
  })
})

test('a handler that does not listen is named at once', async () => {
  const found = await search(own, order, 'http://127.0.0.1:9')
  expect(found).toMatchObject({ state: 'died', failing: null, sent: 1 })
  expect(found.sentence).toBe('Nothing listens at the handler. Start it, and search again.')
})

const withoutId = { note: 'of no event' }

describe('nothing is claimed', () => {
  const good: Record<string, (came: Came) => void> = {
    'a handler that takes everything': () => undefined,
    'a handler that reads all members with care': ({ body }) =>
      void [body.data?.customer?.email, body.data?.items?.map(({ price }) => price)],
    'a handler that knows repetitions': (() => {
      const seen = new Set<string | undefined>()
      return ({ body }: Came) => void seen.add(body.id)
    })(),
    'a handler that writes what it gets': ({ text }) => void JSON.parse(text),
  }
  for (const [name, handle] of Object.entries(good))
    test(`about ${name}`, async () => {
      const found = await search(own, withData({ coupon: null, items: [] }), await start(handle))
      expect(found).toMatchObject({ state: 'passing', clauses: [], smallest: null, sent: 4 })
    })

  test('where the handler fails for everything', async () => {
    const found = await search(own, order, await start(fail))
    expect(found).toMatchObject({ state: 'no-control', clauses: [] })
  })

  test('where the handler refuses repetitions only', async () => {
    const seen = new Set<string | undefined>()
    const to = await start(({ body: { id } }) => void (seen.has(id) ? fail() : seen.add(id)))
    await search(own, order, to)
    expect(await search(own, order, to)).toMatchObject({ state: 'passing', clauses: [], failing: { status: 200 } })
  })

  test('where the handler fails now and then', async () => {
    let count = 0
    const found = await search(own, order, await start(() => void (count++ % 3 !== 2 && fail())))
    expect(found).toMatchObject({ state: 'flaky', clauses: [] })
    expect(found.sentence).toMatch(/^Flaky: /)
  })

  test('where the handler fails every second time', async () => {
    let count = 0
    const found = await search(own, withoutId, await start(() => void (count++ % 2 === 1 && fail())))
    expect(found).toMatchObject({
      state: 'flaky',
      sentence: 'Flaky: the same delivery failed 1 of 3 times, so no part of it can be blamed.',
    })
  })

  test('where the handler takes a delivery without an id once only', async () => {
    const seen = new Set<string>()
    const to = await start(({ text }) => void (seen.has(text) ? fail() : seen.add(text)))
    expect(await search(own, withoutId, to)).toMatchObject({ state: 'passing', failing: { status: 200 } })
  })

  test('of the way it is written where the handler fails now and then', async () => {
    const answers = [true, true, false, true, false, false]
    const to = await start(() => void (answers.shift() === true && fail()))
    const found = await search(own, withoutId, to)
    expect(found.sentence).toBe('Flaky: the same delivery failed 1 of 3 times, so no part of it can be blamed.')
  })

  test('where the handler is overwhelmed in the middle of the search', async () => {
    let count = 0
    const found = await search(
      own,
      withData({ note: 'x'.repeat(400) }),
      await start(({ body }) => void ((count++ > 25 || body.data?.note.length > 255) && fail())),
    )
    expect(found.clauses).toEqual([])
    expect(found.state).toBe('stuck')
  })
})

test('a value of another delivery makes the twin pass where no ordinary one does', async () => {
  const to = await start(({ body }) => void (body.data.customer.name.trim() === '' && fail()))
  await postTo(own, own.environment, { 'Content-Type': 'application/json' }, JSON.stringify(order))
  const found = await search(own, withData({ customer: null as never }), to)
  expect(found).toMatchObject({
    state: 'found',
    clauses: [{ place: 'data.customer', what: 'null' }],
    sentence:
      'Fails with 500 with `data.customer` null; passes with {"name":"Ada Lovelace","email":"ada@example.test","phones":[….',
  })
  expect(found.smallest?.body).toBe('{"data":{"customer":null}}')
})

describe('a handler that knows repetitions', () => {
  test('fails for a delivery that it has seen, once that has a new id', async () => {
    const seen = new Set([order.id])
    const to = await start(({ body }) => {
      if (seen.has(body.id)) return
      seen.add(body.id)
      if (body.data?.coupon === null) fail()
    })
    const found = await search(own, withData({ coupon: null }), to)
    expect(found).toMatchObject({ state: 'found', failing: { status: 500 } })
    expect(found.clauses).toMatchObject([{ place: 'data.coupon', what: 'null' }])
  })

  test('gets a new id with each delivery, and the id is cut at the end where it is not needed', async () => {
    const seen = new Set<string>()
    const to = await start(({ body }) => {
      if (body.id !== undefined && seen.has(body.id)) return
      if (body.data?.coupon === null) fail()
      if (body.id !== undefined) seen.add(body.id)
    })
    const found = await search(own, withData({ coupon: null }), to)
    expect(found.sentence).toBe('Fails with 500 with `data.coupon` null; passes with "a".')
    expect(found.smallest?.body).toBe('{"data":{"coupon":null}}')
  })
})
