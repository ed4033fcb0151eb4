import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type { Page } from '@playwright/test'
import type { Host } from '../../src/host/shells/types.ts'
import { goTo } from './steps/goTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** A disk of a few megabytes, on which a data folder can lie; null where mounting one is not permitted. */
export function mountSmallDisk(): { folder: string; unmount(): void } | null {
  if (process.platform !== 'linux') return null
  const disk = mkdtempSync(join(tmpdir(), 'hookscope-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status !== 0) {
    rmSync(disk, { recursive: true })
    return null
  }
  const folder = join(disk, 'data')
  mkdirSync(folder)
  const unmount = () => {
    spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
  return { folder, unmount }
}

/** The page when deliveries cannot be kept, on a small disk that is filled up. */
export async function fullDiskShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  await client.sandbox.demo()
  const ballast = join(host.dataFolder, '../ballast')
  // Full before a page opens: what is kept last cannot be indexed any more, so that a page is not told of it live.
  await fillUp(host, ballast)
  const show = async (page: Page, place: string) => {
    await fillUp(host, ballast)
    await goTo(page, place)
    await page.getByRole('alert').getByText('503').waitFor()
  }
  return [
    shot('inbox-store-full', 'inbox', 'error', async (page) => {
      await show(page, 'inbox')
      const { items } = await client.deliveries.list({ limit: 500 })
      await page
        .getByText(new RegExp(`^${items.length} deliver(?:y|ies)`))
        .first()
        .waitFor({ state: 'attached' })
    }),
    shot('health-store-full', 'health', 'error', async (page) => show(page, 'health')),
    shot('sandbox-store-full', 'sandbox', 'error', async (page) => show(page, 'sandbox')),
  ]
}

/** Fills the disk around the store, then sends deliveries until one is refused. */
async function fillUp(host: Host, ballast: string): Promise<void> {
  for (let size = 4 << 20; size >= 4096; size /= 2) {
    try {
      for (;;) writeFileSync(ballast, new Uint8Array(size), { flag: 'a' })
    } catch {
      // Not even this much fits.
    }
  }
  const { receiver, environment } = await host.status()
  const url = `${receiver.origin}${environment.receiverPath}`
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })
    if (answer.status === 503) return
  }
}
