import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import type { VerdictChange } from '../../src/engine/store/records/deliveries.ts'
import type { DeliverySummary } from '../../src/shared/model.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

function change(deliveryId: string, fields: Partial<VerdictChange> = {}): VerdictChange {
  return {
    deliveryId,
    before: 'invalid',
    verdict: 'valid',
    secretId: 'secret-2',
    checkedAt: 1_700_000_100_000,
    ...fields,
  }
}

/** Resolves with the next summaries that a later check changed. */
function nextVerdicts(store: Store, count: number): Promise<DeliverySummary[]> {
  return new Promise((resolve) => {
    const seen: DeliverySummary[] = []
    const stop = store.onVerdicts((batch) => {
      seen.push(...batch)
      if (seen.length < count) return
      stop()
      resolve(seen)
    })
  })
}

describe('a verdict that a later check found', () => {
  it('shows in the delivery, in every list and in the counts, and survives reopening', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 2)
    const id = await store.append(delivery(notification(), { verdict: 'invalid' }))
    await store.append(delivery(notification(), { verdict: 'invalid' }))
    await indexed
    const told = nextVerdicts(store, 1)
    await store.putVerdicts([change(id)])
    expect(await told).toMatchObject([{ id, verdict: 'valid', followUp: { state: 'waiting' } }])
    const check = async (open: Store) => {
      expect(await open.get(id)).toMatchObject({ verdict: 'valid', secretId: 'secret-2' })
      expect((await open.list({ limit: 10, verdict: 'valid' })).items.map((item) => item.id)).toEqual([id])
      expect((await open.list({ limit: 10, verdict: 'invalid' })).items).toHaveLength(1)
      expect((await open.counts()).byVerdict).toMatchObject({ valid: 1, invalid: 1 })
    }
    await check(store)
    await store.close()
    await check(await openTestStore({ folder }))
  })

  it('is taken in when the delivery was not indexed yet', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const id = await store.append(delivery(notification(), { verdict: 'invalid' }))
    await store.putVerdicts([change(id)])
    // On a busy machine it may already be indexed; the change then follows.
    await expect.poll(async () => (await store.list({ limit: 10 })).items).toMatchObject([{ id, verdict: 'valid' }])
  })

  it('leaves the delivery where a search finds it, also by a note that came with it, and not by an earlier one', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 1)
    const id = await store.append(delivery('{"word":"wombat"}', { verdict: 'invalid' }))
    await indexed
    const found = async (q: string) => (await store.list({ limit: 10, q })).items.map((item) => item.id)
    await store.annotate({ deliveryId: id, note: 'earlier' })
    await expect.poll(async () => found('earlier')).toEqual([id])
    const told = nextVerdicts(store, 1)
    // One batch: the index takes both in one step.
    await Promise.all([store.putVerdicts([change(id)]), store.annotate({ deliveryId: id, note: 'quokka' })])
    await told
    await expect.poll(async () => found('quokka')).toEqual([id])
    expect([await found('wombat'), await found('earlier')]).toEqual([[id], []])
  })

  it('decides again which copy of a notification is the first one that counts', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 3)
    const body = notification()
    const first = await store.append(delivery(body, { verdict: 'invalid' }))
    const second = await store.append(delivery(body))
    const third = await store.append(delivery(body, { verdict: 'invalid' }))
    const duplicates = async () => (await store.list({ limit: 10 })).items.map((item) => item.duplicate).toReversed()
    await indexed
    // The second is the first proven one, so it does not count as a copy of the unproven one before it.
    expect(await duplicates()).toEqual([false, false, true])
    const told = nextVerdicts(store, 3)
    await store.putVerdicts([change(first)])
    expect((await told).map((item) => [item.id, item.duplicate, item.nth])).toEqual([
      [first, false, 1],
      [second, true, 2],
      // The only one left that nothing proves: it was the second of those.
      [third, true, 1],
    ])
    expect(await duplicates()).toEqual([false, true, true])
  })

  it('of a delivery that is not there changes no list', async () => {
    const store = await openTestStore()
    await store.putVerdicts([change('99', { before: 'valid' })])
    expect((await store.list({ limit: 10 })).items).toEqual([])
  })
})

describe('the deliveries that nothing proves', () => {
  it('are those without a proof, or whose proving secret is gone, and that are whole', async () => {
    const store = await openTestStore()
    await store.append(delivery('proven'))
    await store.append(delivery('forged', { verdict: 'invalid' }))
    await store.append(delivery('cut', { verdict: 'cannot-tell', request: { truncated: true } }))
    await store.append(delivery('plain', { verdict: 'unsigned' }))
    expect(await store.unproven('0', ['secret-1'], 100)).toEqual({ ids: ['2', '4'], looked: 4, last: '4' })
    expect(await store.unproven('0', [], 2)).toEqual({ ids: ['1', '2'], looked: 2, last: '2' })
    expect(await store.unproven('4', [], 2)).toEqual({ ids: [], looked: 0, last: null })
  })
})
