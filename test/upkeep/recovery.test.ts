import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import { integrityProblem } from '../../src/engine/upkeep/inspectDatabase.ts'
import { recoverDatabase } from '../../src/engine/upkeep/recoverDatabase.ts'
import { fewAndAll } from '../support/fewAndAll.ts'
import { attempt, delivery, notification, temporaryFolder } from '../store/build.ts'
import { mountSmallDisk } from '../support/mountSmallDisk.ts'

const count = 400
let whole = ''
let bodies = new Map<number, string>()

const bodyOf = (row: Record<string, unknown>) => Buffer.from(row['body'] as Uint8Array).toString('latin1')

function readBodies(file: string): Map<number, string> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return new Map(
      database
        .prepare('SELECT id, body FROM deliveries')
        .all()
        .map((row) => [Number(row['id']), bodyOf(row)]),
    )
  } finally {
    database.close()
  }
}

/** A file that other tests damage; it lives as long as this file's tests. */
async function makeWhole(folder: string): Promise<string> {
  const store = await openStore({ folder })
  await store.putDocument('environments', 'sandbox', { id: 'sandbox' })
  const large = (index: number) => (index % 40 === 0 ? 'y'.repeat(20_000) : 'x'.repeat(300))
  await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      store.append(delivery(notification({ id: `n-${index}`, pad: large(index) }))),
    ),
  )
  await store.addAttempt(attempt({ deliveryId: '7' }))
  await store.annotate({ deliveryId: '9', pinned: true })
  await store.close()
  return join(folder, 'deliveries.db')
}

/** The same file with a page overwritten. */
function damaged(page: number, fill: (bytes: Buffer) => void): string {
  const file = join(temporaryFolder(), 'damaged.db')
  copyFileSync(whole, file)
  const bytes = Buffer.from(readFileSync(whole).subarray(page * 4096, (page + 1) * 4096))
  fill(bytes)
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, page * 4096)
  closeSync(descriptor)
  return file
}

describe('recovering a damaged deliveries.db', () => {
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookscope-store-'))
    whole = await makeWhole(folder)
    bodies = readBodies(whole)
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('copies all of a file that is whole, with counters and pins', () => {
    const to = join(temporaryFolder(), 'recovered.db')
    expect(recoverDatabase(whole, to)).toMatchObject({
      rows: { deliveries: count, attempts: 1, annotations: 1 },
      unreadable: {},
      cutOff: [],
      environments: 1,
    })
    expect(readBodies(to)).toEqual(bodies)
    expect(integrityProblem(to)).toBeNull()
  })

  fewAndAll('never invents a byte and leaves no loss untold, whichever page is lost', [12, Infinity], (maxTries) => {
    const pages = statSync(whole).size / 4096
    const tries = Math.min(maxTries, pages - 1)
    let wrong = 0
    for (let step = 0; step < tries; step++) {
      const page = 1 + Math.floor((step * (pages - 2)) / tries)
      const file = damaged(page, (bytes) => bytes.fill(step % 2 === 0 ? 0 : 0xa5))
      const to = join(temporaryFolder(), 'recovered.db')
      const { rows, unreadable, cutOff } = recoverDatabase(file, to)
      const found = readBodies(to)
      for (const [id, body] of found) if (body !== bodies.get(id)) wrong += 1
      expect(integrityProblem(to)).toBeNull()
      expect(rows['deliveries']).toBe(found.size)
      if (cutOff.includes('deliveries')) continue
      expect(unreadable['deliveries'] ?? 0).toBe(count - found.size)
      // A page of small deliveries has nine of them.
      expect(found.size).toBeGreaterThan(count - 20)
    }
    // A page of the middle of a large body is bytes without a check: at most such a body reads otherwise.
    expect(wrong).toBeLessThanOrEqual(tries)
  })

  it('finds nothing where the page that leads to all tables is lost, and does not claim that nothing was there', () => {
    const first = damaged(0, (bytes) => bytes.fill(0))
    const { rows, cutOff, environments } = recoverDatabase(first, join(temporaryFolder(), 'recovered.db'))
    expect([rows['deliveries'], rows['documents'], environments]).toEqual([0, 0, 0])
    expect(cutOff).toEqual(Object.keys(rows))
  })

  it('fails where the new file does not fit on the disk, instead of taking what fitted for all', (context) => {
    const folder = mountSmallDisk('300k')
    if (folder === null) return context.skip('mounting a small tmpfs is not permitted here')
    expect(() => recoverDatabase(whole, join(folder, 'recovered.db'))).toThrow('full')
  })
})
