import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import type { Deletion, DeliveryPage } from '../../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder, startServe, type ServeProcess } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { delivery, notification } from '../../store/build.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess | undefined
/** After the last kill it need not be a process. */
let after: RunningServe | undefined

beforeEach(() => {
  folder = scratchFolder()
})
afterEach(async () => {
  await Promise.all([serve?.kill('SIGKILL'), after?.stop()])
  after = undefined
  folder.remove()
})

/** Writes deliveries into the folder; answers their ids. */
async function fill(count: number): Promise<string[]> {
  const store = await openStore({ folder: folder.path })
  const body = (index: number) => delivery(notification({ id: `n-${index}`, note: 'x'.repeat(2000) }))
  const ids = await Promise.all(Array.from({ length: count }, async (_, index) => store.append(body(index))))
  await store.close()
  return ids
}

function inFile<T>(work: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(join(folder.path, 'deliveries.db'), { timeout: 5000 })
  try {
    return work(file)
  } finally {
    file.close()
  }
}

const countIn = (table: 'deliveries' | 'hidden') =>
  inFile((file) => Number(file.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']))

it('a deletion outlives a killed process, and can be undone after it', async () => {
  const [id = ''] = await fill(3)
  serve = await startServe(folder.path, ['--receiver-port', '0'])
  const { deletion } = await serve.call<Deletion>('DELETE', `/deliveries/${id}`)
  await serve.kill('SIGKILL')
  after = await startServeHere(folder.path)
  const listed = async () => (await after?.call<DeliveryPage>('GET', '/deliveries'))?.items.map((item) => item.id)
  expect(await listed()).not.toContain(id)
  expect(await after.call('POST', '/deliveries/undelete', { deletion })).toEqual({ deliveries: 1 })
  expect(await listed()).toContain(id)
})

it('a removal that is killed on its way goes on after the next start', { tags: 'full', timeout: 120_000 }, async () => {
  const ids = await fill(3000)
  serve = await startServe(folder.path, ['--receiver-port', '0'])
  expect(await serve.call('POST', '/deliveries/delete', { filter: '' })).toMatchObject({ deliveries: ids.length })
  await serve.kill('SIGKILL')
  // Its time is over.
  inFile((file) => file.exec(`UPDATE documents SET json = '{"until":1}' WHERE collection = 'deletions'`))
  serve = await startServe(folder.path, ['--receiver-port', '0'])
  await expect.poll(() => countIn('deliveries'), { interval: 5, timeout: 60_000 }).toBeLessThan(ids.length)
  await serve.kill('SIGKILL')
  const left = countIn('deliveries')
  expect(countIn('hidden')).toBe(left)
  after = await startServeHere(folder.path)
  await expect.poll(() => countIn('deliveries'), { timeout: 60_000 }).toBe(0)
  expect(await after.call('GET', '/status')).toMatchObject({ counts: { deliveries: 0 } })
})

it(
  'limits that are killed on their way go on after the next start, and leave what is within them',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const ids = await fill(4000)
    serve = await startServe(folder.path, ['--receiver-port', '0'])
    await serve.call('PATCH', '/environments/sandbox', { retention: { maxCount: 100 } })
    await expect.poll(() => countIn('deliveries'), { interval: 5, timeout: 60_000 }).toBeLessThan(ids.length)
    await serve.kill('SIGKILL')
    const left = countIn('deliveries')
    expect(left).toBeGreaterThan(100)
    after = await startServeHere(folder.path)
    await expect.poll(() => countIn('deliveries'), { timeout: 60_000 }).toBe(100)
    const { items } = await after.call<DeliveryPage>('GET', '/deliveries?limit=200')
    expect(items.map(({ id }) => id)).toEqual(ids.slice(-100).toReversed())
  },
)
