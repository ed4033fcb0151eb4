import { expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { attempt, delivery, notification, openTestStore, temporaryFolder } from './build.ts'

const tulpenveld = Buffer.from(
  JSON.stringify({ id: 'p-1', customer: { name: 'Tulpenveld Export B.V.' }, note: 'caf\\u00e9' }),
)

async function search(store: Store, text: string) {
  const { filter } = parseDeliveryFilter(text, 0)
  return (await store.list({ limit: 10, filter, matches: 'true' })).items
}

it('a search finds what the follow-up fetched, and shows the place', async () => {
  const store = await openTestStore()
  const id = await store.append(delivery(notification({ resourceId: 'p-1' })))
  await store.append(delivery(notification()))
  expect(await search(store, 'tulpenveld')).toEqual([])
  await store.addAttempt(attempt({ deliveryId: id, body: tulpenveld }))
  expect(await search(store, 'tulpenveld')).toMatchObject([{ id, match: { in: 'object', text: 'Tulpenveld' } }])
  expect(await search(store, '"tulpenveld export"')).toMatchObject([{ id }])
  expect(await search(store, '"export tulpenveld"')).toEqual([])
  expect(await search(store, '-tulpenveld')).not.toContainEqual(expect.objectContaining({ id }))
  expect((await store.list({ limit: 10, q: 'tulpenveld crea' })).items).toMatchObject([{ id }])
})

it('a search finds the object as it was fetched last, and no attempt that failed', async () => {
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  const id = await store.append(delivery(notification()))
  await store.addAttempt(attempt({ deliveryId: id, startedAt: 1, body: tulpenveld }))
  await store.addAttempt(attempt({ deliveryId: id, startedAt: 2, body: Buffer.from('{"name":"Rozenhof"}') }))
  await store.addAttempt(
    attempt({ deliveryId: id, startedAt: 3, status: 404, body: Buffer.from('{"title":"missing"}') }),
  )
  const found = async (open: Store) =>
    Promise.all(['tulpenveld', 'rozenhof', 'missing'].map(async (word) => (await search(open, word)).length))
  expect(await found(store)).toEqual([0, 1, 0])
  await store.close()
  expect(await found(await openTestStore({ folder }))).toEqual([0, 1, 0])
})

it('a search finds a note as soon as it is written, and no longer once it is another', async () => {
  const store = await openTestStore()
  const id = await store.append(delivery(notification()))
  await store.annotate({ deliveryId: id, note: 'ask Zoë' })
  expect(await search(store, 'zoe')).toMatchObject([{ id, match: { in: 'note', text: 'Zoë' } }])
  await store.annotate({ deliveryId: id, note: 'done' })
  expect(await search(store, 'zoe')).toEqual([])
  expect(await search(store, 'done')).toMatchObject([{ id }])
})
