import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { fillWithData } from '../fillWithData.ts'
import { goTo } from './steps/goTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** The preview of an export, and an opened case file. */
export async function caseShots(host: Host): Promise<Shot[]> {
  const { caseFiles } = createRouterClient(host.router, { context: {} })
  await fillWithData(host, 12)
  const { run: written } = await caseFiles.startExport({ selection: { filter: '' } })
  const { run } = await caseFiles.startOpen({ name: 'failed-on-monday.hookscope' })
  for (;;) {
    const { piece } = await caseFiles.exportPiece({ run: written })
    if (piece.size === 0) break
    await caseFiles.openPiece({ run, base64: Buffer.from(await piece.arrayBuffer()).toString('base64') })
  }
  const { caseId, deliveries } = await caseFiles.finishOpen({ run })
  return [
    shot('export-preview', 'case-files', 'full', async (page) => {
      await goTo(page, 'case-files')
      const form = page.getByRole('form', { name: 'Export' })
      await form.getByRole('checkbox', { name: 'IBANs (with checksum)' }).check()
      await form.getByRole('checkbox', { name: 'Names and addresses' }).check()
      await form.getByRole('button', { name: 'Preview' }).click()
      const preview = form.getByRole('group', { name: 'Preview' })
      await preview.waitFor()
      await preview.evaluate((element) => element.scrollIntoView())
    }),
    shot('case-file', 'case-files', 'full', async (page) => {
      await goTo(page, `case-files/${caseId}`)
      await page.locator('[data-part="delivery-shown"]').waitFor()
    }),
    shot('case-file-object', 'case-files', 'full', async (page) => {
      await goTo(page, `case-files/${caseId}.${deliveries}/object`)
      await page.getByRole('list', { name: 'Story, newest first' }).waitFor()
      const story = page.getByRole('region', { name: 'Object history in the file' })
      await story.evaluate((element) => element.scrollIntoView())
    }),
  ]
}
