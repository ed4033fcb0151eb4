import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { matchesFields } from '../../src/shared/filter/deliveryFilter.ts'
import { fewAndAll } from '../support/fewAndAll.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'
import { all, filter, ids, mixed, mixedStore, pick, start } from './mixedStore.ts'

describe('a filter', () => {
  fewAndAll('finds in the index exactly what the pure matcher lets through', [30, 400], async (numRuns) => {
    const store = await mixedStore()
    const values = {
      verdict: ['valid', 'INVALID', 'unsigned|valid-previous', 'no-secret'],
      type: ['payment', 'wallet|"x', '"Odd Kind"', 'Kühl', 'KÜHL', 'absent'],
      action: ['create', 'update|create', 'none'],
      id: ['n-3', 'N-4|r-5', 'R-7', '12', '0012', 'absent'],
      status: ['done', 'failed', 'waiting', 'running', 'skipped|none', 'failed|running', 'none'],
      is: ['late', 'duplicate', 'retried', 'pinned', 'noted', 'late|noted'],
      method: ['post', 'PUT', 'get'],
      after: ['2026-03-01T12:01:00Z', '2026-03-01', '5m'],
      before: ['2026-03-01T12:02:30.000Z', '2026-03-02'],
    }
    const term = fc.tuple(
      fc.constantFrom('', '', '-'),
      fc
        .constantFrom(...(Object.keys(values) as (keyof typeof values)[]))
        .chain((key) => fc.constantFrom(...values[key]).map((value) => `${key}:${value}`)),
    )
    const terms = fc.array(
      term.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    await fc.assert(
      fc.asyncProperty(terms, fc.constantFrom(7, 50, 500), async (parts, limit) => {
        const text = parts.join(' ')
        const everything = await all(store, '')
        const expected = everything.filter((summary) => matchesFields(filter(text), summary)).map(({ id }) => id)
        expect(await ids(store, text, limit)).toEqual(expected)
      }),
      { numRuns },
    )
  })

  it('tells apart by every mark and state: none of these finds nothing, or everything', async () => {
    const store = await mixedStore()
    const texts = ['is:late', 'is:duplicate', 'is:retried', 'is:pinned', 'is:noted', 'status:done', 'status:failed']
    for (const text of [...texts, 'status:waiting', 'status:none', 'status:skipped', 'action:create', 'method:put']) {
      const found = (await all(store, text)).length
      expect([text, found > 0 && found < 190]).toEqual([text, true])
    }
  })

  it('narrows beside the single parameters', async () => {
    const store = await mixedStore()
    const both = await store.list({
      limit: 500,
      verdict: 'invalid',
      environment: 'sandbox',
      filter: filter('type:Wallet'),
    })
    expect(both.items.length).toBeGreaterThan(0)
    expect(both.items.every(({ verdict, resourceType }) => verdict === 'invalid' && resourceType === 'Wallet')).toBe(
      true,
    )
    expect((await store.list({ limit: 5, environment: 'other', filter: filter('type:Wallet') })).items).toEqual([])
  })
})

describe('words in a filter', () => {
  const bodies = [
    '{"note":"the quick brown fox"}',
    '{"note":"the brown quick fox","mail":"a.b@example.com"}',
    '{"note":"Brownian motion"}',
  ]
  const cases: [text: string, found: string[]][] = [
    ['brown', ['3', '2', '1']],
    ['quick bro', ['2', '1']],
    ['bro quick', ['2', '1']],
    ['"brown"', ['2', '1']],
    ['"quick brown"', ['1']],
    ['"brown quick fox"', ['2']],
    ['"quick bro"', []],
    ['-"quick brown"', ['3', '2']],
    ['-quick', ['3']],
    ['-"brown"', ['3']],
    ['brown -fox', ['3']],
    ['a.b@example.com', ['2']],
    ['"..."', ['3', '2', '1']],
    ['zebra', ['3']],
    ['"brownian motion" zebra', ['3']],
    ['"striped zebra"', ['3']],
    ['brown -zebra', ['2', '1']],
    ['-"striped zebra"', ['2', '1']],
    ['is:noted', ['3']],
  ]

  it('are looked for in body, headers and notes; in quotes they stand together and are whole', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 3)
    for (const body of bodies) await store.append(delivery(body))
    await store.annotate({ deliveryId: '3', note: 'A striped zebra.' })
    for (const [text, found] of cases) expect([text, await ids(store, text)]).toEqual([text, found])
    await indexed
    for (const [text, found] of cases) expect([text, await ids(store, text, 1)]).toEqual([text, found])
    for (const [text, found] of cases) expect([text, await ids(store, text, 500)]).toEqual([text, found])
  })

  it('that stand together are found however many have them apart, in pages that may be short', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 4501)
    const one = store.append(delivery('{"note":"alpha beta"}'))
    await Promise.all([
      one,
      ...Array.from({ length: 4500 }, async () => store.append(delivery('{"note":"beta alpha"}'))),
    ])
    await indexed
    const first = await store.list({ limit: 10, filter: filter('"alpha beta"') })
    expect(first).toMatchObject({ items: [], next: expect.any(String) as string })
    expect(await ids(store, '"alpha beta"')).toEqual(['1'])
  })
})

it('pages neither leave out nor repeat anything while deliveries arrive', async () => {
  const store = await openTestStore()
  await Promise.all(Array.from({ length: 300 }, async (_, number) => store.append(mixed(number))))
  for (const text of ['type:payment', '-verdict:valid', 'is:late', 'notification']) {
    const newest = Number((await store.list({ limit: 1 })).items[0]?.id)
    const found: string[] = []
    let before: string | undefined
    for (let page = 0; before !== undefined || page === 0; page += 1) {
      const arriving = store.append(mixed(page))
      const { items, next } = await store.list({ limit: 17, before, filter: filter(text) })
      found.push(...items.map(({ id }) => id))
      await arriving
      before = next ?? undefined
    }
    const later = (await ids(store, text)).filter((id) => Number(id) <= newest)
    expect(found.filter((id) => Number(id) <= newest)).toEqual(later)
    expect(new Set(found).size).toBe(found.length)
  }
})

describe('a pin and a note', () => {
  it('stand on the delivery in every list, survive reopening, and go with it', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const id = await store.append(delivery(notification()))
    await store.append(delivery(notification()))
    await store.annotate({ deliveryId: id, pinned: true })
    await store.annotate({ deliveryId: id, note: 'Look here' })
    const check = async (open: Store) => {
      expect(await ids(open, 'is:pinned')).toEqual([id])
      expect((await all(open, 'is:noted'))[0]).toMatchObject({ id, pinned: true, note: 'Look here' })
    }
    await check(store)
    await store.close()
    const again = await openTestStore({ folder })
    await check(again)
    await again.annotate({ deliveryId: id, pinned: false })
    expect((await all(again, 'is:noted'))[0]).toMatchObject({ pinned: false, note: 'Look here' })
    await again.annotate({ deliveryId: id, note: null })
    expect(await ids(again, 'is:noted')).toEqual([])
    await again.annotate({ deliveryId: id, pinned: true })
    await again.removeDeliveries('sandbox')
    expect(await ids(again, 'is:pinned')).toEqual([])
    await again.annotate({ deliveryId: id, note: 'Too late' })
    expect(await ids(again, 'is:noted')).toEqual([])
  })
})

describe('the deliveries of one notification', () => {
  const body = notification({ id: 'n-1' })

  it('are counted, before and after they are indexed; a forged one never makes the real one the second', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 4)
    await store.append(delivery(body, { verdict: 'invalid' }))
    await store.append(delivery(body))
    await store.append(delivery(body))
    await store.append(delivery(body, { verdict: 'invalid' }))
    const told = async () =>
      (await all(store, '')).map(({ id, nth, duplicate, retried }) => [id, nth, duplicate, retried])
    const expected = [
      ['4', 2, true, false],
      ['3', 2, true, false],
      ['2', 1, false, false],
      ['1', 1, false, false],
    ]
    expect(await told()).toEqual(expected)
    expect((await indexed).map(({ nth }) => nth)).toEqual([1, 1, 2, 2])
    expect(await told()).toEqual(expected)
  })

  it('are retried where the one before was refused, or answered too late', async () => {
    const clock = { now: start }
    const store = await openTestStore({ now: () => clock.now })
    const request = { receivedAt: start }
    await store.append(delivery(body, { request, answeredStatus: 405 }))
    await store.append(delivery(body, { request, answeredStatus: 405 }))
    const first = await store.append(delivery(body, { request }))
    store.noteAnswered(first, start + 4000)
    // The times of a batch are written with a later one.
    await expect.poll(async () => (await store.latency({})).all.legs.receivedToAnswered?.p50).toBe(4000)
    await store.append(delivery(body, { request }))
    await store.append(delivery(body, { request }))
    await expect.poll(() => store.unindexed()).toBe(0)
    expect((await all(store, '')).map(({ nth, retried }) => [nth, retried])).toEqual([
      [3, false],
      [2, true],
      [1, false],
      [2, true],
      [1, false],
    ])
    expect(await ids(store, 'is:retried')).toEqual(['4', '2'])
  })
})

describe('a delivery that took long', () => {
  it('is late from ten seconds on; how long it took is shown, also where a clock is ahead', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 6)
    const sentBefore = async (ms: number) =>
      store.append(
        delivery(notification({ createdAtUtc: new Date(start - ms).toISOString() }), {
          request: { receivedAt: start },
        }),
      )
    // A clock that is fixed, as that of a seeded sandbox, says nothing of the way.
    const fixed = 321 * 86_400_000
    for (const ms of [10_000, 10_001, -500, fixed, -fixed]) await sentBefore(ms)
    await store.append(delivery('no notification'))
    const told = (await indexed).map(({ cameLate, sentToReceivedMs }) => [cameLate, sentToReceivedMs])
    expect(told).toEqual([
      [false, 10_000],
      [true, 10_001],
      [false, -500],
      [false, null],
      [false, null],
      [false, null],
    ])
    expect(await ids(store, 'is:late')).toEqual(['2'])
  })
})

it('deliveries are counted by environment, through removals and restarts', async () => {
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  await Promise.all(
    Array.from({ length: 9 }, async (_, number) =>
      store.append(delivery('x', { environmentId: pick(['a', 'b', 'b'], number) })),
    ),
  )
  expect((await store.counts()).byEnvironment).toEqual({ a: 3, b: 6 })
  await store.removeDeliveries('a')
  expect((await store.counts()).byEnvironment).toEqual({ b: 6 })
  await store.append(delivery('x', { environmentId: 'a' }))
  await store.close()
  expect((await (await openTestStore({ folder })).counts()).byEnvironment).toEqual({ a: 1, b: 6 })
})
