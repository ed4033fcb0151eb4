import { readFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { expectPage } from '../support/expectPage.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { sharedServe } from './sharedServe.ts'

const serve = sharedServe()
const secret = 'a secret of the shop'

it('a supporter previews what is left out, saves a case file, and a colleague opens it and sees the verdict repeated', async () => {
  const shop = await serve().call<Environment>('POST', '/environments', { name: 'Shop', sharedSecret: secret })
  await serve().call('POST', `/environments/${shop.id}/activate`)
  const body = JSON.stringify({ id: 'n-1', resourceType: 'Payment', resourceId: 'p-1', iban: 'DE89370400440532013000' })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const post = { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body }
  expect((await fetch(serve().receiver + shop.receiverPath, post)).status).toBe(200)

  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(serve().ui)
  await page.getByRole('navigation').getByRole('link', { name: 'Case files' }).click()
  const form = page.getByRole('form', { name: 'Export' })
  await form.getByLabel('IBANs (with checksum)').check()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expectPage(form.getByText('DE89370400440532013000')).toBeVisible()
  await expectPage(form.getByText(/1 lose hash and signature/)).toBeVisible()
  await form.getByLabel('IBANs (with checksum)').uncheck()
  const download = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain('"hookscope":"case"')

  await page.getByLabel('Choose a file').setInputFiles(file)
  await expectPage(page.getByText(/1 deliveries\. 1 same\./)).toBeVisible()
  if (process.env['LOOK'] !== undefined) await page.screenshot({ path: `${process.env['LOOK']}/screen.png` })
  await page.getByRole('table', { name: 'Opened files' }).getByRole('link').first().click()
  await expectPage(page.getByText('Foreign, read only')).toBeVisible()
  await expectPage(
    page.getByText(/Verdict in the file: Valid\. Checked here with your secret .*: the same verdict\./),
  ).toBeVisible()
  if (process.env['LOOK'] !== undefined) await page.screenshot({ path: `${process.env['LOOK']}/case.png` })
})
