import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Backup,
  BackupCheck,
  Deletion,
  DeliveryPage,
  Environment,
  Storage,
  WaitingDeletion,
} from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: Awaited<ReturnType<typeof startServeHere>>

beforeAll(async () => {
  folder = scratchFolder()
  serve = await startServeHere(folder.path, {})
})
afterAll(async () => {
  await serve.stop()
  folder.remove()
})

async function post(body: string): Promise<void> {
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  const response = await fetch(`${serve.receiver}${environment?.receiverPath ?? ''}`, { method: 'POST', body })
  expect(response.status).toBe(200)
}
const count = async () => (await serve.call<{ counts: { deliveries: number } }>('GET', '/status')).counts.deliveries

describe('storage over the API', () => {
  it('says how much there is, of what, and what a compaction costs', async () => {
    for (let index = 0; index < 20; index++) await post('x'.repeat(1000))
    await expect
      .poll(async () => (await serve.call<Storage>('GET', '/storage')).environments[0])
      .toMatchObject({ name: 'Sandbox', deliveries: 20, bodies: 20_000, counted: 20_000 + 20 * 1024, retention: {} })
    const storage = await serve.call<Storage>('GET', '/storage')
    expect(storage).toMatchObject({ folder: folder.path, bodies: 20_000, work: null, replacement: null })
    const { database, log, index, backups, other } = storage.files
    expect(storage.total).toBe(database + log + index + backups + other)
    expect(storage.disk?.free).toBeGreaterThan(0)
    // Some seconds are not enough to estimate a day.
    expect(storage.growth).toBeNull()
  })

  it('shows what limits would remove before they are set, and removes it when they are', async () => {
    const retention = { maxCount: 5 }
    expect(await serve.call('POST', '/environments/sandbox/retention/preview', { retention })).toMatchObject({
      deliveries: 15,
      pinnedKept: 0,
    })
    expect(await count()).toBe(20)
    expect(await serve.call<Environment>('PATCH', '/environments/sandbox', { retention })).toMatchObject({ retention })
    await expect.poll(count).toBe(5)
    expect((await serve.call<DeliveryPage>('GET', '/deliveries')).items).toHaveLength(5)
    await serve.call('PATCH', '/environments/sandbox', { retention: {} })
  })

  it('refuses limits that would keep nothing', async () => {
    const retention = { maxCount: 0 }
    await expect(serve.call('PATCH', '/environments/sandbox', { retention })).rejects.toThrow('at least one')
  })

  it('lists deletions that can be undone, for every page', async () => {
    const { deletion } = await serve.call<Deletion>('POST', '/deliveries/delete', {
      filter: '',
      environment: 'sandbox',
    })
    expect(await serve.call<WaitingDeletion[]>('GET', '/deletions')).toMatchObject([{ deletion, deliveries: 5 }])
    await serve.call('POST', '/deliveries/undelete', { deletion })
    expect(await serve.call('GET', '/deletions')).toEqual([])
    expect(await count()).toBe(5)
  })

  it('compacts while deliveries come, and keeps them', async () => {
    const compacting = serve.call<Storage>('POST', '/storage/compact')
    await post('while it is compacted')
    expect(await compacting).toMatchObject({ work: null })
    // Nothing stays of the file with which the disk was measured.
    expect(readdirSync(folder.path)).not.toContain('speed.probe')
    expect(await count()).toBe(6)
  })
})

describe('a backup', () => {
  it('that is cancelled leaves nothing behind, and the next one is made', { tags: 'full' }, async () => {
    // Large enough that it is not over before it is cancelled.
    for (let index = 0; index < 6; index++) await post('x'.repeat(4_000_000))
    const making = serve.call<Backup>('POST', '/storage/backups').then(
      () => 'made',
      (error: unknown) => String(error),
    )
    await expect
      .poll(async () => (await serve.call<Storage>('GET', '/storage')).work, { interval: 1 })
      .toMatchObject({ kind: 'back-up', canBeCancelled: true })
    expect(await serve.call<Storage>('POST', '/storage/cancel')).toMatchObject({ work: null })
    expect(await making).toContain('Nothing of it is left on the disk.')
    const backups = join(folder.path, 'backups')
    expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])
    const { name } = await serve.call<Backup>('POST', '/storage/backups')
    await serve.call('DELETE', `/storage/backups/${name}`)
    // Nothing is under way: nothing to cancel.
    expect(await serve.call<Storage>('POST', '/storage/cancel')).toMatchObject({ work: null })
  })

  it('is made while deliveries come, is whole, and holds no key', async () => {
    const making = serve.call<Backup>('POST', '/storage/backups')
    await post('while it is copied')
    const { name, deliveries } = await making
    expect(deliveries).toBeGreaterThanOrEqual(6)
    expect(await serve.call('POST', `/storage/backups/${name}/check`)).toEqual({
      name,
      ok: true,
      problem: null,
      sentence: null,
      deliveries,
    })
    const files = readdirSync(join(folder.path, 'backups', name))
    expect(files.toSorted()).toEqual(expect.arrayContaining(['deliveries.db', 'manifest.json']))
    expect(files.filter((file) => /key|lock|wal/.test(file))).toEqual([])
    expect(statSync(join(folder.path, 'backups', name, 'deliveries.db')).mode & 0o077).toBe(0)
  })

  it('that was changed is found out, and never restored', async () => {
    const { name } = await serve.call<Backup>('POST', '/storage/backups')
    const file = join(folder.path, 'backups', name, 'deliveries.db')
    const bytes = readFileSync(file)
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
    writeFileSync(file, bytes)
    expect(await serve.call<BackupCheck>('POST', `/storage/backups/${name}/check`)).toMatchObject({
      ok: false,
      problem: 'changed',
    })
    await expect(serve.call('POST', `/storage/backups/${name}/restore`)).rejects.toThrow('other bytes')
    expect(existsSync(join(folder.path, 'replacement.json'))).toBe(false)
    await serve.call('DELETE', `/storage/backups/${name}`)
  })

  it('is named, never given as a path', async () => {
    for (const name of ['..%2F..%2Fetc', 'hookscope-1', '..', '%2Ftmp%2Fx']) {
      await expect(serve.call('POST', `/storage/backups/${name}/restore`)).rejects.toThrow(/: 40[04] /)
      await expect(serve.call('DELETE', `/storage/backups/${name}`)).rejects.toThrow(/: 40[04] /)
    }
  })

  it('takes the place of the data at the next start, and what was there is kept aside', async () => {
    const [{ name, deliveries } = { name: '', deliveries: 0 }] = await serve.call<Backup[]>('GET', '/storage/backups')
    await post('after the backup')
    const before = await count()
    expect(before).toBeGreaterThan(deliveries)
    expect(await serve.call<Storage>('POST', `/storage/backups/${name}/restore`)).toMatchObject({
      replacement: { from: name },
    })
    expect(await count()).toBe(before)
    await serve.stop()
    serve = await startServeHere(folder.path, {})
    expect(await count()).toBe(deliveries)
    const aside = readdirSync(folder.path).find((file) => file.startsWith('replaced-'))
    expect(existsSync(join(folder.path, aside ?? '', 'deliveries.db'))).toBe(true)
    expect((await serve.call<Storage>('GET', '/storage')).replacement).toBeNull()
    await post('goes on')
    expect(await count()).toBe(deliveries + 1)
  })
})
