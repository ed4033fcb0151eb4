import type { BrowserContext, Page } from '@playwright/test'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startApp } from '../../forwarding/startApp.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const serve = sharedServe()
const browser = sharedBrowser()
let context: BrowserContext
let page: Page
let payment = ''

beforeAll(async () => {
  await serve().call('POST', '/environments/sandbox/activate')
  await serve().call('POST', '/sandbox/demo')
  ;({ id: payment } = await serve().call<{ id: string }>('POST', '/sandbox/objects', { type: 'payment' }))
  await serve().call('PATCH', `/sandbox/objects/payment/${payment}`, {})
  for (let came = 0; came < 3;) came = (await serve().call<{ items: unknown[] }>('GET', '/deliveries')).items.length
})
beforeEach(async () => {
  context = await browser().newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await page.goto(serve().ui)
  await expectPage(page.getByRole('link', { name: 'Test', exact: true })).toBeVisible()
  await page.keyboard.press('g')
})
afterEach(async () => context.close())

/** An app that drops an update which comes before its creation. @param fails at updates, but acts on them */
async function startPayments(fails: boolean): Promise<App> {
  const updates = new Map<string, number>()
  return startApp(({ target, body }, response) => {
    if (target === '/reset') updates.clear()
    if (target !== '/hook') return void response.end(JSON.stringify(Object.fromEntries(updates)))
    const { action, resourceId } = JSON.parse(body.toString()) as Record<'action' | 'resourceId', string>
    const known = updates.get(resourceId)
    if (action === 'create') updates.set(resourceId, 0)
    else if (known !== undefined) updates.set(resourceId, known + 1)
    response.writeHead(fails && action === 'update' ? 500 : 200).end(JSON.stringify({ action }))
  })
}

test('two builds are compared by keyboard alone: the differences have their count, and both answers', async () => {
  const [old, recent] = [await startPayments(false), await startPayments(true)]
  await page.keyboard.press('m')
  await expectPage(page.getByRole('heading', { name: 'Compare builds', level: 1 })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('Old build').focus()
  await page.keyboard.type(`${old.url}/hook`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${recent.url}/hook`)
  await page.keyboard.press('Enter')
  const result = page.getByRole('status').filter({ hasText: '1 of 3 deliveries differs, in one way.' })
  await expectPage(result).toBeVisible()
  const difference = page.getByRole('region', { name: 'Differences' }).getByRole('listitem')
  await expectPage(difference.getByRole('heading')).toHaveText('status 200 → 500')
  await expectPage(difference.getByRole('figure')).toHaveText([/Old build200/, /New build500/])
  expect(await axeProblems(page)).toEqual([])
  await difference.getByRole('link').click()
  await expectPage(page).toHaveURL(/#\/inbox\/3/)
})

test('orders show what was played in which lane, and where the states part', async () => {
  const app = await startPayments(false)
  await page.keyboard.press('u')
  await expectPage(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  // A part of its type or ID finds an object; any other text is one, too, when it has both.
  const object = page.getByLabel('Object', { exact: true })
  await object.focus()
  await page.keyboard.type('paym')
  await expectPage(page.getByRole('listbox', { name: 'Objects' }).getByRole('option')).toHaveText([
    new RegExp(`^Payment ${payment}`),
    /^Payment /,
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectPage(object).toHaveValue(`Payment ${payment}`)
  await object.fill('Payment')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expectPage(object).toHaveAccessibleDescription('Enter a type and an ID, such as Payment 4711.')
  await object.fill(`payment ${payment.slice(0, 6)}`)
  await page.getByRole('option', { name: payment }).click()
  await expectPage(object).toHaveValue(`Payment ${payment}`)
  await page.getByLabel('URL of your handler').fill(`${app.url}/hook`)
  await page.getByLabel('URL that resets the app').fill(`${app.url}/reset`)
  await page.getByLabel('URL of its state').fill(`${app.url}/state`)
  await page.keyboard.press('Enter')
  const finding = page.getByRole('region', { name: 'What ends otherwise' }).getByRole('listitem').first()
  await expectPage(finding.getByRole('heading', { level: 3 })).toContainText('before #1 create')
  await expectPage(finding.getByRole('table', { name: 'In order' }).getByRole('row')).toHaveText([
    /Step 1Step 2/,
    /#1 create.*1sent/,
    /#2 update.*2sent/,
  ])
  await expectPage(finding.getByRole('table', { name: 'As found' }).getByRole('row')).toHaveText([
    /Step 1Step 2/,
    /#1 create.*2sent/,
    /#2 update.*1sent/,
  ])
  await expectPage(finding.getByLabel('State, as found')).toContainText(`"${payment}": 0`)
  expect(await axeProblems(page)).toEqual([])

  // From the story of an object its orders are one click away.
  await page.evaluate(() => {
    location.hash = '#/objects'
  })
  await page.getByRole('button', { name: 'Play in other orders…' }).click()
  await expectPage(page).toHaveURL(/#\/orders\/Payment\//)
  await expectPage(page.getByLabel('Object', { exact: true })).toHaveValue(/^Payment /)
})
