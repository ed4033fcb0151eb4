import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { StoreUnavailable, type StoreState } from '../../../src/engine/store/records/failures.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { startTestHost } from '../../build/startTestHost.ts'
import { mountSmallDisk } from '../../support/mountSmallDisk.ts'
import { delivery, openTestStore } from '../build.ts'

function nextHealth(store: Store, state: 'ok' | 'unavailable'): Promise<StoreState['why']> {
  return new Promise((resolve) => {
    const stop = store.onHealth((health) => {
      if (health.state !== state) return
      stop()
      resolve(health.why)
    })
  })
}

it('a full disk refuses deliveries with a sentence, loses nothing, and keeping resumes automatically', async (context) => {
  const folder = mountSmallDisk('6m')
  if (folder === null) return context.skip('mounting a small tmpfs is not permitted here')
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, new Uint8Array(2 * 1024 * 1024))
  const store = await openTestStore({ folder: join(folder, 'data') })

  const fell = nextHealth(store, 'unavailable')
  const kept = new Map<string, string>()
  let refusal: unknown
  for (let index = 0; refusal === undefined && index < 2000; index += 1) {
    const body = `${index} `.repeat(3000)
    await store.append(delivery(body)).then(
      (id) => kept.set(id, body),
      (error: unknown) => {
        refusal = error
      },
    )
  }
  expect(refusal).toBeInstanceOf(StoreUnavailable)
  expect(String(refusal)).toContain('is full')
  expect(await fell).toEqual({ code: 'disk-full', fields: { folder: join(folder, 'data') } })
  expect(store.health().state).toBe('unavailable')
  await expect(store.putDocument('settings', 'big', 'x'.repeat(1_000_000))).rejects.toThrow(StoreUnavailable)

  const rose = nextHealth(store, 'ok')
  rmSync(ballast)
  expect(await rose).toBeNull()
  const id = await store.append(delivery('after'))
  expect(Number(id)).toBeGreaterThan(Math.max(...[...kept.keys()].map(Number)))
  for (const [keptId, body] of kept) {
    expect(Buffer.from((await store.body(keptId)) ?? []).toString()).toBe(body)
  }
  expect((await store.counts()).deliveries).toBe(kept.size + 1)
})

it('a first start on a full disk is refused with a sentence, and leaves nothing that refuses the next one', async (context) => {
  const folder = mountSmallDisk('6m')
  if (folder === null) return context.skip('mounting a small tmpfs is not permitted here')
  const ballast = join(folder, 'ballast')
  const data = join(folder, 'data')
  for (const free of [0, 4096, 16_384, 65_536]) {
    rmSync(ballast, { force: true })
    fillBut(ballast, free)
    await expect(startTestHost(data), `${free} bytes free`).rejects.toThrow(/ENOSPC|full/)
  }
  rmSync(ballast)
  const { host } = await startTestHost(data)
  await host.stop()
})

/** Fills the disk of a file until only `free` bytes are left. */
function fillBut(file: string, free: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  writeFileSync(file, new Uint8Array(Math.max(0, bavail * bsize - free)))
}
