import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadObjectQuery } from '../../src/shared/wireTypes.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { headlineText } from '../../src/shared/headline/headlineText.ts'
import type { Verdict } from '../../src/shared/model.ts'
import { attempt, delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

interface Named {
  type?: string
  action?: string
  notificationId?: string
  verdict?: Verdict
  environmentId?: string
  answeredStatus?: number
  at?: number
}

/** Appends a delivery that names an object, and waits until it is indexed. */
async function name(store: Store, resourceId: string, named: Named = {}): Promise<string> {
  const { type, action, notificationId, verdict, environmentId, answeredStatus, at } = named
  const fields = {
    resourceId,
    resourceType: type ?? 'Payment',
    action: action ?? 'create',
    ...(notificationId === undefined ? {} : { id: notificationId }),
  }
  const indexed = nextIndexed(store, 1)
  const id = await store.append(
    delivery(notification(fields), {
      ...(verdict === undefined ? {} : { verdict }),
      ...(environmentId === undefined ? {} : { environmentId }),
      ...(answeredStatus === undefined ? {} : { answeredStatus }),
      ...(at === undefined ? {} : { request: { receivedAt: at } }),
    }),
  )
  await indexed
  return id
}

function snapshot(resourceId: string, startedAt: number, object: object) {
  return attempt({ resourceId, startedAt, body: Buffer.from(JSON.stringify(object)) })
}

async function ids(store: Store, query: Partial<ReadObjectQuery> = {}): Promise<string[]> {
  return (await store.objects({ limit: 100, ...query })).items.map((item) => item.resourceId)
}

describe('the objects', () => {
  it('are in the list when their delivery is announced, in a burst, too', async () => {
    const store = await openTestStore()
    const counts: [listed: Promise<number>, announced: number][] = []
    let announced = 0
    const indexed = nextIndexed(store, 400)
    store.onIndexed((batch) => {
      announced += batch.length
      counts.push([ids(store, { limit: 500 }).then(({ length }) => length), announced])
    })
    for (let wave = 0; wave < 10; wave += 1) {
      const one = async (nth: number) => store.append(delivery(notification({ resourceId: `o-${wave}-${nth}` })))
      await Promise.all(Array.from({ length: 40 }, async (_, nth) => one(nth)))
    }
    await indexed
    expect(counts.length).toBeGreaterThan(1)
    for (const [listed, count] of counts) expect(await listed).toBeGreaterThanOrEqual(count)
  })

  it('are listed by their newest activity, each with what is known of it', async () => {
    const store = await openTestStore()
    await name(store, 'a', { at: 1000, notificationId: 'n-1' })
    await name(store, 'b', { at: 2000, type: 'Wallet' })
    await name(store, 'a', { at: 3000, notificationId: 'n-1' })
    await name(store, 'a', { at: 4000, action: 'update' })
    await store.addAttempt(attempt({ resourceId: 'a' }))
    await store.addAttempt(attempt({ resourceId: 'a', status: 404 }))
    expect(await store.objects({ limit: 10 })).toEqual({
      items: [
        {
          environmentId: 'sandbox',
          resourceType: 'Payment',
          resourceId: 'a',
          firstSeenAt: '1970-01-01T00:00:01.000Z',
          lastSeenAt: '1970-01-01T00:00:04.000Z',
          lastAction: 'update',
          headline: null,
          notifications: 2,
          deliveries: 3,
          unproven: 0,
          snapshots: 1,
        },
        expect.objectContaining({ resourceId: 'b', resourceType: 'Wallet', notifications: 1, snapshots: 0 }),
      ],
      next: null,
    })
    expect(await store.object('sandbox', 'payment', 'a')).toMatchObject({ resourceId: 'a', notifications: 2 })
    expect(await store.object('other', 'Payment', 'a')).toBeNull()
  })

  it('say what they are: as last fetched, else as their last delivery says', async () => {
    const store = await openTestStore()
    await name(store, 'fetched')
    await store.addAttempt(snapshot('fetched', 1000, { status: 'created', amount: 5 }))
    await store.addAttempt(snapshot('fetched', 2000, { status: 'settled', amount: 129.5, currency: 'EUR' }))
    const indexed = nextIndexed(store, 1)
    await store.append(delivery(notification({ resourceId: 'named', resourceType: 'Payment', state: 'open' })))
    await indexed
    await name(store, 'large')
    await store.addAttempt(snapshot('large', 1000, { status: 'settled', note: 'x'.repeat(70_000) }))
    const { items } = await store.objects({ limit: 10 })
    expect(items.map(({ resourceId, headline }) => [resourceId, headline && headlineText(headline)])).toEqual([
      ['large', null],
      ['named', 'open'],
      ['fetched', 'settled · €129.5'],
    ])
  })

  it('are paged by key without doubles or gaps', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 25)
    const all = Array.from({ length: 25 }, (_, index) => `object-${index}`)
    await Promise.all(all.map(async (resourceId) => store.append(delivery(notification({ resourceId })))))
    await indexed
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await store.objects({ limit: 10, before })
      seen.push(...page.items.map((item) => item.resourceId))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(seen).toEqual(all.toReversed())
  })

  it('are found by type, environment, the beginning of the id and a part of the type', async () => {
    const store = await openTestStore()
    await name(store, '9c32c0d8-aaaa')
    await name(store, '9c32ffff-bbbb', { type: 'CustodialAccount' })
    await name(store, '1234abcd', { type: 'payment', environmentId: 'other' })
    await name(store, 'ZZ', { type: 'ExternalAccount', environmentId: 'other' })
    expect(await ids(store, { resourceType: 'PAYMENT' })).toEqual(['1234abcd', '9c32c0d8-aaaa'])
    expect(await ids(store, { environment: 'other' })).toEqual(['ZZ', '1234abcd'])
    expect(await ids(store, { environment: 'other', resourceType: 'Payment' })).toEqual(['1234abcd'])
    expect(await ids(store, { q: '9c32' })).toEqual(['9c32ffff-bbbb', '9c32c0d8-aaaa'])
    expect(await ids(store, { q: ' 9C32F ' })).toEqual(['9c32ffff-bbbb'])
    expect(await ids(store, { q: 'account' })).toEqual(['ZZ', '9c32ffff-bbbb'])
    expect(await ids(store, { q: 'account', environment: 'sandbox' })).toEqual(['9c32ffff-bbbb'])
    expect(await ids(store, { q: '9c32', resourceType: 'payment' })).toEqual(['9c32c0d8-aaaa'])
    for (const q of ["' OR 1=1 --", '%', '*', '"', '\0', '_']) expect(await ids(store, { q })).toEqual([])
  })

  it('count what nothing proves apart, and are never moved by it', async () => {
    const store = await openTestStore()
    await name(store, 'real', { verdict: 'invalid', at: 1000, action: 'delete' })
    await name(store, 'real', { at: 2000 })
    await name(store, 'other', { at: 3000 })
    await name(store, 'real', { verdict: 'unsigned', at: 4000, action: 'delete' })
    await name(store, 'real', { answeredStatus: 413, at: 5000, action: 'delete' })
    await name(store, 'claimed', { verdict: 'invalid', at: 6000 })
    const { items } = await store.objects({ limit: 10 })
    expect(items.map((item) => [item.resourceId, item.notifications, item.unproven, item.lastAction])).toEqual([
      ['claimed', 0, 1, 'create'],
      ['other', 1, 0, 'create'],
      ['real', 1, 3, 'create'],
    ])
    expect(items.at(-1)).toMatchObject({
      firstSeenAt: '1970-01-01T00:00:02.000Z',
      lastSeenAt: '1970-01-01T00:00:02.000Z',
    })
  })

  it('follow a later check that proves a delivery, or takes a proof away', async () => {
    const store = await openTestStore()
    const first = await name(store, 'a', { verdict: 'invalid', notificationId: 'n', at: 1000 })
    const second = await name(store, 'a', { notificationId: 'n', at: 2000 })
    const change = async (deliveryId: string, before: Verdict, verdict: Verdict): Promise<void> => {
      const told = Promise.withResolvers<void>()
      const stop = store.onVerdicts(() => told.resolve())
      await store.putVerdicts([{ deliveryId, before, verdict, secretId: null, checkedAt: 1 }])
      await told.promise
      stop()
    }
    const counts = async () => {
      const object = await store.object('sandbox', 'Payment', 'a')
      return [object?.notifications, object?.deliveries, object?.unproven, object?.firstSeenAt.slice(17, 19)]
    }
    expect(await counts()).toEqual([1, 1, 1, '02'])
    await change(first, 'invalid', 'valid')
    expect(await counts()).toEqual([1, 2, 0, '01'])
    await change(second, 'valid', 'invalid')
    expect(await counts()).toEqual([1, 1, 1, '01'])
    await change(first, 'valid', 'invalid')
    expect(await counts()).toEqual([0, 0, 2, '01'])
  })

  it('lose what was removed, and go with the last delivery that named them', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    await name(store, 'shared', { environmentId: 'kept' })
    await name(store, 'shared', { environmentId: 'gone' })
    await name(store, 'only', { environmentId: 'gone' })
    await store.removeDeliveries('gone')
    expect(await ids(store)).toEqual(['shared'])
    // Indexed after the removal was taken in.
    await name(store, 'later')
    await store.close()
    const again = await openTestStore({ folder })
    expect(await ids(again)).toEqual(['later', 'shared'])
  })

  it('are the same after the index was rebuilt', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    await name(store, 'a', { notificationId: 'n' })
    await name(store, 'a', { notificationId: 'n' })
    await name(store, 'b', { verdict: 'invalid' })
    const before = await store.objects({ limit: 10 })
    await store.close()
    rmSync(join(folder, 'index.db'))
    const again = await openTestStore({ folder })
    const indexed = nextIndexed(again, 1)
    await again.append(delivery('no notification'))
    await indexed
    expect(await again.objects({ limit: 10 })).toEqual(before)
  })
})
