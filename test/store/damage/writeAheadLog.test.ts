import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../../../src/engine/store/store.ts'
import { attempt, delivery, followUp, nextIndexed, notification, openTestStore, temporaryFolder } from '../build.ts'

const sizeOf = (folder: string, file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0
const logOf = (folder: string) => sizeOf(folder, 'deliveries.db-wal')

/** Writes what belongs to deliveries, in many batches. */
async function writeMuch(store: Store, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const deliveryId = String(batch * 25 + index + 1)
        const notificationId = `${Math.random()}`
        await store.putFollowUp(followUp({ deliveryId, notificationId }))
        await store.addAttempt(attempt({ deliveryId, body: Buffer.alloc(6000) }))
      }),
    )
  }
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
  it('is cut to nothing when nothing more comes, and that of the index too', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 300)
    await Promise.all(Array.from({ length: 300 }, async () => store.append(delivery(notification()))))
    await writeMuch(store, 4)
    await indexed
    await expect.poll(() => [logOf(folder), sizeOf(folder, 'index.db-wal')], { timeout: 10_000 }).toEqual([0, 0])
    expect((await store.list({ limit: 500 })).items).toHaveLength(300)
  })

  it('grows while another program reads on, keeps everything, and is cut when that one has ended', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    await store.append(delivery(notification()))
    const reader = readOn(folder)
    await writeMuch(store, 20)
    const id = await store.append(delivery('kept'))
    expect(logOf(folder)).toBeGreaterThan(512 * 1024)
    reader.close()
    await expect.poll(() => logOf(folder), { timeout: 10_000 }).toBe(0)
    expect(Buffer.from((await store.body(id)) ?? []).toString()).toBe('kept')
    expect(await store.followUpCounts()).toMatchObject({ waiting: 500 })
  })
})
