import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { openApi } from '../../contracts/contractFolder.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'

const browser = sharedBrowser()

test('a contract is set, its violations are seen in the inbox', async () => {
  const folder = scratchFolder()
  const serve = await startServeHere(join(folder.path, 'data'))
  onTestFinished(async () => {
    await serve.stop()
    folder.remove()
  })
  await serve.call('POST', '/sandbox/demo')
  const page = await (await browser().newContext()).newPage()
  await page.goto(serve.ui)
  await page.getByRole('link', { name: 'Environment' }).click()
  await page.getByRole('link', { name: 'Contract' }).click()
  await page.getByRole('button', { name: 'Use the sandbox’s own contract' }).click()
  const results = page.getByRole('region', { name: 'Results' })
  await expectPage(results.getByRole('row', { name: /^Held 1/ })).toBeVisible()

  // A stricter one from a file.
  const file = join(folder.path, 'strict.json')
  const document = openApi({ Payment: { required: ['amount'] } })
  writeFileSync(file, JSON.stringify(document))
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('File or folder').fill(file)
  await page.getByRole('button', { name: 'Use as contract' }).click()
  await expectPage(page.getByRole('region', { name: 'Document' })).toContainText('OpenAPI · Shop · 2')
  await results.getByRole('link', { name: 'Violated' }).click()
  await expectPage(page.getByRole('img', { name: 'Violates the contract' })).toHaveCount(1)
  const panel = page.getByRole('tabpanel').getByRole('region', { name: 'Contract' })
  await expectPage(panel).toContainText('1 violation of Payment.')
  await expectPage(panel.getByRole('row', { name: '/amount required present nothing' })).toBeVisible()
})
