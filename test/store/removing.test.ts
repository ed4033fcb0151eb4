import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { attempt, delivery, followUp, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

async function fill(store: Store, count: number, environmentId: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      store.append(
        delivery(notification({ id: `${environmentId}-${index}`, note: `word${environmentId}` }), {
          environmentId,
          verdict: index % 2 === 0 ? 'valid' : 'invalid',
        }),
      ),
    ),
  )
}

const claimed = { kind: 'follow-up', owner: 'gone', held: [], limit: 9, lowLimit: 9, now: 1, maxWaitMs: 9 } as const

describe('removing the deliveries of an environment', () => {
  it('removes all of them with what belongs to them, and nothing of the others', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 1030)
    const gone = await fill(store, 1000, 'gone')
    const [kept = ''] = await fill(store, 30, 'kept')
    await indexed
    const [first = ''] = gone
    await store.addAttempt(attempt({ deliveryId: first, environmentId: 'gone' }))
    await store.addAttempt(attempt({ deliveryId: kept, environmentId: 'kept' }))
    await store.putFollowUp(followUp({ deliveryId: first, environmentId: 'gone', notificationId: 'gone-0' }))

    expect(await store.removeDeliveries('gone')).toBe(1000)

    const check = async (open: Store): Promise<void> => {
      expect(await open.counts()).toEqual({
        deliveries: 30,
        byVerdict: { valid: 15, invalid: 15 },
        byEnvironment: { kept: 30 },
      })
      expect((await open.list({ limit: 500 })).items.map((item) => item.environmentId)).toEqual(
        Array<string>(30).fill('kept'),
      )
      expect((await open.list({ limit: 500, environment: 'gone' })).items).toEqual([])
      expect((await open.list({ limit: 500, q: 'wordgone' })).items).toEqual([])
      expect((await open.list({ limit: 500, q: 'wordkept' })).items).toHaveLength(30)
      expect(await open.get(first)).toBeNull()
      expect(await open.body(first)).toBeNull()
      expect(await open.attempts(first)).toEqual([])
      expect(await open.attempts(kept)).toHaveLength(1)
      expect(await open.followUpOf('gone', 'gone-0')).toBeNull()
      expect((await open.claimJobs(claimed)).jobs).toEqual([])
      expect(await open.removeDeliveries('gone')).toBe(0)
    }
    await check(store)
    await store.close()
    await check(await openTestStore({ folder }))
  })

  it('takes those along that are not indexed yet', async () => {
    const store = await openTestStore()
    await fill(store, 300, 'gone')
    await fill(store, 3, 'kept')
    expect(await store.removeDeliveries('gone')).toBe(300)
    expect((await store.list({ limit: 500 })).items).toHaveLength(3)
  })

  it('leaves the index without a trace of them', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 510)
    await fill(store, 500, 'gone')
    await fill(store, 10, 'kept')
    await indexed
    await store.removeDeliveries('gone')
    // New deliveries may be indexed before or after the removal: the next opening knows for sure.
    await store.close()
    const again = await openTestStore({ folder })
    const next = nextIndexed(again, 1)
    await fill(again, 1, 'later')
    await next
    const index = new DatabaseSync(join(folder, 'index.db'), { readOnly: true })
    const count = (sql: string): number => Number(index.prepare(sql).get()?.['n'])
    // It goes step by step, so that arrivals are indexed in between.
    await expect.poll(() => count('SELECT count(*) AS n FROM entries'), { timeout: 20_000 }).toBe(11)
    await again.close()
    expect(count(`SELECT count(*) AS n FROM words WHERE words MATCH '"wordkept"'`)).toBe(10)
    expect(count(`SELECT count(*) AS n FROM words WHERE words MATCH '"wordgone"'`)).toBe(0)
    expect(count('SELECT count(*) AS n FROM objects')).toBe(11)
    index.close()
  })

  it('never gives an id again, also when the newest were removed and the folder is opened again', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    await fill(store, 5, 'kept')
    await fill(store, 5, 'gone')
    await store.removeDeliveries('gone')
    await store.close()
    const again = await openTestStore({ folder })
    const indexed = nextIndexed(again, 1)
    expect(await again.append(delivery(notification()))).toBe('11')
    expect(await indexed).toMatchObject([{ id: '11' }])
    expect((await again.list({ limit: 10 })).items.map((item) => item.id)).toEqual(['11', '5', '4', '3', '2', '1'])
    expect(again.unindexed()).toBe(0)
  })

  it('keeps nothing that comes for them afterwards: no attempt, no follow-up, no verdict', async () => {
    const store = await openTestStore()
    const [id = ''] = await fill(store, 1, 'gone')
    await store.removeDeliveries('gone')
    expect(await store.addAttempt(attempt({ deliveryId: id, environmentId: 'gone' }))).toBe('0')
    await store.putFollowUp(followUp({ deliveryId: id, environmentId: 'gone' }))
    await store.putVerdicts([{ deliveryId: id, before: 'valid', verdict: 'invalid', secretId: null, checkedAt: 1 }])
    expect(await store.attempts(id)).toEqual([])
    expect((await store.claimJobs(claimed)).jobs).toEqual([])
    expect(await store.counts()).toEqual({ deliveries: 0, byVerdict: { valid: 0 }, byEnvironment: {} })
  })

  it('does not hold up what arrives meanwhile, and leaves it alone', { tags: 'full' }, async () => {
    const store = await openTestStore()
    await fill(store, 3000, 'gone')
    const removing = store.removeDeliveries('gone')
    let arrivals = 0
    let ended = false
    void removing.then(() => (ended = true))
    while (!ended) {
      await store.append(delivery(notification(), { environmentId: 'kept' }))
      arrivals += 1
    }
    expect(await removing).toBe(3000)
    // Each step removes 100: at least as many arrivals were kept in between.
    expect(arrivals).toBeGreaterThanOrEqual(10)
    expect((await store.counts()).deliveries).toBe(arrivals)
  })

  it('goes on after the next start when the process did not live to finish it', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    await fill(store, 2000, 'gone')
    await fill(store, 2, 'kept')
    const removing = store.removeDeliveries('gone').then(
      () => 'finished',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
    // It has begun; each answer takes as long as the reader needs.
    while ((await store.documents('removals')).length === 0);
    await store.close()
    expect(await removing).toContain('The app is closing')
    const told = Promise.withResolvers<string>()
    const again = await openTestStore({ folder, log: (_level, message) => told.resolve(message) })
    expect(await told.promise).toMatch(/^Removed \d+ deliveries of a deleted environment/)
    expect((await again.counts()).deliveries).toBe(2)
    expect(await again.documents('removals')).toEqual([])
  })
})
