import { closeSync, cpSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from '../build.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'

const pageBytes = 4096
const stored = 50

/** A closed store with some deliveries, all indexed. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder()
  const store = await openStore({ folder })
  const indexed = nextIndexed(store, stored)
  const bodies = Array.from({ length: stored }, (_, index) => notification({ id: `n-${index}` }))
  await Promise.all(bodies.map(async (body) => store.append(delivery(body))))
  await indexed
  await store.close()
  return folder
}

function damagePage(folder: string, page: number): void {
  const file = openSync(join(folder, 'index.db'), 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, page * pageBytes)
  closeSync(file)
}

/** The root pages of the table of entries and its indexes. */
function pagesOfEntries(folder: string): number[] {
  const file = new DatabaseSync(join(folder, 'index.db'), { readOnly: true })
  const roots = file.prepare("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'entries' AND rootpage > 0").all()
  file.close()
  return roots.map(({ rootpage }) => Number(rootpage) - 1)
}

// Every nth page.
fewAndAll('rebuilds the index while it runs, whichever page is damaged, and loses nothing', [13, 1], async (step) => {
  const original = await filledFolder()
  const pages = statSync(join(original, 'index.db')).size / pageBytes
  for (let page = 1; page < pages; page += step) {
    const folder = temporaryFolder()
    cpSync(original, folder, { recursive: true })
    damagePage(folder, page)

    const store = await openStore({ folder })
    const where = `page ${page}`
    expect((await store.list({ limit: 500 })).items, where).toHaveLength(stored)
    expect((await store.list({ limit: 500, q: 'n-7' })).items.length, where).toBeGreaterThan(0)
    const news = nextIndexed(store, 2)
    await store.append(delivery(notification({ id: 'n-7' })))
    await store.append(delivery(notification({ id: 'fresh', resourceType: 'Wallet' })))
    const told = (await news).map(({ notificationId, duplicate }) => [notificationId, duplicate])
    expect(told, where).toEqual([
      ['n-7', true],
      ['fresh', false],
    ])
    expect((await store.list({ limit: 10, q: 'fresh' })).items, where).toHaveLength(1)
    expect((await store.list({ limit: 500 })).items, where).toHaveLength(stored + 2)
    await store.close()
  }
})

it('says what was found later, and how late answers ended, when it meets the damage on the way', async () => {
  const folder = await filledFolder()
  for (const page of pagesOfEntries(folder)) damagePage(folder, page)

  const store = await openTestStore({ folder })
  const seen = new Map<string, [verdict: string, status: number]>()
  const both = new Promise<void>((resolve) => {
    store.onVerdicts((batch) => {
      for (const { id, verdict, answeredStatus } of batch) seen.set(id, [verdict, answeredStatus])
      if (seen.size === 2) resolve()
    })
  })
  const checked = { before: 'valid', verdict: 'invalid', secretId: null, checkedAt: 1_700_000_100_000 } as const
  await store.putVerdicts([{ deliveryId: '7', ...checked }])
  await store.noteAnswer({ deliveryId: '8', status: 503, answeredAt: 1_700_000_100_000, ending: 'sent' })
  await both
  expect(Object.fromEntries(seen)).toEqual({ 7: ['invalid', 200], 8: ['valid', 503] })
})

it('refuses queries with the reason while the index cannot be rebuilt, and answers as soon as it can', async () => {
  const folder = await filledFolder()
  for (const page of pagesOfEntries(folder)) damagePage(folder, page)
  const store = await openTestStore({ folder })
  // A file cannot take the place of a folder, so every rebuild fails.
  renameSync(join(folder, 'index.db'), join(folder, 'away'))
  mkdirSync(join(folder, 'index.db'))
  const refusal = { why: { code: 'index-not-rebuilt', fields: { folder } } }
  await expect(store.list({ limit: 500 })).rejects.toMatchObject(refusal)
  await expect(store.get('1')).rejects.toMatchObject(refusal)
  const kept = await store.append(delivery(notification({ id: 'fresh' })))

  rmdirSync(join(folder, 'index.db'))
  await expect.poll(() => store.list({ limit: 500 }).then(({ items }) => items.length, String)).toBe(stored + 1)
  expect((await store.list({ limit: 1 })).items).toMatchObject([{ id: kept, notificationId: 'fresh' }])
})

it('rebuilds an index of many newest first, while deliveries arrive', async () => {
  const folder = temporaryFolder()
  const first = await openTestStore({ folder })
  const many = 6000
  for (let at = 0; at < many; at += 500) {
    const bodies = Array.from({ length: 500 }, (_, index) => notification({ id: `n-${at + index}`, resourceId: 'r' }))
    await Promise.all(bodies.map(async (body) => first.append(delivery(body))))
  }
  await first.close()
  rmSync(join(folder, 'index.db'))
  const store = await openTestStore({ folder })
  expect(store.unindexed()).toBeGreaterThan(0)
  // A repetition of a delivery that is not indexed yet: it is taken for the first until that one is.
  const again = await store.append(delivery(notification({ id: 'n-0', resourceId: 'r' })))
  expect((await store.list({ limit: 1 })).items).toMatchObject([{ id: again }])
  await expect.poll(() => store.unindexed(), { timeout: 60_000 }).toBe(0)
  expect(await store.summary(again)).toMatchObject({ duplicate: true, nth: 2 })
  expect((await store.list({ limit: 10, q: 'n-17' })).items.length).toBeGreaterThan(0)
  expect(await store.object('sandbox', 'Payment', 'r')).toMatchObject({ notifications: many, deliveries: many + 1 })
}, 120_000)
