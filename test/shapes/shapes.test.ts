import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDrift } from '../../src/engine/drift/startDrift.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { attempt, delivery, nextIndexed, notification, openTestStore, temporaryFolder } from '../store/build.ts'

/** Stores bodies of the service's notifications, in order. */
async function fill(store: Store, bodies: readonly string[], verdict: 'valid' | 'invalid' = 'valid'): Promise<void> {
  const indexed = nextIndexed(store, bodies.length)
  for (const body of bodies) await store.append(delivery(body, { verdict }))
  await indexed
}

const usual = (n: number) => ({
  note: { amount: n, paid: n % 2 === 0, state: n % 3 === 0 ? 'open' : 'closed', tags: ['a'] },
})

/** Looks for changes until nothing is pending, as the engine does after deliveries came. */
async function findAll(store: Store, hidden: readonly string[] = []): Promise<void> {
  for (;;) {
    const findings = await store.findChanges(hidden)
    await store.addChanges(findings)
    if (findings.pending === 0) return
  }
}

const changesOf = (store: Store, all = false) => store.changes({ environment: 'sandbox', all }, [])

it('finds how deliveries depart from those before, with the first that shows it and an example of both', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 30 }, (_, n) => notification(usual(n))),
  )
  await findAll(store)
  expect(await changesOf(store)).toEqual([])
  await fill(store, [
    notification({ note: { ...usual(1).note, extra: 'x' } }),
    notification({ note: { paid: true, state: 'open', tags: [] } }),
    notification({ note: { ...usual(1).note, amount: '12.50' } }),
    notification({ note: { ...usual(1).note, state: null } }),
    notification({ note: { ...usual(1).note, state: 'refused' } }),
    notification(usual(2)),
  ])
  await fill(store, [notification({ forged: 1 })], 'invalid')
  await findAll(store)
  expect((await store.shape('sandbox', 'body', 'Payment', [])).samples).toBe(36)
  const found = await changesOf(store)
  expect(
    found.map(({ kind, path, before, now, deliveryId }) => [deliveryId, kind, path.join('.'), before, now]),
  ).toEqual([
    ['35', 'new-value', 'note.state', 'closed, open', 'refused'],
    ['34', 'null-value', 'note.state', 'closed', 'null'],
    ['33', 'other-type', 'note.amount', '1', '12.50'],
    ['32', 'missing-field', 'note.amount', '1', ''],
    ['31', 'new-field', 'note.extra', '', 'x'],
  ])
})

it('marks each delivery that shows a change until it is accepted, and never again', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 25 }, (_, n) => notification(usual(n))),
  )
  const departing = notification({ note: { ...usual(1).note, extra: 'x' } })
  await fill(store, [departing, departing, notification(usual(3))])
  await findAll(store)
  const marked = async (filter: string) =>
    (await store.list({ limit: 50, filter: parseDeliveryFilter(filter, Date.now()).filter })).items.map(({ id }) => id)
  const [change] = await changesOf(store)
  expect(change).toMatchObject({ number: 1, deliveries: 2, deliveryId: '26', acceptedAt: null })
  expect(await marked('is:drift')).toEqual(['27', '26'])
  expect(await marked('change:1')).toEqual(['27', '26'])
  expect(await marked('-is:drift type:Payment')).toHaveLength(26)
  expect((await store.summary('26'))?.drift).toEqual([1])

  expect(await store.acceptChanges([1], 5000)).toBe(1)
  expect(await store.acceptChanges([1], 6000)).toBe(0)
  await fill(store, [departing])
  await findAll(store)
  expect(await marked('is:drift')).toEqual([])
  expect(await changesOf(store)).toEqual([])
  expect(await changesOf(store, true)).toMatchObject([{ number: 1, deliveries: 2, deliveryId: null, acceptedAt: 5000 }])
})

it('keeps marks and acceptance when the index is rebuilt and the shape is learned again', async () => {
  const folder = temporaryFolder()
  const first = await openTestStore({ folder })
  await fill(
    first,
    Array.from({ length: 25 }, (_, n) => notification(usual(n))),
  )
  await fill(first, [
    notification({ note: { ...usual(1).note, extra: 'x' } }),
    notification({ note: { ...usual(1).note, more: 1 } }),
  ])
  await findAll(first)
  await first.acceptChanges([1], 5000)
  await first.close()
  await rm(join(folder, 'index.db'))

  const store = await openTestStore({ folder })
  await fill(store, [notification({ note: { ...usual(1).note, extra: 'y', more: 2 } })])
  await findAll(store)
  expect(
    (await changesOf(store, true)).map(({ number, acceptedAt, deliveries }) => [number, acceptedAt, deliveries]),
  ).toEqual([
    [2, null, 2],
    [1, 5000, 1],
  ])
})

it('takes a change along with the last delivery that shows it, and leaves an accepted one', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 25 }, (_, n) => notification(usual(n))),
  )
  await fill(store, [
    notification({ note: { ...usual(1).note, extra: 'x' } }),
    notification({ note: { ...usual(1).note, more: 1 } }),
  ])
  await findAll(store)
  await store.acceptChanges([1], 5000)
  await store.removeDeliveries('sandbox')
  expect(await changesOf(store, true)).toMatchObject([{ number: 1, now: '', before: '', deliveries: 1 }])
  await store.removeDocument('environments', 'sandbox')
  expect(await changesOf(store, true)).toEqual([])
})

it('looks at a delivery once more when the result could not be stored', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 25 }, (_, n) => notification(usual(n))),
  )
  await findAll(store)
  await fill(store, [notification({ note: { ...usual(1).note, extra: 'x' } })])
  // A step may end before it has compared anything.
  const found = async () => {
    for (;;) {
      const { changes } = await store.findChanges([])
      if (changes.length > 0) return changes
    }
  }
  const lost = await found()
  expect(lost).toHaveLength(1)
  expect(await found()).toEqual(lost)
  expect(await store.uncheckedForChanges()).toBe(1)
})

it('finds changes of fetched objects, and marks the delivery that they were fetched for', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 25 }, () => notification()),
  )
  for (let n = 1; n <= 24; n += 1)
    await store.addAttempt(attempt({ deliveryId: String(n), body: Buffer.from(`{"total":${n}}`) }))
  await store.addAttempt(attempt({ deliveryId: '25', body: Buffer.from('{"total":null}') }))
  await findAll(store)
  expect(await changesOf(store)).toMatchObject([
    { source: 'object', kind: 'null-value', path: ['total'], deliveryId: '25', before: '24', now: 'null' },
  ])
})

it('says nothing before twenty samples, nor of values that never repeat', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 60 }, (_, n) =>
    notification({ note: `text ${n}`, ...(n < 19 ? {} : { later: n }) }),
  )
  await fill(store, bodies)
  await findAll(store)
  expect(await changesOf(store)).toEqual([])
})

it('says nothing of a new name where new names are usual, beside fields that stay', async () => {
  const store = await openTestStore()
  const metadata = (n: number) => ({ source: 'web', ...(n % 3 === 0 ? {} : { [`order-${n}`]: n }) })
  await fill(
    store,
    Array.from({ length: 80 }, (_, n) => notification({ metadata: metadata(n) })),
  )
  await findAll(store)
  expect(await changesOf(store)).toEqual([])
})

it('names each of many new names that come at once', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 25 }, () => notification({ note: { a: 1, b: 2 } }))
  const names = Array.from({ length: 12 }, (_, n) => `new${n}`)
  const note = { a: 1, b: 2, ...Object.fromEntries(names.map((name) => [name, 1])) }
  await fill(store, [...bodies, notification({ note })])
  await findAll(store)
  expect((await changesOf(store)).map(({ path }) => path.at(-1)).toReversed()).toEqual(names)
})

it('names a first text where there was none once, as another type', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 25 }, () => notification({ note: null }))
  await fill(store, [...bodies, notification({ note: 'open' }), notification({ note: 'closed' })])
  await findAll(store)
  expect((await changesOf(store)).map(({ kind, path }) => [kind, path.join('.')])).toEqual([['other-type', 'note']])
})

it('describes a number that is too large for one, and leaves out a field named *', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 25 }, () => notification({ note: 1 }))
  const odd = notification({ note: 2, '*': 1 }).replace('"note":2', '"note":1e400')
  await fill(store, [...bodies, odd, notification({ note: 3 })])
  await findAll(store)
  expect(await changesOf(store)).toEqual([])
  const { fields } = await store.shape('sandbox', 'body', 'Payment', [])
  expect(fields.find(({ path }) => path[0] === 'note')).toMatchObject({ count: 27, min: 1, max: 3 })
  expect(fields.some(({ path }) => path.includes('*'))).toBe(false)
})

it('learns a large type in several steps after a start, so that lists do not wait for all of it', async () => {
  const folder = temporaryFolder()
  const first = await openTestStore({ folder })
  const lines = Array.from({ length: 1000 }, (_, n) => ({ n, note: `line ${n}` }))
  const body = { lines, ...usual(1) }
  await fill(
    first,
    Array.from({ length: 100 }, () => notification(body)),
  )
  await findAll(first)
  await first.close()

  const store = await openTestStore({ folder })
  await fill(store, [notification({ ...body, extra: 1 })])
  expect(await store.findChanges([])).toMatchObject({ changes: [], pending: 1, learning: true })
  const onProblem = (error: unknown): void => expect.fail(String(error))
  const drift = startDrift({ store, hidden: () => [], events: { publish: () => undefined }, now: Date.now, onProblem })
  while ((await drift.catchUp()) > 0);
  await drift.stop()
  expect(await changesOf(store)).toMatchObject([{ kind: 'new-field', path: ['extra'], deliveryId: '101' }])
})

it('recognises a map by its many names', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 130 }, (_, n) => notification({ byId: { [`id-${n}`]: { amount: n } } }))
  await fill(store, bodies)
  const { fields } = await store.shape('sandbox', 'body', 'Payment', [])
  expect(fields.find(({ path }) => path.join('.') === 'byId.*.amount')).toMatchObject({ count: 130, min: 0, max: 129 })
  expect(fields.length).toBeLessThan(20)
})

it('names another type in a map whose names differ from one delivery to the next', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 25 }, (_, n) => notification({ byId: { [`id-${n}`]: n } }))
  await fill(store, [...bodies, notification({ byId: { another: 'text' } })])
  await findAll(store)
  expect(await changesOf(store)).toMatchObject([{ kind: 'other-type', path: ['byId', '*'], deliveryId: '26' }])
})

it('describes fetched objects, and lists both', async () => {
  const store = await openTestStore()
  await fill(store, [notification()])
  const body = Buffer.from('{"id":"9b2f8a74-2f0e-4e21-9d53-6a51d7a7b9a1","at":"2026-01-31T12:00:00Z","total":12}')
  await store.addAttempt(attempt({ body }))
  expect(await store.shapeTypes('sandbox')).toEqual([
    { source: 'body', type: 'Payment', samples: 1 },
    { source: 'object', type: 'Payment', samples: 1 },
  ])
  const { schema } = await store.shape('sandbox', 'object', 'Payment', [])
  expect(schema).toMatchObject({
    type: 'object',
    properties: { id: { format: 'uuid' }, at: { format: 'date-time' }, total: { type: 'integer' } },
    required: ['id', 'at', 'total'],
  })
  expect(await store.shapeTypes('other')).toEqual([])
})

it('learns nothing of the values of a secret', async () => {
  const store = await openTestStore()
  await fill(store, [notification({ value: [{ token: 'the-secret', n: 1 }] })])
  const { fields } = await store.shape('sandbox', 'body', 'Payment', ['/value/*/token'])
  expect(fields.find(({ path }) => path.at(-1) === 'token')?.examples).toEqual(['[redacted]'])
  expect(JSON.stringify(fields)).not.toContain('the-secret')
})
