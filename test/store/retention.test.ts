import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

const day = 86_400_000
const now = 1_800_000_000_000

/** Stored and indexed, the oldest `days` ago, the newest now. */
async function fill(store: Store, count: number, { environmentId = 'sandbox', days = 0, bytes = 10 } = {}) {
  const indexed = nextIndexed(store, count)
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      store.append(
        delivery(notification({ id: `${environmentId}-${index}`, pad: 'x'.repeat(bytes) }), {
          environmentId,
          request: { receivedAt: now - days * day * (1 - index / count) },
        }),
      ),
    ),
  )
  await indexed
  return ids
}

const listed = async (store: Store, environment = 'sandbox') =>
  (await store.list({ limit: 500, environment })).items.map(({ id }) => Number(id)).toReversed()
const gone: string[] = []
const keepIds = (ids: string[]) => void gone.push(...ids)

describe('limits of an environment', () => {
  it('remove the oldest beyond a count, leave pinned ones beside it, and nothing of other environments', async () => {
    const store = await openTestStore({ now: () => now })
    const ids = await fill(store, 500)
    await fill(store, 20, { environmentId: 'other' })
    await store.annotate({ deliveryId: ids[3] ?? '', pinned: true })
    const limits = { maxCount: 100 }
    expect(await store.previewRetention('sandbox', limits)).toMatchObject({ deliveries: 399, pinnedKept: 1 })
    expect(await listed(store)).toHaveLength(500)
    gone.length = 0
    expect(await store.retain('sandbox', limits, keepIds)).toMatchObject({ deliveries: 399 })
    expect(await listed(store)).toEqual([ids[3], ...ids.slice(400)].map(Number))
    expect(gone).toEqual(ids.slice(0, 400).filter((id) => id !== ids[3]))
    expect(await listed(store, 'other')).toHaveLength(20)
    expect(await store.counts()).toMatchObject({ deliveries: 121, byEnvironment: { sandbox: 101, other: 20 } })
    await expect.poll(async () => store.retain('sandbox', limits, keepIds)).toEqual({ deliveries: 0, bytes: 0 })
  })

  it('remove what is older than so many days, whatever the order of arrival was', async () => {
    const store = await openTestStore({ now: () => now })
    const ids = await fill(store, 100, { days: 10 })
    // The clock was wrong when these came.
    const [late = ''] = await fill(store, 1, { environmentId: 'sandbox', days: 400 })
    expect(await store.previewRetention('sandbox', { maxAgeDays: 5 })).toMatchObject({ deliveries: 50 + 1 })
    await store.retain('sandbox', { maxAgeDays: 5 }, keepIds)
    expect(await listed(store)).toEqual(ids.slice(50).map(Number))
    expect(await store.get(late)).toBeNull()
  })

  it('count bodies and 1,024 bytes for each delivery towards a size', async () => {
    const store = await openTestStore({ now: () => now })
    await fill(store, 60, { bytes: 20_000 })
    const { environments } = await store.space()
    const held = environments['sandbox'] ?? { deliveries: 0, bytes: 0 }
    expect(held.deliveries).toBe(60)
    const one = held.bytes / 60 + 1024
    await store.retain('sandbox', { maxBytes: Math.floor(one * 25.5) }, keepIds)
    expect(await listed(store)).toHaveLength(25)
  })

  it('apply together, and the strictest counts', async () => {
    const store = await openTestStore({ now: () => now })
    await fill(store, 100, { days: 10 })
    const limits = { maxAgeDays: 5, maxCount: 20, maxBytes: 10 * 1024 * 1024 }
    expect(await store.previewRetention('sandbox', limits)).toMatchObject({ deliveries: 80 })
    expect(await store.retain('sandbox', limits, keepIds)).toMatchObject({ deliveries: 80 })
  })

  it('are applied in the index, too, while deliveries never stop coming', async () => {
    const store = await openTestStore({ now: () => now })
    await fill(store, 400)
    let isOver = false
    const send = async (): Promise<void> => {
      while (!isOver) await store.append(delivery(notification(), { environmentId: 'other' }))
    }
    const sending = [send(), send()]
    expect(await store.retain('sandbox', { maxCount: 100 }, keepIds)).toMatchObject({ deliveries: 300 })
    await expect.poll(async () => (await store.space()).environments['sandbox']?.deliveries).toBe(100)
    isOver = true
    await Promise.all(sending)
  })

  it('do not count what was deleted and can be brought back, and count it again when it is', async () => {
    const store = await openTestStore({ now: () => now, undoMs: 3_600_000 })
    const ids = await fill(store, 12)
    await store.annotate({ deliveryId: ids[11] ?? '', pinned: true })
    // One of them is pinned, which one that is deleted alone can be.
    await store.hideDeliveries({ ids: [ids[11] ?? ''] })
    const deletion = await store.hideDeliveries({ ids: ids.slice(8, 11) })
    expect(await store.retain('sandbox', { maxCount: 5 }, keepIds)).toMatchObject({ deliveries: 3 })
    expect(await listed(store)).toEqual(ids.slice(3, 8).map(Number))
    await expect.poll(async () => store.retain('sandbox', { maxCount: 5 }, keepIds)).toMatchObject({ deliveries: 0 })
    await store.undoDeletion(deletion?.id ?? '')
    expect(await store.retain('sandbox', { maxCount: 5 }, keepIds)).toMatchObject({ deliveries: 3 })
    expect(await listed(store)).toEqual(ids.slice(6, 11).map(Number))
  })

  it(
    'are applied although deliveries of another environment are deleted again and again',
    { tags: 'full' },
    async () => {
      const store = await openTestStore({ now: () => now, undoMs: 3_600_000 })
      await fill(store, 10)
      const others = await fill(store, 10, { environmentId: 'other' })
      await store.hideDeliveries({ ids: others.slice(5) })
      expect(await store.retain('sandbox', { maxCount: 4 }, keepIds)).toMatchObject({ deliveries: 6 })
      expect(await store.previewRetention('other', { maxCount: 4 })).toMatchObject({ deliveries: 1 })
    },
  )

  it('make the next delivery of a notification its first, as an index made again would', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, now: () => now })
    const indexed = nextIndexed(store, 3)
    for (let copy = 0; copy < 3; copy++) await store.append(delivery(notification({ id: 'same', resourceId: 'p' })))
    await indexed
    const changed = new Promise<{ id: string; duplicate: boolean; nth?: number | null | undefined }[]>((resolve) => {
      store.onFirsts(resolve)
    })
    await store.retain('sandbox', { maxCount: 2 }, keepIds)
    expect(await changed).toMatchObject([
      { id: '2', duplicate: false, nth: 1 },
      { id: '3', duplicate: true, nth: 2 },
    ])
    expect(await store.object('sandbox', 'Payment', 'p')).toMatchObject({ notifications: 1 })
  })
})

describe('when most of many deliveries are removed', () => {
  it('the index gives back their space, and misses nothing that arrives meanwhile', { tags: 'full' }, async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, now: () => now })
    const [first = ''] = await fill(store, 5500)
    const indexed = nextIndexed(store, 1)
    const again = await store.append(delivery(notification({ id: 'sandbox-0' }), { request: { receivedAt: now } }))
    expect(await indexed).toMatchObject([{ id: again, duplicate: true, nth: 2 }])
    const size = () => statSync(join(folder, 'index.db')).size
    const before = size()

    const firsts = new Promise<unknown>((resolve) => store.onFirsts(resolve))
    const arriving = nextIndexed(store, 1)
    const [removed, fresh] = await Promise.all([
      store.retain('sandbox', { maxCount: 200 }, keepIds),
      store.append(delivery(notification({ id: 'fresh' }), { request: { receivedAt: now } })),
    ])
    expect(removed).toMatchObject({ deliveries: 5301 })
    expect(await arriving).toMatchObject([{ id: fresh, notificationId: 'fresh' }])
    expect(await firsts).toMatchObject([{ id: again, duplicate: false, nth: 1 }])
    await expect.poll(size, { timeout: 20_000 }).toBeLessThan(before)
    const last = nextIndexed(store, 1)
    const later = await store.append(delivery(notification({ id: 'fresh' }), { request: { receivedAt: now } }))
    expect(await last).toMatchObject([{ id: later, notificationId: 'fresh', duplicate: true }])
    expect(await listed(store)).toHaveLength(202)
    expect(await store.get(first)).toBeNull()
    expect((await store.list({ limit: 10, q: 'sandbox-5400' })).items).toHaveLength(1)
    expect((await store.space()).environments['sandbox']).toMatchObject({ deliveries: 202 })
  })
})

describe('space of what was removed', () => {
  it('comes back to the disk in steps, without a compaction', { tags: 'full' }, async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, now: () => now })
    await fill(store, 1000, { bytes: 8000 })
    const size = () => statSync(join(folder, 'deliveries.db')).size
    await store.retain('sandbox', { maxCount: 50 }, keepIds)
    await expect.poll(size, { timeout: 20_000 }).toBeLessThan(4_500_000)
  })

  it('notes when a batch was kept only as long as a delivery of it is there', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, now: () => now })
    for (let batch = 0; batch < 3; batch++) await fill(store, 4)
    await store.retain('sandbox', { maxCount: 2 }, keepIds)
    await store.close()
    const file = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
    const rows = file.prepare('SELECT first_id FROM batch_times').all()
    file.close()
    expect(rows.length).toBeLessThanOrEqual(2)
  })
})
