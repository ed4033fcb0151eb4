import { expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { attempt, delivery, nextIndexed, notification, openTestStore } from './build.ts'

/** Stores bodies of the service's notifications, in order. */
async function fill(store: Store, bodies: readonly string[], verdict: 'valid' | 'invalid' = 'valid'): Promise<void> {
  const indexed = nextIndexed(store, bodies.length)
  for (const body of bodies) await store.append(delivery(body, { verdict }))
  await indexed
}

const usual = (n: number) => ({
  note: { amount: n, paid: n % 2 === 0, state: n % 3 === 0 ? 'open' : 'closed', tags: ['a'] },
})

it('learns from proven deliveries which fields there are, and says what changed and where', async () => {
  const store = await openTestStore()
  await fill(
    store,
    Array.from({ length: 30 }, (_, n) => notification(usual(n))),
  )
  expect((await store.shape('sandbox', 'body', 'Payment', [])).changes).toEqual([])
  await fill(store, [
    notification({ note: { ...usual(1).note, extra: 'x' } }),
    notification({ note: { paid: true, state: 'open', tags: [] } }),
    notification({ note: { ...usual(1).note, amount: '12.50' } }),
    notification({ note: { ...usual(1).note, state: null } }),
    notification({ note: { ...usual(1).note, state: 'refused' } }),
    notification(usual(2)),
  ])
  await fill(store, [notification({ forged: 1 })], 'invalid')
  const { samples, changes } = await store.shape('sandbox', 'body', 'Payment', [])
  expect(samples).toBe(36)
  expect(
    changes.map(({ kind, path, before, now, deliveryId }) => [deliveryId, kind, path.join('.'), before, now]),
  ).toEqual([
    ['35', 'new-value', 'note.state', 'open, closed', 'refused'],
    ['34', 'null-value', 'note.state', 'string', 'null'],
    ['33', 'other-type', 'note.amount', 'number', '12.50'],
    ['32', 'missing-field', 'note.amount', '0', ''],
    ['31', 'new-field', 'note.extra', '', 'x'],
  ])
})

it('says nothing before twenty samples, and of values that never repeat', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 60 }, (_, n) =>
    notification({ note: `text ${n}`, ...(n < 19 ? {} : { later: n }) }),
  )
  await fill(store, bodies)
  const { changes } = await store.shape('sandbox', 'body', 'Payment', [])
  expect(changes.map(({ kind, path }) => `${kind} ${path.join('.')}`)).toEqual([])
})

it('recognises a map by its many names', async () => {
  const store = await openTestStore()
  const bodies = Array.from({ length: 130 }, (_, n) => notification({ byId: { [`id-${n}`]: { amount: n } } }))
  await fill(store, bodies)
  const { fields } = await store.shape('sandbox', 'body', 'Payment', [])
  expect(fields.find(({ path }) => path.join('.') === 'byId.*.amount')).toMatchObject({ count: 130, min: 0, max: 129 })
  expect(fields.length).toBeLessThan(20)
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
