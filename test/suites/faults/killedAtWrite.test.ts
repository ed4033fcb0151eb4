import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from '../../store/build.ts'
import { need, needRoot } from '../need.ts'

beforeAll(() => {
  needRoot()
  need('strace')
})

/** How many kills, each at another write of the database's threads. */
const rounds = 16
const appendingProcess = join(import.meta.dirname, '../../store/damage/appendingProcess.ts')

it('what was acknowledged is there after SIGKILL at any write of the database or its log, byte for byte', async () => {
  const folder = temporaryFolder()
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    const notes = join(temporaryFolder(), 'acknowledged')
    // Each thread counts its own writes: the first one to reach the number is killed, and all others with it.
    const at = 20 + Math.floor(Math.random() * 60 * (round + 1))
    const inject = `inject=pwrite64:signal=KILL:when=${at}`
    const run = spawnSync(
      'strace',
      ['-f', '-qq', '-o', '/dev/null', '-e', inject, process.execPath, appendingProcess, folder, notes],
      {
        timeout: 120_000,
      },
    )
    expect(run.error).toBeUndefined()
    if (existsSync(notes)) {
      for (const line of readFileSync(notes, 'utf8').split('\n')) {
        const [id, digest] = line.split(' ')
        // The last line may be cut off; then it does not count.
        if (id !== undefined && digest?.length === 64) acknowledged.set(id, digest)
      }
    }
    const store = await openTestStore({ folder })
    for (const [id, digest] of acknowledged) expect((await store.get(id))?.sha256).toBe(digest)
    await store.close()
  }
  expect(acknowledged.size).toBeGreaterThan(0)
  const database = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  console.info(`${rounds} kills, ${acknowledged.size} acknowledged deliveries, none lost`)
})
