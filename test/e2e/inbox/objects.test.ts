import type { Locator, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { type NotificationFields, startOwnService } from '../../../tools/startOwnService.ts'
import type { RunningServe } from '../../build/startServe.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'
import { goToSection } from '../../support/goToSection.ts'

const browser = sharedBrowser()
const started = sharedServe()
let serve: RunningServe
let service: Awaited<ReturnType<typeof startOwnService>>
let receiver: string

beforeEach(async () => {
  serve = started()
  service = await startOwnService()
  receiver = await useEnvironment('Own')
})
afterEach(async () => service.stop())

/** Makes an environment at the service and puts it in use; the address that is posted to. */
async function useEnvironment(name: string): Promise<string> {
  const environment = await serve.call<Environment>('POST', '/environments', { name, ...service.settings })
  await serve.call('POST', `/environments/${environment.id}/activate`)
  return new URL(environment.receiverPath, serve.receiver).href
}

const payment = { resourceType: 'Payment', resourceId: 'payment-1' }

describe('the story of an object', () => {
  it('begins with how objects come', { tags: 'full' }, async () => {
    const page = await open('/objects')
    await expectPage(page.getByRole('heading', { name: 'No objects yet' })).toBeVisible()
    await page.context().close()
  })

  it('points out what changed although changes are null', async () => {
    const page = await open('/inbox')
    await createAndPay(page)
    await goToSection(page, 'Objects')
    await objectRows(page).first().click()
    await expectPage(entries(page)).toHaveCount(4)
    const update = entries(page).filter({ has: page.getByRole('heading', { name: 'update' }) })
    await expectPage(update.getByText('changed, but not listed')).toBeVisible()
    await expectPage(update.getByRole('table')).toContainText('"paid"')

    await update.getByRole('link', { name: /^delivery/ }).click()
    const said = page.getByRole('region', { name: 'Notification' })
    const truth = page.getByRole('region', { name: 'Object at the service' })
    await expectPage(said).toContainText('"changes": null')
    await expectPage(truth.getByText('changed, but not listed')).toBeVisible()
    await expectPage(truth).toContainText(/"state": "paid",?was "new"/)
    const areBeside = async () => (await said.boundingBox())?.y === (await truth.boundingBox())?.y
    await expectPage.poll(areBeside).toBe(false)
    await page.setViewportSize({ width: 1920, height: 800 })
    await expectPage.poll(areBeside).toBe(true)
    await truth.getByRole('link', { name: 'Show changes and response' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    const difference = page.getByRole('region', { name: 'Difference' })
    await expectPage(difference.getByText('changed, but not listed')).toBeVisible()
    await difference.getByRole('link', { name: 'Object history' }).click()
    await expectPage(entries(page)).toHaveCount(4)
    await page.context().close()
  })

  it('points out a change that no notification announced', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    await createAndPay(page)
    service.put('payment-1', { state: 'refunded', amount: 10 })
    await goToSection(page, 'Objects')
    await objectRows(page).first().click()
    await expectPage(entries(page)).toHaveCount(4)
    await entries(page)
      .first()
      .getByRole('link', { name: /^delivery/ })
      .click()
    await page.getByRole('tab', { name: 'Attempts' }).click()
    await page.getByRole('region', { name: 'Follow-up' }).getByRole('button', { name: 'Run follow-up again' }).click()
    await expectPage(page.getByText('#2', { exact: true })).toBeVisible()
    await page.goBack()
    await expectPage(entries(page)).toHaveCount(5)
    const newest = entries(page).first()
    await expectPage(newest.getByText('changed without a notification')).toBeVisible()
    await expectPage(newest.getByRole('table')).toContainText('"refunded"')
    await expectPage(page.getByRole('status').filter({ hasText: 'without a notification' })).toBeVisible()
    await page.context().close()
  })

  it('folds copies, names what came out of order, and holds claims against the object', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    service.put('payment-1', { state: 'refunded', amount: 10 })
    await notify(page, { ...payment, action: 'create' })
    service.put('payment-1', { state: 'refunded', amount: 12 })
    const late = { ...payment, id: 'late', action: 'update', createdAtUtc: '2026-01-01T00:00:00.0000001Z' }
    await notify(page, { ...late, changes: { state: 'refunded' } })
    await service.notify(receiver, { ...late, changes: { state: 'refunded' } })
    await expectPage(deliveryRows(page)).toHaveCount(3)
    await goToSection(page, 'Objects')
    await objectRows(page).first().click()
    const told = entries(page).filter({ hasText: 'came 2 times' })
    for (const word of ['out of order', 'claimed but equal', 'changed, not claimed']) {
      await expectPage(told.getByText(word, { exact: true })).toBeVisible()
    }
    await told.getByText('2 deliveries of it').click()
    await expectPage(told.getByRole('list').getByRole('link')).toHaveCount(2)
    await page.context().close()
  })

  it('is reached by keyboard, by type and by words', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    service.put('payment-1', { state: 'new' })
    await notify(page, { ...payment, action: 'create' })
    service.put('wallet-7', { state: 'open' })
    await notify(page, { resourceType: 'Wallet', resourceId: 'wallet-7', action: 'create' })
    await goToSection(page, 'Objects')
    await expectPage(objectRows(page)).toHaveCount(2)
    // The newest is shown until one is chosen.
    await expectPage(page.getByRole('heading', { level: 2, name: 'Wallet' })).toBeVisible()
    await page.keyboard.press('j')
    await expectPage(page.getByRole('heading', { level: 2, name: 'Payment' })).toBeVisible()
    await page.getByRole('listbox', { name: 'Objects' }).press('ArrowUp')
    await expectPage(page.getByRole('heading', { level: 2, name: 'Wallet' })).toBeVisible()
    await chooseOption(page.getByRole('combobox', { name: 'Type' }), 'Wallet')
    await expectPage(objectRows(page)).toHaveCount(1)
    await chooseOption(page.getByRole('combobox', { name: 'Type' }), 'All types')
    await page.getByLabel('Find objects').fill('payment-')
    await expectPage(objectRows(page)).toHaveCount(1)
    await page.getByLabel('Find objects').fill('nothing like it')
    await page.getByRole('button', { name: 'Show all objects' }).click()
    await expectPage(objectRows(page)).toHaveCount(2)
    await expectPage(page.getByLabel('Find objects')).toHaveValue('')
    await page.context().close()
  })
})

describe('many objects', () => {
  it('are listed page by page, and what gets news moves up while somebody looks', { tags: 'full' }, async () => {
    const many = await useEnvironment('Many')
    for (let index = 0; index < 130; index += 1) {
      const resourceId = `asset-${String(index).padStart(3, '0')}`
      service.put(resourceId, { index })
      await service.notify(many, { resourceType: 'Asset', resourceId, action: 'create' })
    }
    const page = await open('/objects')
    await expectPage(page.getByText('100 objects loaded')).toBeVisible()
    await page.getByRole('listbox', { name: 'Objects' }).press('End')
    await expectPage(page.getByText('130 objects in all')).toBeVisible()
    await page.getByRole('listbox', { name: 'Objects' }).press('End')
    await expectPage(page.getByRole('region', { name: 'Story' })).toContainText('asset-000')
    await expectPage(entries(page)).toHaveCount(2)
    await service.notify(many, { resourceType: 'Asset', resourceId: 'asset-000', action: 'update' })
    await expectPage(entries(page)).toHaveCount(4)
    await page.getByRole('listbox', { name: 'Objects' }).press('Home')
    await expectPage(objectRows(page).first()).toContainText('update')
    await expectPage(page.getByText('130 objects in all')).toBeVisible()
    await page.context().close()
  })
})

describe('a follow-up', () => {
  it('that waits to be tried again says so, is cancelled by hand, and runs again', { tags: 'full' }, async () => {
    // A pause that the service asks for holds all others of its environment.
    const paused = await useEnvironment('Paused')
    const page = await open('/inbox')
    service.fail(503)
    service.put('payment-2', { state: 'new' })
    await service.notify(paused, { resourceType: 'Payment', resourceId: 'payment-2', action: 'create' })
    await expectPage(deliveryRows(page).first()).toContainText('waiting to be tried again')
    await deliveryRows(page).first().click()
    await page.getByRole('tab', { name: 'Attempts' }).click()
    const panel = page.getByRole('region', { name: 'Follow-up' })
    await expectPage(panel).toContainText('Waits to be tried again')
    await expectPage(panel).toContainText(/503.*Maintenance.*retried automatically \(try 2 of 5\)/)
    await expectPage(page.getByRole('list', { name: 'Timing' })).toContainText('first byte')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(panel.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
    await expectPage(panel.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    service.fail(null)
    await panel.getByRole('button', { name: 'Run follow-up again' }).click()
    await expectPage(panel).toContainText('Object fetched')
    await expectPage(page.getByText('#2', { exact: true })).toBeVisible()
    await page.context().close()
  })

  it('of an object that was only just created is not there yet', { tags: 'full' }, async () => {
    receiver = await useEnvironment('Other')
    const page = await open('/inbox')
    await service.notify(receiver, { resourceType: 'Payment', resourceId: 'payment-3', action: 'create' })
    await expectPage(deliveryRows(page).first()).toContainText('404')
    await deliveryRows(page).first().click()
    await page.getByRole('tab', { name: 'Attempts' }).click()
    await expectPage(page.getByRole('region', { name: 'Follow-up' })).toContainText('Not found (404)')
    await page.context().close()
  })

  it(
    'without a path gets one where it is missing: tried with this delivery, then saved for all that failed',
    { tags: 'full' },
    async () => {
      const page = await open('/inbox')
      service.put('gadget-1', { state: 'new' })
      service.put('gadget-2', { state: 'old' })
      for (const resourceId of ['gadget-1', 'gadget-2']) {
        await service.notify(receiver, { resourceType: 'Gadget', resourceId, action: 'update' })
      }
      await expectPage(deliveryRows(page)).toHaveCount(2)
      await deliveryRows(page).first().click()
      await expectPage(page.getByRole('region', { name: 'Follow-up' })).toContainText('No path is known')
      const path = page.getByRole('textbox', { name: 'Path of Gadget' })
      await path.fill('/objects/{resourceId}/none')
      await expectPage(page.getByText('/objects/gadget-2/none')).toBeVisible()
      await page.getByRole('button', { name: 'Try with this delivery' }).click()
      await expectPage(page.getByRole('region', { name: 'Follow-up' })).toContainText('404')
      await path.fill('/api/trust/v1/payments/{resourceId}')
      await path.press('Enter')
      const truth = page.getByRole('region', { name: 'Object at the service' })
      await expectPage(truth).toContainText('"state": "old"')
      await expectPage(deliveryRows(page).nth(1)).toContainText('Follow-up skipped')
      await page.getByRole('button', { name: /^Save and run/ }).click()
      await expectPage(deliveryRows(page).nth(1)).toContainText('Follow-up done')
      await page.context().close()
    },
  )
})

describe('times', () => {
  it("of a delivery name the sender's clock, and whether the answer was in time", { tags: 'full' }, async () => {
    const page = await open('/inbox')
    service.put('payment-1', { state: 'new' })
    await notify(page, { ...payment, action: 'create' })
    const createdAtUtc = new Date(Date.now() + 60_000).toISOString()
    await service.notify(receiver, { ...payment, action: 'update', createdAtUtc })
    // The answer comes before the row: the first one may still be an older delivery.
    await expectPage(deliveryRows(page)).toHaveCount(2)
    await deliveryRows(page).first().click()
    const remarks = page.getByRole('list', { name: 'Latency notes' })
    await expectPage(remarks).toContainText('Answered within the 3 s limit')
    await remarks.getByText(/Sender's clock ahead by (59|60) s or more/).click()
    await expectPage(remarks.getByText('before it was sent').first()).toBeVisible()
    await page.context().close()
  })

  it('of all deliveries stand in a table, for each type and leg', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    service.put('payment-1', { state: 'new' })
    await notify(page, { ...payment, action: 'create' })
    await service.notify(receiver, { resourceType: 'Gadget', resourceId: 'gadget-1', action: 'create' })
    await expectPage(deliveryRows(page)).toHaveCount(2)
    await goToSection(page, 'Monitor')
    const table = page.getByRole('table', { name: 'Latency, Received → answered' })
    await expectPage(table.getByRole('row', { name: /^Payment/ })).toContainText('too few: 1')
    await expectPage(page.getByRole('region', { name: 'State' })).toContainText('Stores every delivery')
    await chooseOption(page.getByLabel('Stage'), 'Received → fetched')
    const fetched = page.getByRole('table', { name: 'Latency, Received → fetched' })
    await expectPage(fetched.getByRole('row', { name: /^Gadget/ })).toContainText('not measured')
    await page.context().close()
  })
})

/** A payment that is created and then paid, each with its notification and its snapshot. */
async function createAndPay(page: Page): Promise<void> {
  service.put('payment-1', { state: 'new', amount: 10 })
  await notify(page, { ...payment, action: 'create' })
  service.put('payment-1', { state: 'paid', amount: 10 })
  await notify(page, { ...payment, action: 'update' })
}

/** Sends it and waits until its object is fetched, so that each snapshot shows its own change. */
async function notify(page: Page, fields: NotificationFields): Promise<void> {
  const before = await deliveryRows(page).count()
  await service.notify(receiver, fields)
  await expectPage(deliveryRows(page)).toHaveCount(before + 1)
  await expectPage(deliveryRows(page).first()).toContainText('Follow-up done')
}

async function open(place: string): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  // Each delivery is a row here, those of one object as well.
  await page.addInitScript(() => localStorage.setItem('hookscope.list', '{"folds":false}'))
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.evaluate((path) => {
    location.hash = path
  }, place)
  return page
}

function deliveryRows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}

function objectRows(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Objects' }).getByRole('option')
}

function entries(page: Page): Locator {
  return page.getByRole('list', { name: 'Story, newest first' }).locator('> li')
}
