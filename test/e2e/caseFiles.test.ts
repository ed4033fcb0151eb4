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
  const payment = { resourceType: 'Payment', resourceId: 'p-1' }
  for (const said of [
    { id: 'n-1', ...payment },
    { id: 'n-2', ...payment, iban: 'DE89370400440532013000' },
  ]) {
    const body = JSON.stringify(said)
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const post = { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body }
    expect((await fetch(serve().receiver + shop.receiverPath, post)).status).toBe(200)
  }

  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(serve().ui)
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click()
  const form = page.getByRole('form', { name: 'Export' })
  const row = page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').first()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export this story…' }).click()
  await expectPage(form.getByText('All deliveries of the Payment p-1')).toBeVisible()
  await page.goBack()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export the 2 deliveries of this thread…' }).click()
  await expectPage(form.getByText('2 selected deliveries')).toBeVisible()
  await form.getByLabel('IBANs (with checksum)').check()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expectPage(form.getByText('DE89370400440532013000')).toBeVisible()
  await expectPage(form.getByText(/1 lose hash and signature/)).toBeVisible()
  await form.getByLabel('IBANs (with checksum)').uncheck()
  const download = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain('"hookscope":"case"')

  const dropped = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'dropped.hookscope'))
      return transfer
    },
    readFileSync(file, 'utf8'),
  )
  await page.getByRole('button', { name: 'Choose a file' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expectPage(page.getByText(/2 deliveries\. 2 same\./)).toBeVisible()
  if (process.env['LOOK'] !== undefined) await page.screenshot({ path: `${process.env['LOOK']}/screen.png` })
  await page.getByRole('table', { name: 'Opened files' }).getByRole('link').first().click()
  await expectPage(page.getByText('Foreign, read only')).toBeVisible()
  await expectPage(
    page.getByText(/Verdict in the file: Valid\. Checked here with your secret .*: the same verdict\./),
  ).toBeVisible()
  if (process.env['LOOK'] !== undefined) await page.screenshot({ path: `${process.env['LOOK']}/case.png` })
})
