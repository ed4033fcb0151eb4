import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { makeDataFolder } from '../../../src/host/files/dataFolder.ts'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { StoreCannotOpen } from '../../../src/engine/store/records/failures.ts'
import { temporaryFolder } from '../build.ts'

/** Windows has no owner and mode of this kind, and only root can give a file to a different user. */
const hasModes = process.platform !== 'win32'
const isRoot = process.getuid?.() === 0
const somebodyElse = 12_345

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

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

describe.runIf(hasModes)('a data folder', () => {
  it('is made for its owner only', () => {
    const folder = join(temporaryFolder(), 'new')
    makeDataFolder(folder, () => expect.unreachable('Nothing was changed.'))
    expect(modeOf(folder)).toBe(0o700)
  })

  it('that everybody can write to is closed to them, and a person learns of it', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    const warnings: string[] = []
    makeDataFolder(folder, (message) => warnings.push(message))
    expect(modeOf(folder)).toBe(0o755)
    expect(warnings).toEqual([
      `Everybody on this machine could write to the data folder ${folder}. Now only its owner can.`,
    ])
    makeDataFolder(folder, (message) => warnings.push(message))
    expect(warnings).toHaveLength(1)
  })

  it.runIf(isRoot)('that belongs to somebody else is refused and left as it is', async () => {
    const folder = temporaryFolder()
    chownSync(folder, somebodyElse, somebodyElse)
    const { code, message } = await refusal(folder)
    expect(code).toBe('unsafe')
    expect(message).toContain(`The data folder ${folder} belongs to another user (uid ${somebodyElse}`)
    expect(message).toContain('or choose another folder with --data')
    expect(readdirSync(folder)).toEqual([])
  })

  it.runIf(isRoot).each(['deliveries.db', 'index.db-wal', 'secrets.key', 'hookscope.lock.json'])(
    'with %s of somebody else is refused',
    async (name) => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, name), '')
      chownSync(join(folder, name), somebodyElse, somebodyElse)
      expect(await refusal(folder)).toMatchObject({
        code: 'unsafe',
        message: expect.stringContaining(`${join(folder, name)} belongs to another user`) as string,
      })
    },
  )

  it.each([
    'hookscope.lock',
    'hookscope.lock.json',
    'hookscope.lock-journal',
    'deliveries.db',
    'deliveries.db-wal',
    'index.db',
    'index.db-shm',
    'secrets.key',
    'logs',
  ])('in which %s is a link is refused, and what it leads to keeps every byte', async (name) => {
    const elsewhere = join(temporaryFolder(), 'precious')
    const database = new DatabaseSync(elsewhere)
    database.exec('CREATE TABLE precious (value TEXT)')
    database.close()
    const before = readFileSync(elsewhere)
    const folder = temporaryFolder()
    symlinkSync(elsewhere, join(folder, name))
    const { code, message } = await refusal(folder)
    expect(code).toBe('unsafe')
    expect(message).toContain(`${join(folder, name)} is a symbolic link`)
    expect(message).toContain('or delete the link')
    expect(readFileSync(elsewhere).equals(before)).toBe(true)
  })

  it('in which a link leads to nothing is refused, and nothing is made there', async () => {
    const elsewhere = temporaryFolder()
    const folder = temporaryFolder()
    symlinkSync(join(elsewhere, 'planted'), join(folder, 'deliveries.db'))
    expect((await refusal(folder)).code).toBe('unsafe')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('may be reached through a link of its own, and may have other things in it', async () => {
    const real = temporaryFolder()
    const link = join(temporaryFolder(), 'data')
    symlinkSync(real, link)
    mkdirSync(join(real, 'notes'))
    symlinkSync('notes', join(real, 'my-link'))
    const store = await openStore({ folder: link })
    await store.close()
    expect(readdirSync(real)).toContain('deliveries.db')
  })
})
