import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import { integrityProblem } from '../../src/engine/upkeep/inspectDatabase.ts'
import { recoverDatabase } from '../../src/engine/upkeep/recoverDatabase.ts'
import { budget } from '../support/thorough.ts'
import { attempt, delivery, notification, temporaryFolder } from '../store/build.ts'

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
      environments: 1,
    })
    expect(readBodies(to)).toEqual(bodies)
    expect(integrityProblem(to)).toBeNull()
  })

  it('never invents a byte: whichever page is lost, what is read is as it was, and the rest of the file is there', () => {
    const pages = statSync(whole).size / 4096
    const tries = budget(12, pages - 1)
    let most = 0
    let fewest = count
    for (let step = 0; step < tries; step++) {
      const page = 1 + Math.floor((step * (pages - 2)) / tries)
      const file = damaged(page, (bytes) => bytes.fill(step % 2 === 0 ? 0 : 0xa5))
      const to = join(temporaryFolder(), 'recovered.db')
      const { rows } = recoverDatabase(file, to)
      const found = readBodies(to)
      for (const [id, body] of found) if (body !== bodies.get(id)) most += 1
      expect(integrityProblem(to)).toBeNull()
      expect(rows['deliveries']).toBe(found.size)
      fewest = Math.min(fewest, found.size)
    }
    // A page of the middle of a large body is bytes without a check: at most such a body reads otherwise.
    expect(most).toBeLessThanOrEqual(tries)
    // A page of small deliveries has nine of them.
    expect(fewest).toBeGreaterThan(count - 20)
  })

  it('finds rows also where the first page is destroyed, and nothing where there is nothing', () => {
    const first = damaged(0, (bytes) => bytes.fill(0))
    expect(recoverDatabase(first, join(temporaryFolder(), 'recovered.db'))).toMatchObject({
      rows: { deliveries: count, documents: 1 },
      environments: 1,
    })
    const file = join(temporaryFolder(), 'nothing.db')
    writeFileSync(file, Buffer.alloc(8192, 0x41))
    expect(recoverDatabase(file, join(temporaryFolder(), 'recovered.db'))).toMatchObject({
      rows: { deliveries: 0 },
      environments: 0,
    })
  })

  it('does not bring back what was deleted', async () => {
    const folder = temporaryFolder()
    const store = await openStore({ folder })
    await Promise.all(
      Array.from({ length: 200 }, async () => store.append(delivery(notification({ pad: 'z'.repeat(900) })))),
    )
    await store.removeDeliveries('sandbox')
    await store.close()
    const file = join(folder, 'deliveries.db')
    const to = join(folder, 'recovered.db')
    // The page that leads to all tables is destroyed.
    const bytes = readFileSync(file)
    bytes.fill(0, 100, 200)
    writeFileSync(file, bytes)
    expect(recoverDatabase(file, to).rows['deliveries']).toBe(0)
  })
})
