import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LogLimits } from '../../src/engine/store/checkpointer.ts'
import type { Store } from '../../src/engine/store/types.ts'
import { attempt, delivery, followUp, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

const kilobyte = 1024
/** As in use, but so small that a test reaches them. */
const logLimits: LogLimits = { kept: 64 * kilobyte, long: 128 * kilobyte, tooLong: 512 * kilobyte, longReadMs: 0 }

const sizeOf = (folder: string, file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0
const logOf = (folder: string) => sizeOf(folder, 'deliveries.db-wal')

/** Writes what belongs to deliveries, in many batches; answers how long the log was at most. */
async function writeMuch(store: Store, folder: string, batches: number): Promise<number> {
  let longest = 0
  for (let batch = 0; batch < batches; batch += 1) {
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const deliveryId = String(batch * 25 + index + 1)
        const notificationId = `${Math.random()}`
        await store.putFollowUp(followUp({ deliveryId, notificationId }))
        await store.addAttempt(attempt({ deliveryId, body: Buffer.alloc(6000) }))
      }),
    )
    longest = Math.max(longest, logOf(folder))
  }
  return longest
}

/** Another program that has begun to read and does not end. */
function readOn(folder: string): DatabaseSync {
  const reader = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
  onTestFinished(() => (reader.isOpen ? reader.close() : undefined))
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM deliveries').get()
  return reader
}

describe('the write-ahead log', () => {
  it('stays short whatever is written, also while the store is read without a pause', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, logLimits })
    await Promise.all(Array.from({ length: 300 }, async () => store.append(delivery(notification()))))
    let writing = true
    const reading = (async () => {
      while (writing) await store.list({ limit: 500, q: 'organizationid' })
    })()
    const longest = await writeMuch(store, folder, 40)
    writing = false
    await reading
    // Half of what was written: where threads stand still for long, the writer waits in vain, and again at twice the length.
    expect(longest).toBeLessThan(6 * logLimits.tooLong)
    expect(sizeOf(folder, 'deliveries.db')).toBeGreaterThan(12 * logLimits.tooLong)
  })

  it('is cut to nothing when nothing more comes, and that of the index too', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 300)
    await Promise.all(Array.from({ length: 300 }, async () => store.append(delivery(notification()))))
    await writeMuch(store, folder, 4)
    await indexed
    await expect.poll(() => [logOf(folder), sizeOf(folder, 'index.db-wal')], { timeout: 10_000 }).toEqual([0, 0])
    expect((await store.list({ limit: 500 })).items).toHaveLength(300)
  })

  it('grows while another program reads on, keeps everything, and is cut when that one has ended', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, logLimits })
    await store.append(delivery(notification()))
    const reader = readOn(folder)
    await writeMuch(store, folder, 20)
    const id = await store.append(delivery('kept'))
    expect(logOf(folder)).toBeGreaterThan(logLimits.tooLong)
    reader.close()
    await expect.poll(() => logOf(folder), { timeout: 10_000 }).toBe(0)
    expect(Buffer.from((await store.body(id)) ?? []).toString()).toBe('kept')
    expect(await store.followUpCounts()).toMatchObject({ waiting: 500 })
  })

  it('that is long is not held by a long list: its page ends early, and the next goes on there', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder, logLimits })
    const indexed = nextIndexed(store, 40)
    await Promise.all(Array.from({ length: 40 }, async () => store.append(delivery(notification()))))
    await indexed
    readOn(folder)
    await writeMuch(store, folder, 10)
    const found: string[] = []
    let before: string | undefined
    let pages = 0
    do {
      const page = await store.list({ limit: 40, before })
      found.push(...page.items.map(({ id }) => id))
      before = page.next ?? undefined
      pages += 1
    } while (before !== undefined)
    expect(found.map(Number)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index))
    expect(pages).toBeGreaterThan(1)
  })
})
