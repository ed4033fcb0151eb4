import { expect, it } from 'vitest'
import { delivery, nextIndexed, notification, openTestStore } from './build.ts'

const day = 86_400_000
const now = 1_800_000_000_000

it('growth is what came in the last seven days, or since the oldest one that is still there', async () => {
  const store = await openTestStore({ now: () => now })
  const came = async (count: number, environmentId: string, daysAgo: number) => {
    const indexed = nextIndexed(store, count)
    const request = { receivedAt: now - daysAgo * day }
    await Promise.all(
      Array.from({ length: count }, async () => store.append(delivery(notification(), { environmentId, request }))),
    )
    await indexed
  }
  await came(30, 'sandbox', 9)
  await store.annotate({ deliveryId: '1', pinned: true })
  expect((await store.space()).growth).toEqual({ deliveries: 0, ms: 7 * day })
  await came(10, 'sandbox', 6)
  await came(5, 'other', 2)
  await came(7, 'sandbox', 1)
  expect((await store.space()).growth).toEqual({ deliveries: 22, ms: 7 * day })
  await store.retain('sandbox', { maxCount: 3 }, () => undefined)
  await expect.poll(async () => (await store.space()).environments['sandbox']?.deliveries).toBe(4)
  // The ten of six days ago are gone; of those after them four were removed, and came all the same.
  expect((await store.space()).growth).toEqual({ deliveries: 12, ms: 2 * day })
})
