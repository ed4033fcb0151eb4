/** @module-tag full */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from '../build.ts'

const rounds = 20
const appendingProcess = join(import.meta.dirname, 'appendingProcess.ts')

/** Runs a process that appends, kills it some time after its first acknowledgement and answers all that it acknowledged. */
async function killWhileAppending(folder: string, afterMs: number): Promise<[id: string, digest: string][]> {
  const notes = join(temporaryFolder(), 'acknowledged')
  const child = spawn(process.execPath, [appendingProcess, folder, notes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'appending') setTimeout(() => child.kill('SIGKILL'), afterMs)
  })
  await exit
  expect(child.signalCode).toBe('SIGKILL')
  // The last line may be cut off; then it does not count.
  return readFileSync(notes, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter((line): line is [string, string] => line[1]?.length === 64)
}

/** Finds each delivery by id and by search, byte for byte. @param least number of deliveries in all */
async function expectStored(folder: string, deliveries: readonly [string, string][], least: number): Promise<void> {
  const store = await openTestStore({ folder })
  for (const [id, digest] of deliveries) {
    const stored = await store.get(id)
    expect([stored?.sha256, stored?.request.headers[1]]).toEqual([digest, digest])
    const found = await store.list({ limit: 10, q: digest })
    expect(found.items.map((item) => item.id)).toContain(id)
  }
  expect((await store.counts()).deliveries).toBeGreaterThanOrEqual(least)
  await store.close()
}

it('an acknowledged delivery survives kill -9 in the middle of a burst, byte for byte, and a search finds it', async () => {
  const folder = temporaryFolder()
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < rounds; round += 1) {
    const now = await killWhileAppending(folder, Math.random() * 400)
    for (const [id, digest] of now) {
      expect(acknowledged.has(id)).toBe(false)
      acknowledged.set(id, digest)
    }
    expect(acknowledged.size).toBeGreaterThan(0)
    // Deliveries of earlier rounds are checked again after all kills.
    await expectStored(folder, round === rounds - 1 ? [...acknowledged] : now, acknowledged.size)
  }
  const database = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  const stored = database.prepare('SELECT count(*) AS n FROM deliveries').get()?.['n']
  const counted = database.prepare('SELECT sum(deliveries) AS n FROM counters').get()?.['n']
  expect(counted).toBe(stored)
  database.close()
}, 180_000)
