import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/types.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

/** A copy of a folder that an older version wrote, opened; resolves once all of it is indexed anew. */
async function upgraded(fixture: string): Promise<Store> {
  const folder = temporaryFolder()
  cpSync(new URL(`../fixtures/${fixture}`, import.meta.url), folder, { recursive: true })
  const store = await openTestStore({ folder })
  const news = nextIndexed(store, 1)
  const id = await store.append(delivery(notification({ resourceId: 'new', resourceType: 'Identity' })))
  // What was there before is indexed before the new one, and is no news.
  expect((await news).map((summary) => summary.id)).toEqual([id])
  return store
}

describe('a folder of the second schema', () => {
  it('keeps verdicts, attempts, follow-ups and documents', async () => {
    const store = await upgraded('schema-2')
    const { items } = await store.list({ limit: 10 })
    expect(items.map(({ id, verdict, notificationId }) => [id, verdict, notificationId]).slice(1)).toEqual([
      ['3', 'valid', 'n-3'],
      ['2', 'valid', 'n-2'],
      ['1', 'valid', 'n-1'],
    ])
    expect(await store.get('2')).toMatchObject({ verdict: 'valid', secretId: 'secret-2' })
    expect(await store.counts()).toEqual({
      deliveries: 4,
      byVerdict: { valid: 4, invalid: 0 },
      byEnvironment: { sandbox: 3, other: 1 },
    })
    expect(await store.attempts('1')).toMatchObject([{ status: 200, resourceId: 'p-1' }])
    expect(await store.followUpOf('sandbox', 'n-1')).toMatchObject({ followUp: { state: 'done' } })
    expect(await store.followUpCounts()).toMatchObject({ failed: 1, lastFailed: { deliveryId: '2' } })
    expect(await store.documents('settings')).toEqual([{ id: 'receiver', document: { port: 4690 } }])
    expect((await store.list({ limit: 10, q: 'w-1' })).items).toMatchObject([{ id: '3' }])
  })

  it('gets its objects and its latency from what was stored before they were thought of', async () => {
    const store = await upgraded('schema-2')
    const { items } = await store.objects({ limit: 10 })
    expect(items.map((item) => [item.resourceId, item.notifications, item.lastAction, item.snapshots])).toEqual([
      ['new', 1, 'create', 0],
      ['w-1', 1, 'create', 0],
      ['p-1', 2, 'update', 1],
    ])
    const { types } = await store.latency({ environment: 'sandbox' })
    expect(types.find(({ resourceType }) => resourceType === 'Payment')).toMatchObject({
      count: 2,
      legs: { receivedToAnswered: { count: 1, p50: 103 }, receivedToFetched: { count: 1, p50: 204 } },
    })
  })

  it('can remove an environment', async () => {
    const store = await upgraded('schema-2')
    expect(await store.removeDeliveries('sandbox')).toBe(3)
    expect((await store.list({ limit: 10 })).items.map((item) => item.id)).toEqual(['3'])
    expect(await store.append(delivery(notification()))).toBe('5')
  })
})

describe('a folder of the first schema', () => {
  it('gets its objects too', async () => {
    const store = await upgraded('schema-1')
    const { items } = await store.objects({ limit: 10 })
    expect(items.map((item) => [item.resourceId, item.notifications, item.unproven])).toEqual([
      ['new', 1, 0],
      ['r-1', 1, 1],
    ])
    expect(await store.removeDeliveries('sandbox')).toBe(3)
  })
})
