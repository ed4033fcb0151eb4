import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { verdicts } from '../../src/shared/codes/signature/verdicts.ts'
import type { DeliverySummary, Verdict } from '../../src/shared/model.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

interface Came {
  after: number
  verdict: Verdict
  environmentId: string
  resourceType?: string
}

async function keep(store: Store, came: readonly Came[]): Promise<DeliverySummary[]> {
  const indexed = nextIndexed(store, came.length)
  for (const { after, verdict, environmentId, resourceType = 'Payment' } of came) {
    const request = { receivedAt: start + after }
    void store.append(delivery(notification({ resourceType }), { request, verdict, environmentId }))
  }
  return indexed
}

describe('how many deliveries came when', () => {
  it('is counted by span, verdict and environment: a span has its beginning and not its end', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const valid = { verdict: 'valid', environmentId: 'one' } as const
    await keep(store, [
      { ...valid, after: -1 },
      { ...valid, after: 0 },
      { ...valid, after: 9 },
      { ...valid, after: 10, verdict: 'invalid' },
      { ...valid, after: 19, environmentId: 'two' },
      { ...valid, after: 20 },
    ])
    const asked = { from: start, to: start + 20, buckets: 2 }
    expect(await store.rate({ ...asked, environment: 'one' })).toEqual({
      buckets: [{ valid: 2 }, { invalid: 1 }],
      upTo: '6',
    })
    expect((await store.rate(asked)).buckets).toEqual([{ valid: 2 }, { invalid: 1, valid: 1 }])
    expect((await store.rate({ ...asked, environment: 'nobody' })).buckets).toEqual([{}, {}])
    await store.close()
    const again = await openTestStore({ folder })
    expect((await again.rate(asked)).buckets).toEqual([{ valid: 2 }, { invalid: 1, valid: 1 }])
  })

  it('is counted of what fits a filter', async () => {
    const store = await openTestStore()
    const valid = { verdict: 'valid', environmentId: 'one' } as const
    await keep(store, [
      { ...valid, after: 0 },
      { ...valid, after: 1, verdict: 'invalid' },
      { ...valid, after: 2, resourceType: 'Wallet' },
    ])
    const count = async (filter: string) =>
      (await store.rate({ from: start, to: start + 10, buckets: 1, filter: parseDeliveryFilter(filter, 0).filter }))
        .buckets
    expect(await count('type:payment')).toEqual([{ valid: 1, invalid: 1 }])
    expect(await count('-type:payment|nft')).toEqual([{ valid: 1 }])
    expect(await count('verdict:invalid type:wallet')).toEqual([{}])
    expect(await count('before:2026-03-01T12:00:00.001Z')).toEqual([{ valid: 1 }])
  })

  it('is nothing in a store that is empty', async () => {
    const store = await openTestStore()
    expect(await store.rate({ from: 0, to: 10, buckets: 1 })).toEqual({ buckets: [{}], upTo: '0' })
  })

  it('is what counting one by one finds, in whatever order they came', async () => {
    const came = record({
      after: integer({ min: -20, max: 120 }),
      verdict: constantFrom(...verdicts),
      isOwn: boolean(),
    })
    const store = await openTestStore()
    let run = 0
    await assert(
      asyncProperty(array(came, { minLength: 1, maxLength: 40 }), integer({ min: 1, max: 9 }), async (all, buckets) => {
        run += 1
        const own = `own ${run}`
        const idOf = (isOwn: boolean) => (isOwn ? own : 'other')
        await keep(
          store,
          all.map(({ isOwn, ...rest }) => ({ ...rest, environmentId: idOf(isOwn) })),
        )
        const found = await store.rate({ environment: own, from: start, to: start + 100, buckets })
        const expected = found.buckets.map((_, place) => {
          const [begin, end] = [(100 * place) / buckets, (100 * (place + 1)) / buckets]
          const within = all.filter(({ after, isOwn }) => isOwn && after >= begin && after < end)
          const counts: Record<string, number> = {}
          for (const { verdict } of within) counts[verdict] = (counts[verdict] ?? 0) + 1
          return counts
        })
        expect(found.buckets).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('follows when a later check changes a verdict, and when deliveries are removed', async () => {
    const store = await openTestStore()
    await keep(store, [{ after: 0, verdict: 'invalid', environmentId: 'one' }])
    const told = new Promise((resolve) => void store.onVerdicts(resolve))
    const change = { deliveryId: '1', before: 'invalid', verdict: 'valid', secretId: 's', checkedAt: start } as const
    await store.putVerdicts([change])
    await told
    const asked = { environment: 'one', from: start, to: start + 1, buckets: 1 }
    expect((await store.rate(asked)).buckets).toEqual([{ valid: 1 }])
    await store.removeDeliveries('one')
    await expect.poll(async () => (await store.rate(asked)).buckets).toEqual([{}])
  })

  it('of all time follows what came, what was checked again, and what was removed', async () => {
    const store = await openTestStore()
    const came = { after: 0, verdict: 'invalid', environmentId: 'one' } as const
    const all = { from: 0, to: start + 100, buckets: 1 }
    const count = async (environment?: string) => (await store.rate({ ...all, environment })).buckets[0]
    await keep(store, [came, { ...came, environmentId: 'two' }])
    expect(await count('one')).toEqual({ invalid: 1 })
    await keep(store, [came, { ...came, verdict: 'valid' }])
    expect(await count('one')).toEqual({ invalid: 2, valid: 1 })
    expect(await count()).toEqual({ invalid: 3, valid: 1 })
    const told = new Promise((resolve) => void store.onVerdicts(resolve))
    const change = { deliveryId: '1', before: 'invalid', verdict: 'valid', secretId: 's', checkedAt: start } as const
    await store.putVerdicts([change])
    await told
    expect(await count('one')).toEqual({ invalid: 1, valid: 2 })
    await store.removeDeliveries('one')
    await expect.poll(async () => count('one')).toEqual({})
    expect(await count()).toEqual({ invalid: 1 })
    await keep(store, [came])
    expect(await count('one')).toEqual({ invalid: 1 })
    expect(await count()).toEqual({ invalid: 2 })
    // Deliveries after the end of the span are not counted in it.
    await keep(store, [{ ...came, after: 200 }])
    expect(await count('one')).toEqual({ invalid: 1 })
  })
})
