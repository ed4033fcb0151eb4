import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import type { DoctorReport } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { delivery, notification } from '../store/build.ts'
import { runHere } from './runHere.ts'
import { startHookscope } from './runHookscope.ts'

let folder: ReturnType<typeof scratchFolder>

beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => folder.remove())

async function fill(count: number, bytes = 2000): Promise<void> {
  const store = await openStore({ folder: folder.path })
  await Promise.all(
    Array.from({ length: count }, async () => store.append(delivery(notification({ pad: 'x'.repeat(bytes) })))),
  )
  await store.close()
}

const doctor = async (...words: string[]) => runHere(['doctor', '--data', folder.path, ...words])
const stateOf = (stdout: string, area: string) =>
  (JSON.parse(stdout) as DoctorReport).checks.filter((check) => check.area === area)

it('the doctor finds a damaged database, recovers what can be read, and keeps the rest aside', async () => {
  await fill(200)
  const file = join(folder.path, 'deliveries.db')
  const bytes = readFileSync(file)
  bytes.fill(0, 60 * 4096, 61 * 4096)
  writeFileSync(file, bytes)
  const found = await doctor('--json')
  expect(found.code).toBe(1)
  expect(stateOf(found.stdout, 'database')).toMatchObject([{ state: 'fail', finding: { code: 'deliveries-damaged' } }])
  const recovered = await doctor('--recover')
  expect(recovered.code).toBe(0)
  expect(recovered.stdout).toMatch(/^Recovered 19\d deliveries\. Could not be read: up to \d rows? of deliveries\./)
  expect(stateOf((await doctor('--json')).stdout, 'database')).toMatchObject([{ state: 'ok' }])
  const aside = readdirSync(folder.path).find((name) => name.startsWith('damaged-')) ?? ''
  const kept = join(folder.path, aside, 'deliveries.db')
  expect(recovered.stdout).toContain(`\`sqlite3 "${kept}" .recover\``)
  expect(readFileSync(kept).equals(bytes)).toBe(true)
})

it('the doctor changes nothing where nothing can be read, and says what else there is to try', async () => {
  await fill(3)
  const file = join(folder.path, 'deliveries.db')
  const bytes = readFileSync(file).fill(0x41, 0, 4096)
  writeFileSync(file, bytes)
  const before = readdirSync(folder.path).toSorted()
  const { code, stderr } = await doctor('--recover')
  expect(code).toBe(3)
  expect(stderr).toContain('so nothing was changed')
  expect(stderr).toContain(`\`sqlite3 "${file}" .recover\``)
  expect(stderr).toContain('`hookscope restore NAME`')
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect(readdirSync(folder.path).toSorted()).toEqual(before)
})

it('the doctor says what is wrong with a folder on which nothing starts, without changing it', async () => {
  await fill(1)
  chmodSync(folder.path, 0o755)
  const { code, stdout } = await doctor('--json')
  expect(code).toBe(1)
  expect(stateOf(stdout, 'data-folder')).toMatchObject([{ state: 'warn', finding: { code: 'folder-readable' } }])
  expect(stateOf(stdout, 'runtime')).toMatchObject([{ state: 'ok' }])
  // All that providers of tunnels run, each once.
  const programs = stateOf(stdout, 'programs').map(({ finding }) => (finding.fields as { name: string }).name)
  expect(programs).toEqual(['cloudflared', 'ssh', '@ngrok/ngrok'])
})

it('a backup is made without an instance, and restored with what was there kept aside', async () => {
  await fill(3)
  const made = await runHere(['backup', '--data', folder.path, '--json'])
  const { name, deliveries } = JSON.parse(made.stdout) as { name: string; deliveries: number }
  expect(deliveries).toBe(3)
  await fill(2)
  const restored = await runHere(['restore', name, '--data', folder.path, '--json'])
  expect(JSON.parse(restored.stdout)).toMatchObject({ restored: name, deliveries: 3 })
  const none = await runHere(['restore', 'hookscope-20200101-000000', '--data', folder.path])
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('There is no backup')
})

it('a backup that is ended with Ctrl+C leaves nothing of itself', { tags: 'full' }, async () => {
  // Large enough that it is not over before the signal comes.
  await fill(12, 4_000_000)
  const backups = join(folder.path, 'backups')
  const files = () => (existsSync(backups) ? readdirSync(backups) : [])
  const { stop } = startHookscope(['backup', '--data', folder.path])
  await expect.poll(files, { interval: 1, timeout: 30_000 }).toHaveLength(1)
  expect(await stop('SIGINT')).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('Nothing of it is left.') as string,
  })
  expect(files()).toEqual([])
})
