import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { truthVersion } from '../../src/engine/store/schema/truthSchema.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import { StoreCannotOpen } from '../../src/engine/store/records/failures.ts'
import { delivery, nextIndexed, openTestStore, sha256, temporaryFolder } from './build.ts'

async function refusal(folder: string): Promise<StoreCannotOpen> {
  const outcome = await openStore({ folder }).then(
    async (store) => {
      await store.close()
      return new Error('It opened.')
    },
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(StoreCannotOpen)
  return outcome as StoreCannotOpen
}

/** Digests of all files in a folder but those of the lock and of SQLite's shared memory, which hold no data. */
function digests(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.startsWith('hookscope.lock') && !name.endsWith('-shm'))
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(folder, name)))]))
}

async function filledFolder(): Promise<string> {
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  await Promise.all(Array.from({ length: 300 }, (_, index) => store.append(delivery(`body ${index}`))))
  await store.close()
  return folder
}

describe('a folder in use', () => {
  it('is refused at once, and the sentence names the process that holds it and since when', async () => {
    const folder = temporaryFolder()
    const startedAt = new Date(1_700_000_000_000)
    await openTestStore({ folder, now: () => startedAt.getTime() })
    const { code, message } = await refusal(folder)
    expect(code).toBe('locked')
    expect(message).toContain(String(process.pid))
    expect(message).toContain('(2023-11-14 22:13:20 UTC)')
    expect(message).not.toContain(startedAt.toISOString())
  })

  it('is refused while another process holds it, and free as soon as that one was killed', async () => {
    const folder = temporaryFolder()
    const child = spawn(process.execPath, [join(import.meta.dirname, 'damage/appendingProcess.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(createInterface({ input: child.stdout }), 'line')
    const { code, message } = await refusal(folder)
    expect(code).toBe('locked')
    expect(message).toContain(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = await openTestStore({ folder })
    expect(store.health().state).toBe('ok')
  })

  it('is free again after the store was closed', async () => {
    const folder = temporaryFolder()
    await (await openTestStore({ folder })).close()
    await openTestStore({ folder })
  })
})

describe('a folder of a newer version', () => {
  it('is refused, and every file keeps its bytes', async () => {
    const folder = await filledFolder()
    const database = new DatabaseSync(join(folder, 'deliveries.db'))
    database.exec(`PRAGMA user_version = ${truthVersion + 1}`)
    database.close()
    const before = digests(folder)
    const { code, message } = await refusal(folder)
    expect(code).toBe('newer-schema')
    expect(message).toContain('newer version')
    expect(digests(folder)).toEqual(before)
  })

  it('is refused untouched also when the newer schema is still in the log', { tags: 'full' }, async () => {
    const folder = await filledFolder()
    const path = join(folder, 'deliveries.db')
    // A process that is killed leaves its log behind.
    const killed = spawnSync(process.execPath, [
      '-e',
      `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
       database.exec('PRAGMA user_version = ${truthVersion + 1}')
       process.kill(process.pid, 'SIGKILL')`,
      path,
    ])
    expect(killed.signal).toBe('SIGKILL')
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const before = digests(folder)
    expect((await refusal(folder)).code).toBe('newer-schema')
    expect(digests(folder)).toEqual(before)
  })
})

describe('a folder of a build before the first release', () => {
  it('is refused with one sentence, and every file keeps its bytes', async () => {
    const folder = temporaryFolder()
    cpSync(new URL('../fixtures/schema-2', import.meta.url), folder, { recursive: true })
    const before = digests(folder)
    const { code, message } = await refusal(folder)
    expect(code).toBe('earlier-schema')
    expect(message).toContain('before the first release')
    expect(digests(folder)).toEqual(before)
  })
})

describe('a folder that cannot be used', () => {
  it('says that the file is no database, and leaves it as it is', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'deliveries.db'), 'This is a text, and long enough to be looked at. '.repeat(200))
    const before = digests(folder)
    const { code, message } = await refusal(folder)
    expect(code).toBe('corrupt')
    expect(message).toContain('deliveries.db')
    expect(digests(folder)).toEqual(before)
  })

  it('says that a truncated file is damaged, and how to recover it', async () => {
    const folder = await filledFolder()
    truncateSync(join(folder, 'deliveries.db'), 20_000)
    const { code, message } = await refusal(folder)
    expect(code).toBe('corrupt')
    expect(message).toContain('hookscope doctor --recover')
  })

  it('says that the database is empty although the index has had deliveries, and leaves everything as it is', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const indexed = nextIndexed(store, 3)
    for (let nth = 0; nth < 3; nth += 1) await store.append(delivery(`body ${nth}`))
    await indexed
    await store.close()
    truncateSync(join(folder, 'deliveries.db'), 0)
    const before = digests(folder)
    const { code, message } = await refusal(folder)
    expect(code).toBe('corrupt')
    expect(message).toMatch(/deliveries.db in .* is empty, but index.db has indexed deliveries up to number 3/)
    expect(message).toContain('hookscope restore NAME')
    expect(digests(folder)).toMatchObject(before)
  })

  it('opens where a first start left an empty database, which shows no deliveries', { tags: 'full' }, async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'deliveries.db'), '')
    const store = await openTestStore({ folder })
    expect(await store.append(delivery('first'))).toBe('1')
  })

  it('says that it cannot be written to when it is a file', async () => {
    const path = join(temporaryFolder(), 'a-file')
    writeFileSync(path, 'x')
    const { code, message } = await refusal(path)
    expect(code).toBe('unwritable')
    expect(message).toContain(path)
  })
})
