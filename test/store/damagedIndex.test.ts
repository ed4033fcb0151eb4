import { closeSync, cpSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import { delivery, nextIndexed, notification, temporaryFolder } from './build.ts'
import { budget } from '../support/thorough.ts'

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

it('rebuilds the index while it runs, for each page that can be damaged: nothing is lost, nothing stays wrong', async () => {
  const original = await filledFolder()
  const pages = statSync(join(original, 'index.db')).size / pageBytes
  for (let page = 1; page < pages; page += budget(7, 1)) {
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
}, 120_000)
