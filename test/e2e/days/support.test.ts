/** @module-tag full */
import { readFileSync } from 'node:fs'
import { type Browser, type Locator, type Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeliveryFile, Environment } from '../../../src/shared/wireTypes.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'
import { watchPage } from '../../support/watchPage.ts'
import { credential, fillWithCustomers, payment, sharedSecret, type Wanted } from './fillWithCustomers.ts'
import { colleagueChecksIt, exportsTheThread } from './handOver.ts'
import { expectPage } from '../../support/expectPage.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'

const count = 20_000

/** Room for a busy machine, ms. */
const timeoutMs = 60_000

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
/** A second installation, on its own folder. */
let elsewhere: ReturnType<typeof scratchFolder>
let colleague: ServeProcess
let browser: Browser
let page: Page
let wanted: Wanted
let receiverKey: string

beforeEach(async () => {
  folder = scratchFolder()
  const before = await startServe(folder.path)
  const environment = await before.call<Environment>('POST', '/environments', { name: 'Acme', sharedSecret })
  await before.call('POST', `/environments/${environment.id}/activate`)
  await before.kill('SIGTERM')
  receiverKey = environment.receiverPath.replace('/in/', '')
  wanted = await fillWithCustomers(folder.path, environment, count)
  serve = await startServe(folder.path)
  elsewhere = scratchFolder()
  colleague = await startServe(elsewhere.path)
  browser = await openBrowser()
}, 600_000)
afterEach(async () => {
  await browser?.close()
  await Promise.all([serve?.kill('SIGTERM'), colleague?.kill('SIGTERM')])
  folder?.remove()
  elsewhere?.remove()
})

it('the support finds one delivery among tens of thousands, hands it over to a colleague who checks it, and finds its marks again after a restart', async () => {
  page = await open()
  const watch = watchPage(page)
  await page.goto(serve.ui)
  await expectPage(page.getByText(/^newest [1-9][\d,]+ of [1-9][\d,]+ deliveries$/)).toBeVisible()
  await findsItByTheId()
  await findsItByTheInvoice()
  await findsItByTheTime()
  await narrowsWithChips()
  await savesTheFilter()
  await marksIt()
  await looksIntoIt()
  await handsItOver()
  await sendsTheLink()
  await sendsCaseFiles()
  expect(watch.stop()).toEqual([])
  await page.context().close()

  await serve.kill('SIGTERM')
  serve = await startServe(folder.path)
  page = await open()
  await findsItsMarksAgain()
})

async function findsItByTheId(): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(`id:${payment.resourceId} `)
  await expectPage(rows()).toHaveCount(1)
  // Both are about one object, so they are a thread, which is expanded.
  await page.getByRole('tree', { name: 'Deliveries' }).press('ArrowRight')
  await expectPage(rows()).toHaveCount(2)
  await expectPage(rows().first()).toContainText(/Payment.*update/)
  await expectPage(rows().last()).toContainText(/Payment.*create/)
  await clear()
}

/** By a part of the reference, in other letter case. */
async function findsItByTheInvoice(): Promise<void> {
  await field().fill(payment.reference.toLowerCase())
  await expectPage(rows()).toHaveCount(1)
  await expectPage(page.getByText('1 delivery matches this filter')).toBeVisible()
  await clear()
}

/** By the minute: selects it in the chart, with one more on each side. */
async function findsItByTheTime(): Promise<void> {
  const band = page.getByRole('region', { name: 'Deliveries over time' })
  await chooseOption(band.getByLabel('How far back'), '1 h')
  await expectPage(band).toContainText(`${count.toLocaleString('en')} deliveries`)
  const slider = band.getByRole('slider')
  await slider.press('End')
  const minute = await minuteOf(wanted.receivedAt)
  const spans = Number(await slider.getAttribute('aria-valuemax'))
  const value = async () => (await slider.getAttribute('aria-valuetext')) ?? ''
  for (let step = 0; step < spans && !minute.test(await value()); step += 1) await slider.press('ArrowLeft')
  expect(await value()).toMatch(minute)
  const at = Number(await slider.getAttribute('aria-valuenow'))
  // The widest line is the time axis.
  const plot = await slider.locator('svg').evaluate((svg) => {
    const [axis] = [...svg.querySelectorAll('line')]
      .map((line) => line.getBoundingClientRect())
      .toSorted((one, other) => other.width - one.width)
    return axis === undefined ? null : { x: axis.x, width: axis.width, y: svg.getBoundingClientRect().y }
  })
  if (plot === null) throw new Error('The chart is not there.')
  const xOf = (span: number) => plot.x + ((span - 0.5) / spans) * plot.width
  await page.mouse.move(xOf(at - 1), plot.y + 20)
  await page.mouse.down()
  await page.mouse.move(xOf(at + 1), plot.y + 20, { steps: 5 })
  await expectPage(band).toContainText(`${((count * 3) / 50).toLocaleString('en')} deliveries`)
  await page.mouse.up()
  await expectPage(chip(/^after /)).toBeVisible()
  await expectPage(chip(/^before /)).toBeVisible()
}

/** Narrows thousands to one with a word, a field and a negated chip. */
async function narrowsWithChips(): Promise<void> {
  await field().fill('refunded')
  await expectPage(page.getByText('13 deliveries match this filter')).toBeVisible()
  await field().fill('refunded verdict:valid type:document ')
  await expectPage(chip(/^type document/)).toBeVisible()
  await expectPage(rows().filter({ hasText: 'Payment' })).toHaveCount(0)
  await chip(/^type document/).click()
  await expectPage(chip('Not type document. Show these again')).toBeVisible()
  await expectPage(rows()).toHaveCount(1)
  await expectPage(row(wanted.id)).toBeVisible()
}

async function savesTheFilter(): Promise<void> {
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('textbox', { name: 'Name for this filter' }).fill('Refunds at noon')
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('button', { name: 'Use the filter Refunds at noon' })).toContainText('in use')
  await page.keyboard.press('Escape')
}

async function marksIt(): Promise<void> {
  await row(wanted.id).click()
  await expectPage(pane()).toContainText(`delivery ${wanted.id}`)
  await page.keyboard.press('p')
  await expectPage(row(wanted.id).getByRole('img', { name: 'Pinned' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ticket 4711: the customer asks for the refund')
  await page.keyboard.press('Control+Enter')
  await expectPage(row(wanted.id).getByRole('img', { name: /^Note: Ticket 4711/ })).toBeVisible()
}

async function looksIntoIt(): Promise<void> {
  await page.getByRole('tab', { name: 'Body' }).click()
  await page.getByRole('searchbox', { name: 'Search in the body' }).fill(payment.reference)
  await expectPage(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Object' }).click()
  const difference = page.getByRole('region', { name: 'Difference' })
  await expectPage(difference).toContainText('"settled"')
  await expectPage(difference).toContainText('"refunded"')
}

async function handsItOver(): Promise<void> {
  const json = await download('Download as JSON')
  const { delivery, body } = JSON.parse(json) as DeliveryFile
  expect(delivery).toMatchObject({ id: wanted.id, verdict: 'valid', resourceId: payment.resourceId })
  expect(Buffer.from(body.base64, 'base64').equals(wanted.body)).toBe(true)
  const har = await download('Download as HAR')
  const request = { method: 'POST', postData: { text: wanted.body.toString() } }
  expect(JSON.parse(har)).toMatchObject({ log: { version: '1.2', entries: [{ request }] } })
  for (const secret of [credential, receiverKey, sharedSecret, serve.token]) expect(json + har).not.toContain(secret)
  expect(await download('Download exact bytes')).toBe(wanted.body.toString())
}

/** A colleague opens the link in another page; without access the link opens nothing. */
async function sendsTheLink(): Promise<void> {
  await page.getByRole('button', { name: 'Hand over …' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expectPage(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(async () => navigator.clipboard.readText())
  expect(link).not.toContain(serve.token)
  const second = await page.context().newPage()
  await second.goto(link)
  await expectPage(second.getByText('This tab has no key.')).toBeVisible()
  await second.goto(serve.ui)
  await expectPage(second.getByRole('navigation').first()).toBeVisible()
  await second.goto(link)
  const opened = second.getByRole('region', { name: 'Delivery', exact: true })
  await expectPage(opened).toContainText(`delivery ${wanted.id}`)
  await second.close()
}

/** Exports a complete file, and one without the account; both are opened in a second installation. */
async function sendsCaseFiles(): Promise<void> {
  await clear()
  await field().fill(`id:${payment.resourceId} `)
  await expectPage(rows()).toHaveCount(1)
  const whole = await exportsTheThread(page, rows().first(), false)
  const redacted = await exportsTheThread(page, rows().first(), true)
  for (const secret of [credential, receiverKey, sharedSecret]) expect(whole + redacted).not.toContain(secret)
  const second = await open()
  const watch = watchPage(second)
  await colleagueChecksIt(second, colleague, { whole, redacted }, wanted)
  expect(watch.stop()).toEqual([])
  await second.context().close()
  await clear()
}

async function findsItsMarksAgain(): Promise<void> {
  await page.goto(serve.ui)
  await expectPage(rows().first()).toBeVisible()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Use the filter Refunds at noon' }).click()
  await expectPage(chip('Not type document. Show these again')).toBeVisible()
  await expectPage(row(wanted.id)).toBeVisible()
  await clear()
  await field().fill('is:pinned')
  await page.keyboard.press('Enter')
  await expectPage(rows()).toHaveCount(1)
  await row(wanted.id).click()
  await expectPage(page.getByRole('button', { name: /^Note: Ticket 4711: .*Edit$/ })).toBeVisible()
  await expectPage(pane()).toContainText(payment.resourceId)
}

async function open(): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', permissions })
  const opened = await context.newPage()
  opened.setDefaultTimeout(timeoutMs)
  return opened
}

async function clear(): Promise<void> {
  await page.getByRole('button', { name: 'Clear the filter' }).first().click()
  await expectPage(page.getByText(/^newest [1-9][\d,]+ of [1-9][\d,]+ deliveries$/)).toBeVisible()
}

async function download(item: string): Promise<string> {
  await page.getByRole('button', { name: 'Hand over …' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
  return readFileSync(await file.path(), 'utf8')
}

/** Matches the start of the span of a minute in the page's time format. */
async function minuteOf(at: number): Promise<RegExp> {
  const clock = await page.evaluate((from) => {
    const hourCycle = document.documentElement.dataset['hours'] === '12' ? 'h12' : 'h23'
    return new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle }).format(from)
  }, at)
  return new RegExp(`(?:^| )${clock} to `)
}

function field(): Locator {
  return page.getByRole('combobox', { name: 'Filter deliveries' })
}

function chip(name: string | RegExp): Locator {
  return page.getByRole('group', { name: 'Filters in use' }).getByRole('button', { name })
}

function pane(): Locator {
  return page.getByRole('region', { name: 'Delivery', exact: true })
}

function rows(): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}

function row(id: string): Locator {
  return page.locator(`#delivery-list-${id}`)
}
