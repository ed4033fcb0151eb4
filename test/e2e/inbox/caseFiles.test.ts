import { readFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Delivery, Environment, ObjectStory } from '../../../src/shared/wireTypes.ts'
import { dropFile } from '../../support/dropFile.ts'
import { expectPage } from '../../support/expectPage.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { slowAnswers } from '../../support/slowAnswers.ts'
import { sharedServe } from '../sharedServe.ts'

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
  await form.getByRole('checkbox', { name: 'IBANs (with checksum)' }).check()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expectPage(form.getByText('DE89370400440532013000')).toBeVisible()
  await expectPage(form.getByText(/1 loses hash and signature/)).toBeVisible()
  await form.getByRole('checkbox', { name: 'IBANs (with checksum)' }).uncheck()
  const download = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain('"hookscope":"case"')

  await dropFile(page, 'dropped.hookscope', readFileSync(file, 'utf8'))
  await expectPage(page.getByText(/2 deliveries\. Checked again: 2 have the same verdict\./)).toBeVisible()
  await page.getByRole('link', { name: 'Show its deliveries' }).click()
  await expectPage(page.getByText('Case file, read-only')).toBeVisible()
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
    await expectPage(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused()
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
  await dropFile(page, 'large.hookscope', 'x', 48 * 1024 * 1024)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectPage(page.getByText(/^large\.hookscope/)).toHaveCount(0)
  await expectPage(page.getByRole('table', { name: 'Opened files' }).getByRole('row')).toHaveCount(2)
  const chooser = page.waitForEvent('filechooser')
  await palette('open case file', /Open case file/)
  await (await chooser).setFiles({ name: 'none.hookscope', mimeType: 'text/plain', buffer: Buffer.from('nothing\n') })
  await expectPage(page.getByText(/The file has no delivery that could be read/)).toBeVisible()
})

it(
  'an opened file shows what differs between its snapshots of an object, and the story of it',
  { tags: 'full' },
  async () => {
    const { deliveryId } = await serve().call<{ deliveryId: string }>('POST', '/sandbox/demo')
    const { resourceId } = await serve().call<Delivery>('GET', `/deliveries/${deliveryId}`)
    await serve().call('PATCH', `/sandbox/objects/Payment/${resourceId}`)
    const story = `/objects/Payment/${resourceId}`
    await expect.poll(async () => (await serve().call<ObjectStory>('GET', story)).snapshots).toBe(2)
    const page = await (await openBrowser()).newPage({ viewport: { width: 1440, height: 900 } })
    const object = { environment: 'sandbox', resourceType: 'Payment', resourceId }
    const file = await serve().bytes('/case-files', { selection: { object } })
    await page.goto(serve().ui)
    await expectPage(page.getByRole('navigation').first()).toBeVisible()
    await dropFile(page, 'story.hookscope', Buffer.from(file).toString())
    await page.getByRole('link', { name: 'Show its deliveries' }).click()

    // Notification and object, as for own deliveries.
    const isTrue = page.getByRole('region', { name: 'Object at the service' })
    await expectPage(isTrue).toContainText(/was /)
    await isTrue.getByRole('link').click()
    await expectPage(page.getByRole('region', { name: 'Difference' }).getByRole('row')).not.toHaveCount(0)
    const points = page.getByRole('list', { name: 'Story, newest first' }).locator(':scope > li')
    await expectPage(points).toHaveCount(4)
    await expectPage(page.getByText('Only what is in the file is part of this story.')).toBeVisible()
    // It leads to the other delivery in the file, where the tab stays.
    await points.last().getByRole('link', { name: 'delivery 1' }).click()
    await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(
      /delivery c[0-9a-f]{12}\.1/,
    )
    await page.getByRole('tab', { name: 'Object' }).click()
    await expectPage(page.getByText('This is the first snapshot of this object.').first()).toBeVisible()
    await page.reload()
    await expectPage(points).toHaveCount(4)
  },
)

it(
  'of many deliveries an export is cancelled while it is written, and a preview stopped while it counts; the next one of each is whole',
  { tags: 'full' },
  async () => {
    const shop = await serve().call<Environment>('POST', '/environments', { name: 'Large', sharedSecret: secret })
    await serve().call('POST', `/environments/${shop.id}/activate`)
    const count = 14
    const inEach = 12_000
    const customers = Array.from({ length: inEach }, (_, index) => ({ email: `customer${index}@example.com`, index }))
    for (let index = 0; index < count; index += 1) {
      const body = index === 0 ? '{"id":"solitary"}' : JSON.stringify({ id: `n-${index}`, customers })
      await fetch(serve().receiver + shop.receiverPath, { method: 'POST', body })
    }
    const page = await (await openBrowser()).newPage({ viewport: { width: 1440, height: 900 } })
    // The server's messages are late, so that work lasts long enough to be ended by hand.
    await slowAnswers(page, 300)
    await page.goto(serve().ui)
    await page.getByRole('navigation').getByRole('link', { name: 'Case files' }).click()
    const form = page.getByRole('form', { name: 'Export' })
    const deliveries = form.getByRole('textbox', { name: 'Deliveries of Large' })

    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await form.getByRole('button', { name: 'Export' }).click()
    await expectPage(form.getByText(new RegExp(`^[1-9]\\d* of ${count} deliveries, `))).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(form.getByText('The export was cancelled. Nothing was saved.')).toBeVisible()
    await expectPage(form.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    expect(saved).toEqual([])

    await deliveries.fill('solitary')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8').endsWith('{"end":{"deliveries":1}}\n')).toBe(true)

    await deliveries.fill('')
    await form.getByRole('checkbox', { name: 'E-mail addresses' }).check()
    await form.getByRole('button', { name: 'Preview' }).click()
    await expectPage(
      form.getByText(new RegExp(`^[1-9]\\d* of ${count} deliveries counted, the newest first\\.$`)),
    ).toHaveAttribute('aria-live', 'off')
    await form.getByRole('button', { name: 'Stop counting' }).click()
    await expectPage(form.getByRole('button', { name: 'Preview' })).toBeFocused()
    await expectPage(form.getByText(/^Only the newest \d+ of 14 deliveries were counted\. /)).toBeVisible()
    await expectPage(form.getByRole('row', { name: /^E-mail address/ })).toBeVisible()

    await deliveries.fill('id:n-5')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expectPage(form.getByText('1 delivery.')).toHaveAttribute('aria-live', 'polite')
    await expectPage(form.getByRole('row', { name: /^E-mail address/ })).toContainText(inEach.toLocaleString('en'))
  },
)
