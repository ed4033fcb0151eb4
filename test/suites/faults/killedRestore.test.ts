import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { makeBackup } from '../../../src/engine/upkeep/backups.ts'
import { integrityProblem } from '../../../src/engine/upkeep/inspectDatabase.ts'
import { replaceDatabase } from '../../../src/engine/upkeep/replaceDatabase.ts'
import { commandLine } from '../../build/commandLine.ts'
import { delivery, notification, temporaryFolder } from '../../store/build.ts'
import { need, needRoot } from '../need.ts'

beforeAll(() => {
  needRoot()
  need('strace')
})

const inBackup = 3
const inAll = 8
/** System calls that change a folder: a restore can be killed at each of them. */
const steps = ['rename', 'unlink', 'mkdir', 'copy_file_range', 'fsync', 'fdatasync', 'pwrite64'] as const

/** A folder with a backup, and deliveries that came after it. */
async function filledFolder(): Promise<{ folder: string; name: string }> {
  const folder = temporaryFolder()
  const store = await openStore({ folder })
  const append = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await store.append(delivery(notification()))
  }
  await append(inBackup)
  const { signal } = new AbortController()
  const name = await makeBackup({
    dataFolder: folder,
    appVersion: 'test',
    now: Date.now,
    onProgress: () => undefined,
    signal,
  })
  await append(inAll - inBackup)
  await store.close()
  return { folder, name }
}

/** How many deliveries the next start finds, which makes good what a kill had left. */
async function countAtNextStart(folder: string): Promise<number> {
  const store = await openStore({ folder, beforeOpen: () => void replaceDatabase(folder) })
  const { items } = await store.list({ limit: 100 })
  await store.close()
  return items.length
}

it('a restore that is killed at any of its steps leaves the old data or the new, and nothing in between', async () => {
  const original = await filledFolder()
  const found = new Map<number, number>()
  let kills = 0
  for (const step of steps) {
    for (let at = 1; ; at++) {
      const folder = temporaryFolder()
      cpSync(original.folder, folder, { recursive: true })
      const call = ['rename', 'unlink', 'mkdir'].includes(step) ? `/^${step}(at2?)?$` : step
      const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`]
      const words = [process.execPath, commandLine, 'restore', original.name, '--data', folder]
      const run = spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', ...inject, ...words], { timeout: 120_000 })
      expect(run.error).toBeUndefined()
      const where = `${step} ${at}: ${run.stderr.toString()}`
      const count = await countAtNextStart(folder)
      expect([inBackup, inAll], where).toContain(count)
      found.set(count, (found.get(count) ?? 0) + 1)
      expect(integrityProblem(join(folder, 'deliveries.db')), where).toBeNull()
      if (count === inBackup) {
        const aside = readdirSync(folder).find((name) => name.startsWith('replaced-')) ?? ''
        expect(existsSync(join(folder, aside, 'deliveries.db')), where).toBe(true)
      }
      // A step that came too late for the kill: the restore went through.
      if (run.status === 0) break
      kills += 1
    }
  }
  expect(new Set(found.keys())).toEqual(new Set([inBackup, inAll]))
  console.info(`${kills} kills: ${found.get(inAll)} times the old data, ${found.get(inBackup)} times the new`)
})
