import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { DeletionEvent } from '../../src/engine/store/records/deletions.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { attempt, delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

/** Stored and indexed. */
async function fill(store: Store, count: number, resourceType = 'Payment', environmentId = 'sandbox') {
  const indexed = nextIndexed(store, count)
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      store.append(delivery(notification({ id: `${resourceType}-${index}`, resourceType }), { environmentId })),
    ),
  )
  await indexed
  return ids
}

const listed = async (store: Store) => (await store.list({ limit: 500 })).items.map(({ id }) => id)
const filterOf = (text: string) => parseDeliveryFilter(text, 0).filter
const never = 3_600_000

async function nextNews(store: Store, state: DeletionEvent['state']): Promise<DeletionEvent> {
  return new Promise((resolve) => {
    const stop = store.onDeletion((news) => {
      if (news.state !== state) return
      stop()
      resolve(news)
    })
  })
}

/** Counts the rows in the database file, bypassing the store. */
function rowsIn(folder: string): Record<string, number> {
  const file = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
  try {
    return Object.fromEntries(
      ['deliveries', 'attempts', 'annotations', 'hidden'].map((table) => [
        table,
        Number(file.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']),
      ]),
    )
  } finally {
    file.close()
  }
}

describe('deleting deliveries', () => {
  it('hides them at once from lists, details and bodies, and brings them back whole', async () => {
    const store = await openTestStore({ undoMs: never })
    const [first = '', second = '', third = ''] = await fill(store, 3)
    await store.annotate({ deliveryId: first, note: 'kept' })
    const hidden = nextNews(store, 'hidden')
    const deletion = await store.hideDeliveries({ ids: [first, second, first] })
    expect(deletion).toMatchObject({ deliveries: 2, pinnedKept: 0 })
    expect(await hidden).toMatchObject({ deletion: deletion?.id, ids: [second, first] })
    expect(await listed(store)).toEqual([third])
    expect([await store.get(first), await store.body(first)]).toEqual([null, null])
    const restored = nextNews(store, 'restored')
    expect(await store.undoDeletion(deletion?.id ?? '')).toBe(2)
    await restored
    expect(await listed(store)).toEqual([third, second, first])
    expect((await store.list({ limit: 3 })).items.at(-1)).toMatchObject({ id: first, note: 'kept' })
    expect(await store.undoDeletion(deletion?.id ?? '')).toBeNull()
  })

  it('removes them for good with what belongs to them when the time to undo is over', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, undoMs: 0 })
    const [first = '', second = ''] = await fill(store, 2)
    await store.addAttempt(attempt({ deliveryId: first }))
    await store.annotate({ deliveryId: first, note: 'x' })
    const removed = nextNews(store, 'removed')
    const deletion = await store.hideDeliveries({ ids: [first] })
    expect(await removed).toMatchObject({ deletion: deletion?.id })
    expect(rowsIn(folder)).toEqual({ deliveries: 1, attempts: 0, annotations: 0, hidden: 0 })
    expect(await store.counts()).toMatchObject({ deliveries: 1 })
    expect(await listed(store)).toEqual([second])
    expect(await store.undoDeletion(deletion?.id ?? '')).toBeNull()
  })

  it('takes all that match a filter now, and nothing that comes later', async () => {
    const store = await openTestStore({ undoMs: never })
    await fill(store, 1200)
    const wallets = await fill(store, 2, 'Wallet')
    const others = await fill(store, 2, 'Payment', 'other')
    const pick = { filter: filterOf('type:payment'), environment: 'sandbox' }
    expect(await store.hideDeliveries(pick)).toMatchObject({ deliveries: 1200, pinnedKept: 0 })
    const [late = ''] = await fill(store, 1)
    expect(await listed(store)).toEqual([late, ...others.toReversed(), ...wallets.toReversed()])
    expect(await store.hideDeliveries({ filter: filterOf('type:none'), environment: undefined })).toBeNull()
  })

  it('leaves what is pinned, unless it is picked alone', async () => {
    const store = await openTestStore({ undoMs: never })
    const [first = '', second = ''] = await fill(store, 2)
    await store.annotate({ deliveryId: first, pinned: true })
    expect(await store.hideDeliveries({ ids: [first, second] })).toMatchObject({ deliveries: 1, pinnedKept: 1 })
    expect(await listed(store)).toEqual([first])
    const all = { filter: undefined, environment: undefined }
    expect(await store.hideDeliveries(all)).toMatchObject({ deliveries: 0, pinnedKept: 1 })
    expect(await store.hideDeliveries({ ids: [first] })).toMatchObject({ deliveries: 1 })
    expect(await listed(store)).toEqual([])
  })

  it('keeps receiving and can still undo while another deletion is removed for good', async () => {
    const store = await openTestStore({ undoMs: 0 })
    const many = await fill(store, 3000)
    const removed = nextNews(store, 'removed')
    await store.hideDeliveries({ ids: many })
    const [id = ''] = await fill(store, 1)
    await removed
    expect(await listed(store)).toEqual([id])
  })
})

describe('a deletion that the process did not live to finish', () => {
  it('can still be undone after a restart', async () => {
    const folder = temporaryFolder()
    const before = await openTestStore({ folder, undoMs: never })
    const ids = await fill(before, 3)
    const deletion = await before.hideDeliveries({ ids })
    await before.close()
    const store = await openTestStore({ folder })
    expect(await listed(store)).toEqual([])
    expect(await store.undoDeletion(deletion?.id ?? '')).toBe(3)
    expect(await listed(store)).toHaveLength(3)
  })

  it('can be undone for no longer than usual when the clock was set back since', async () => {
    const folder = temporaryFolder()
    const century = 100 * 365 * 86_400_000
    const before = await openTestStore({ folder, undoMs: never, now: () => Date.now() + century })
    const deletion = await before.hideDeliveries({ ids: await fill(before, 1) })
    await before.close()
    const store = await openTestStore({ folder, undoMs: never })
    await expect.poll(() => store.deletions()).toMatchObject([{ id: deletion?.id }])
    expect(store.deletions()[0]?.undoUntil).toBeLessThanOrEqual(Date.now() + never)
    expect(await store.undoDeletion(deletion?.id ?? '')).toBe(1)
  })

  it('goes on after a restart when its time is over, from where it was stopped', async () => {
    const folder = temporaryFolder()
    const before = await openTestStore({ folder, undoMs: never })
    const ids = await fill(before, 1500)
    await before.hideDeliveries({ ids })
    await before.close()
    // The state after a process ended after its first step.
    const file = new DatabaseSync(join(folder, 'deliveries.db'))
    file.exec('DELETE FROM hidden WHERE delivery_id > 1300; DELETE FROM deliveries WHERE id > 1300')
    file.close()
    const store = await openTestStore({ folder, now: () => Date.now() + 2 * never })
    const removed = nextNews(store, 'removed')
    await removed
    expect(rowsIn(folder)).toMatchObject({ deliveries: 0, hidden: 0 })
    expect(await store.documents('deletions')).toEqual([])
  })

  it('is taken back after a restart when nobody was told that it was done', async () => {
    const folder = temporaryFolder()
    const before = await openTestStore({ folder, undoMs: never })
    const ids = await fill(before, 3)
    const deletion = await before.hideDeliveries({ ids })
    await before.putDocument('deletions', deletion?.id ?? '', { until: null })
    await before.close()
    const store = await openTestStore({ folder })
    await nextNews(store, 'restored')
    expect(await listed(store)).toHaveLength(3)
    expect(rowsIn(folder)).toMatchObject({ hidden: 0 })
  })
})
