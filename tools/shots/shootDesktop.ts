import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startServe } from '../../test/build/startServe.ts'
import { openStandIn } from '../../test/standIn/launchStandIn.ts'

/**
 * Photographs the desktop app's window on the stand-in for its runtime: what its page shows, without the frame that the
 * system draws. Pictures are named desktop-stand-in-*.
 */
export async function shootDesktop(browser: Browser, folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'hookscope-shots-'))
  const machine = await openStandIn({ folder: scratch, browser })
  const shoot = (name: string) => join(folder, `desktop-stand-in-${name}.png`)
  try {
    const app = await machine.start()
    const page = await app.page()
    await page.getByRole('button', { name: 'Run the demo' }).click()
    await page.getByText('The signature is right').waitFor()
    // The row comes with the next events, a moment after the answer that opens the delivery.
    await page.getByRole('treeitem', { name: /Payment/ }).waitFor()
    await page.screenshot({ path: shoot('inbox') })
    await app.ask('quit')
    await app.ended

    // Another instance has the folder now.
    const other = join(scratch, 'other')
    cpSync(join(scratch, 'data'), other, { recursive: true })
    const serve = await startServe(other)
    const refused = await machine.start('--data', other)
    const failed = await refused.page()
    await failed.getByRole('heading', { name: 'Hookscope cannot start' }).waitFor()
    await failed.screenshot({ path: shoot('cannot-start') })
    await refused.ask('quit')
    await serve.kill('SIGTERM')
  } finally {
    await machine.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
