import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createIndexWriter } from '../../src/engine/store/index/indexWriter.ts'
import { openIndex } from '../../src/engine/store/schema/openIndex.ts'
import { sameNotification } from '../../src/engine/store/index/repetition.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

describe('the list', () => {
  it('shows newest first and pages by key, before and after indexing alike', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 25)
    await Promise.all(Array.from({ length: 25 }, () => store.append(delivery(notification()))))
    const pageIds = async (): Promise<string[][]> => {
      const pages: string[][] = []
      let before: string | undefined
      do {
        const page = await store.list({ limit: 10, before })
        pages.push(page.items.map((item) => item.id))
        before = page.next ?? undefined
      } while (before !== undefined)
      return pages
    }
    const expected = [25, 15, 5].map((top) =>
      Array.from({ length: top === 5 ? 5 : 10 }, (_, index) => String(top - index)),
    )
    expect(await pageIds()).toEqual(expected)
    await indexed
    expect(await pageIds()).toEqual(expected)
  })

  it('tells of a delivery that was pinned before the index reached it as pinned', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 1)
    // In one turn, so that both are committed together.
    await Promise.all([store.append(delivery(notification())), store.annotate({ deliveryId: '1', pinned: true })])
    expect(await indexed).toMatchObject([{ id: '1', pinned: true }])
  })

  it('combines filters, and matches types and actions without case', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 4)
    await store.append(delivery(notification({ resourceType: 'Payment' }), { verdict: 'invalid' }))
    await store.append(delivery(notification({ resourceType: 'Payment', action: 'update' })))
    await store.append(delivery(notification({ resourceType: 'Wallet' })))
    await store.append(delivery(notification({ resourceType: 'payment' }), { environmentId: 'other' }))
    const ids = async (query: object): Promise<string[]> =>
      (await store.list({ limit: 100, ...query })).items.map((item) => item.id)
    const check = async (): Promise<void> => {
      expect(await ids({ resourceType: 'PAYMENT' })).toEqual(['4', '2', '1'])
      expect(await ids({ resourceType: 'payment', environment: 'sandbox' })).toEqual(['2', '1'])
      expect(await ids({ verdict: 'invalid' })).toEqual(['1'])
      expect(await ids({ action: 'Update', verdict: 'valid' })).toEqual(['2'])
      expect(await ids({ action: 'delete' })).toEqual([])
      expect(await ids({ resourceType: 'wallet', q: 'some-key' })).toEqual(['3'])
      expect(await ids({ before: '3', verdict: 'valid' })).toEqual(['2'])
    }
    await check()
    await indexed
    await check()
  })

  it('has nothing to say of bodies that are no notifications, but shows them', async () => {
    const store = await openTestStore()
    const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
    const bodies: (string | Uint8Array)[] = [
      '',
      'not JSON',
      new Uint8Array([0xff, 0xfe, 0x00]),
      deep,
      '{"id":"a","id":"b","resourceType":"Payment"}',
      '{"__proto__":{"id":"x","resourceType":"y"}}',
      '[1]',
      '{"id":1,"resourceType":{},"resourceId":null}',
      'null',
    ]
    const indexed = nextIndexed(store, bodies.length)
    for (const body of bodies) await store.append(delivery(body))
    const check = async (): Promise<void> => {
      const { items } = await store.list({ limit: 100 })
      expect(items).toHaveLength(bodies.length)
      for (const item of items) {
        expect(item).toMatchObject({ notificationId: null, resourceType: null, resourceId: null, action: null })
        expect(item.duplicate).toBe(false)
      }
    }
    await check()
    await indexed
    await check()
  })

  it('cuts values that are too long for a list', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 1)
    await store.append(delivery(notification({ action: 'x'.repeat(5000) })))
    expect((await indexed)[0]?.action).toHaveLength(300)
  })
})

describe('a repeated notification', () => {
  it('is a duplicate from its second verified delivery on', async () => {
    const store = await openTestStore()
    const body = notification()
    const indexed = nextIndexed(store, 100)
    await Promise.all(Array.from({ length: 100 }, () => store.append(delivery(body))))
    const before = (await store.list({ limit: 500 })).items.map((item) => item.duplicate)
    expect((await indexed).map((item) => item.duplicate)).toEqual([false, ...Array<boolean>(99).fill(true)])
    expect(before.toReversed()).toEqual([false, ...Array<boolean>(99).fill(true)])
  })

  it('is never shadowed by a forged copy that came first', async () => {
    const store = await openTestStore()
    const body = notification({ id: 'n-1' })
    const indexed = nextIndexed(store, 5)
    await store.append(delivery(body, { verdict: 'invalid' }))
    await store.append(delivery(body, { verdict: 'unsigned' }))
    await store.append(delivery(body, { verdict: 'valid' }))
    await store.append(delivery(body, { verdict: 'valid-previous' }))
    await store.append(delivery(body, { environmentId: 'other' }))
    const expected = [false, true, false, true, false]
    const listed = (await store.list({ limit: 10 })).items
    expect(listed.map((item) => item.duplicate).toReversed()).toEqual(expected)
    const summaries = await indexed
    expect(summaries.map((item) => item.duplicate)).toEqual(expected)
    expect(summaries.map((item) => item.followUp.state)).toEqual([
      'skipped',
      'skipped',
      'waiting',
      'skipped',
      'waiting',
    ])
    expect(summaries[0]?.followUp.reason).toContain('signature is not valid')
    expect(summaries[3]?.followUp.reason).toContain('an earlier delivery carries the same notification')
  })
})

describe('the sidecar', () => {
  it('is rebuilt when it was deleted or damaged, and what it then finds is not published as news', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    await Promise.all(
      Array.from({ length: 700 }, (_, index) => first.append(delivery(notification({ note: `word${index}` })))),
    )
    await first.close()
    for (const harm of [
      () => rmSync(join(folder, 'index.db')),
      () => writeFileSync(join(folder, 'index.db'), 'no database at all '.repeat(1000)),
    ]) {
      harm()
      const store = await openTestStore({ folder })
      // The new one is the first news; by then everything before it is in the index.
      const news = nextIndexed(store, 1)
      const id = await store.append(delivery(notification({ note: 'fresh' })))
      expect((await store.list({ limit: 10, q: 'word123' })).items).toHaveLength(1)
      expect((await news).map((item) => item.id)).toEqual([id])
      expect(store.unindexed()).toBe(0)
      expect((await store.list({ limit: 10, q: 'word123' })).items).toHaveLength(1)
      await store.close()
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([])
  })

  it('is rebuilt when it belongs to other data', { tags: 'full' }, async () => {
    const one = temporaryFolder()
    const other = temporaryFolder()
    for (const [folder, note] of [
      [one, 'apple'],
      [other, 'pear'],
    ] as const) {
      const store = await openTestStore({ folder })
      const indexed = nextIndexed(store, 1)
      await store.append(delivery(notification({ note })))
      await indexed
      await store.close()
    }
    copyFileSync(join(one, 'index.db'), join(other, 'index.db'))
    const store = await openTestStore({ folder: other })
    expect((await store.list({ limit: 10, q: 'apple' })).items).toHaveLength(0)
    expect((await store.list({ limit: 10, q: 'pear' })).items).toHaveLength(1)
  })
})

describe('a step of the index that fails', () => {
  /** A store whose index refuses the third delivery until `mend`. */
  async function failing(touching: 'INSERT' | 'DELETE') {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    for (let count = 0; count < 5; count += 1) await store.append(delivery(notification()))
    await store.close()
    if (touching === 'INSERT') rmSync(join(folder, 'index.db'))
    const database = openIndex(folder)
    const writer = new DatabaseSync(join(folder, 'deliveries.db'))
    onTestFinished(() => [database, writer].forEach((open) => open.close()))
    const row = touching === 'INSERT' ? 'NEW' : 'OLD'
    database.exec(
      `CREATE TEMP TRIGGER failing BEFORE ${touching} ON main.entries WHEN ${row}.id = 3 BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    const sizes = () => database.prepare('SELECT deliveries, bytes FROM environment_sizes WHERE deliveries > 0').all()
    return { index: createIndexWriter(database), writer, sizes, mend: () => database.exec('DROP TRIGGER failing') }
  }

  it('counts what came once when it is done again', async () => {
    const { index, sizes, mend } = await failing('INSERT')
    expect(() => index.backfillStep()).toThrow('no')
    mend()
    index.backfillStep()
    expect(sizes()).toEqual([{ deliveries: 5, bytes: 5 * notification().length }])
  })

  it('counts what was removed once when it is done again', async () => {
    const { index, writer, sizes, mend } = await failing('DELETE')
    writer.exec('DELETE FROM deliveries WHERE id IN (2, 3)')
    index.note([2, 3], 'removal')
    expect(() => index.step()).toThrow('no')
    mend()
    index.step()
    expect(sizes()).toEqual([{ deliveries: 3, bytes: 3 * notification().length }])
  })
})

it('the deliveries of a notification are found in their index, not by a walk over the environment', async () => {
  const folder = temporaryFolder()
  await (await openTestStore({ folder })).close()
  const database = openIndex(folder)
  onTestFinished(() => database.close())
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM entries WHERE ${sameNotification}`)
    .all('n', 'sandbox')
  expect(plan.map((step) => step['detail'])).toEqual([expect.stringMatching(/^SEARCH entries USING .*by_notification/)])
})
