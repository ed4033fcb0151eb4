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
  await page.getByRole('link', { name: 'Show its deliveries' }).click()
  await expectPage(page.getByText('Foreign, read only')).toBeVisible()
  await expectPage(
    page.getByText(/Verdict in the file: Valid\. Checked here with your secret .*: the same verdict\./),
  ).toBeVisible()

  // The object as the file has it, and the other deliveries of it.
  await page.getByRole('tab', { name: 'Object' }).click()
  await expectPage(page.getByRole('button', { name: 'Run follow-up again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Deliveries of this object' }).click()
  const found = page.getByRole('listbox', { name: 'Deliveries of the file' }).getByRole('option')
  await expectPage(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('type:Payment id:p-1')
  await expectPage(found).toHaveCount(2)

  // The palette leads to each of them, too.
  const palette = async (typed: string, name: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(typed)
    await page.getByRole('option', { name }).first().click()
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Objects' }).click()
  await page.getByText('p-1').first().click()
  await page.getByRole('region', { name: 'Story' }).getByRole('button', { name: 'Export this story…' }).click()
  await expectPage(form.getByText('All deliveries of the Payment p-1')).toBeVisible()
  await palette('export list', /Export the deliveries of this list/)
  await expectPage(form.getByLabel('Deliveries of Shop')).toBeVisible()
  // A file that takes a while is given up in between.
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'.repeat(48 * 1024 * 1024)], 'large.hookscope'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectPage(page.getByText(/^large\.hookscope/)).toHaveCount(0)
  await expectPage(page.getByRole('table', { name: 'Opened files' }).getByRole('row')).toHaveCount(2)
  const chooser = page.waitForEvent('filechooser')
  await palette('open case file', /Open case file/)
  await (await chooser).setFiles({ name: 'none.hookscope', mimeType: 'text/plain', buffer: Buffer.from('nothing\n') })
  await expectPage(page.getByText(/The file has no delivery that could be read/)).toBeVisible()
})
