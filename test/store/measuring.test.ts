import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { attempt, delivery, followUp, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** A store whose clock the test moves. */
async function storeAt(folder = temporaryFolder()): Promise<{ store: Store; clock: { now: number }; folder: string }> {
  const clock = { now: start }
  return { store: await openTestStore({ folder, now: () => clock.now }), clock, folder }
}

describe('the latency of what is stored', () => {
  it('is measured over every leg once the times are on disk, and survives reopening', async () => {
    const { store, clock, folder } = await storeAt()
    const indexed = nextIndexed(store, 3)
    const append = async (resourceType: string, createdAtUtc: string, environmentId = 'sandbox'): Promise<string> => {
      const request = { receivedAt: clock.now }
      clock.now += 5
      return store.append(delivery(notification({ resourceType, createdAtUtc }), { request, environmentId }))
    }
    const quick = await append('Payment', '2026-03-01T11:59:59.9000000+00:00')
    store.noteAnswered(quick, clock.now + 1)
    await store.addAttempt(attempt({ deliveryId: quick, startedAt: start + 20 }))
    clock.now += 1000
    const late = await append('Payment', 'no time')
    store.noteAnswered(late, clock.now + 3000)
    clock.now += 1000
    await append('Wallet', '2026-03-01T12:01:00+00:00', 'other')
    await indexed
    await store.close()

    const { store: again } = await storeAt(folder)
    const report = await again.latency({})
    expect(report).toMatchObject({ window: 10_000, from: '2026-03-01T12:00:00.000Z', to: '2026-03-01T12:00:02.010Z' })
    expect(report.types.map(({ resourceType, count, late }) => [resourceType, count, late])).toEqual([
      ['Payment', 2, 1],
      ['Wallet', 1, 0],
    ])
    expect(report.types[0]?.legs).toEqual({
      sentToReceived: { count: 1, p50: 100, p90: 100, p95: 100, p99: 100 },
      receivedToCommitted: { count: 2, p50: 5, p90: 5, p95: 5, p99: 5 },
      committedToAnswered: { count: 2, p50: 1, p90: 3000, p95: 3000, p99: 3000 },
      receivedToAnswered: { count: 2, p50: 6, p90: 3005, p95: 3005, p99: 3005 },
      receivedToFetched: { count: 1, p50: 24.5, p90: 24.5, p95: 24.5, p99: 24.5 },
    })
    expect(report.clocks).toMatchObject([{ environmentId: 'other', aheadMs: 57_990 }])
    expect((await again.latency({ environment: 'other' })).all.count).toBe(1)
    expect((await again.latency({ since: start + 1 })).all.count).toBe(2)
    expect(await again.latency({ environment: 'nobody' })).toMatchObject({ from: null, to: null, types: [] })
    expect(await again.senderClock('sandbox')).toEqual({ smallest: 100, implausible: null, deliveries: 1 })
    expect(await again.senderClock('nobody')).toEqual({ smallest: null, implausible: null, deliveries: 0 })
  })

  it('takes the first answer with an object for the fetch, and no failed one', async () => {
    const { store } = await storeAt()
    const indexed = nextIndexed(store, 1)
    const id = await store.append(delivery(notification(), { request: { receivedAt: start } }))
    await indexed
    const error = { code: 'not-json', message: 'It is not JSON.' }
    const of = (second: number, change = {}) =>
      store.addAttempt(attempt({ deliveryId: id, startedAt: start + second * 1000, ...change }))
    await of(1, { status: 500 })
    await of(2, { error })
    await of(3)
    await of(4)
    expect((await store.latency({})).all.legs.receivedToFetched?.p50).toBe(3004.5)
  })
})

describe('the deliveries of a notification', () => {
  it('are found before and after they are indexed, newest first', async () => {
    const { store } = await storeAt()
    const indexed = nextIndexed(store, 3)
    const body = notification({ id: 'n-1' })
    await store.append(delivery(body))
    await store.append(delivery(body, { environmentId: 'other' }))
    await store.append(delivery(body))
    const found = async () => (await store.deliveriesCarrying('sandbox', 'n-1', 10)).map(({ id }) => id)
    expect(await found()).toEqual(['3', '1'])
    await indexed
    expect(await found()).toEqual(['3', '1'])
    expect(await store.deliveriesCarrying('sandbox', 'n-2', 10)).toEqual([])
  })
})

describe('what the store knows of its own health', () => {
  it('is when the newest delivery came, also after a restart, and how many come a minute', async () => {
    const { store, clock, folder } = await storeAt()
    expect(store.activity()).toEqual({ lastDeliveryAt: null, perMinute: 0, recent: { deliveries: 0, ms: 0 } })
    for (let count = 0; count < 12; count += 1) {
      await store.append(delivery('x', { request: { receivedAt: clock.now } }))
      clock.now += 10_000
    }
    // Twelve within two minutes.
    const recent = { deliveries: 12, ms: 120_000 }
    expect(store.activity()).toEqual({ lastDeliveryAt: start + 110_000, perMinute: 6, recent })
    clock.now += 180_000
    expect(store.activity().perMinute).toBeCloseTo(2.2, 1)
    expect(store.activity().recent.ms).toBe(300_000)
    clock.now += 600_000
    expect(store.activity().perMinute).toBe(0)
    await store.append(delivery('x', { request: { receivedAt: clock.now } }))
    clock.now -= 86_400_000
    expect(store.activity().perMinute).toBe(0)
    await store.close()
    const { store: again } = await storeAt(folder)
    expect(again.activity()).toMatchObject({ lastDeliveryAt: start + 900_000, recent: { deliveries: 0 } })
  })

  it('is how many follow-ups wait and have failed, and the last that did', async () => {
    const { store } = await storeAt()
    expect(await store.followUpCounts()).toEqual({
      waiting: 0,
      failed: 0,
      lastFailed: null,
      withoutCredentials: {},
    })
    const failed = { state: 'failed', status: 500, reason: 'No.' } as const
    for (const [index, state] of (['waiting', 'running', 'done', 'failed', 'failed', 'skipped'] as const).entries()) {
      const deliveryId = await store.append(delivery('x', { request: { receivedAt: start + index } }))
      await store.putFollowUp(followUp({ deliveryId, notificationId: deliveryId, followUp: { ...failed, state } }))
    }
    expect(await store.followUpCounts()).toEqual({
      waiting: 2,
      failed: 2,
      lastFailed: { deliveryId: '5', receivedAt: start + 4 },
      withoutCredentials: {},
    })
  })
})
