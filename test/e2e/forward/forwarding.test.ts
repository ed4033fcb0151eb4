import type { Page } from '@playwright/test'
import { expect, it, onTestFinished } from 'vitest'
import type { ForwardRules, Status } from '../../../src/shared/wireTypes.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { watchPage } from '../../support/watchPage.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const serve = sharedServe()
const looks = process.env['HOOKSCOPE_LOOKS']

it('a rule is made, seen at work and caught up with the keyboard alone', async () => {
  const answers = { status: 200 }
  const app = await startApp((_request, response) => void response.writeHead(answers.status).end('{"ok":true}'))
  const receiver = (await serve().call<Status>('GET', '/status')).receiver.url ?? ''
  const send = async (type: string, resourceId: string) =>
    fetch(receiver, {
      method: 'POST',
      body: JSON.stringify({ id: crypto.randomUUID(), resourceType: type, resourceId }),
    })
  const page = await open()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expectPage(page.getByRole('heading', { name: 'No forwarding rules' })).toBeVisible()
  await look(page, 'empty')

  await page.keyboard.press('Control+k')
  await expectPage(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused()
  await page.keyboard.type('New rule')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await expectPage(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Payments')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`http://127.1:${new URL(receiver).port}/`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('type:payment')
  await page.keyboard.press('Enter')
  await expectPage(dialog.getByRole('alert')).toContainText('one of Hookscope’s own')
  await look(page, 'refused')
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Target').fill(`${app.url}/hooks`)
  await dialog.getByLabel('Retries').fill('0')
  await page.keyboard.press('Enter')
  await expectPage(dialog).toBeHidden()
  const rule = page.getByRole('region', { name: 'Payments' })
  await expectPage(rule).toContainText('None since startup')

  await send('Payment', 'p-1')
  await send('Kyc', 'k-1')
  await expectPage(rule).toContainText('200')
  answers.status = 503
  await send('Payment', 'p-2')
  await expectPage(rule.getByRole('link', { name: '1, show in inbox' })).toBeVisible()
  await look(page, 'failed')
  await page.setViewportSize({ width: 640, height: 900 })
  expect(await axeProblems(page)).toEqual([])
  await look(page, 'narrow')
  await page.setViewportSize({ width: 1440, height: 900 })

  await rule.getByRole('link', { name: '1, show in inbox' }).press('Enter')
  const row = page.getByRole('tree', { name: 'Deliveries, newest first' }).getByRole('treeitem')
  await expectPage(row).toHaveCount(1)
  await expectPage(row.getByRole('img', { name: 'Not forwarded: your app answered 503' })).toBeVisible()
  await row.click()
  await page.keyboard.press('6')
  await expectPage(page.getByText('Payments, try 1 of 1')).toBeVisible()
  await look(page, 'inbox')

  answers.status = 200
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expectPage(rule.getByText('Failing: 1 given up')).toBeVisible()
  const tries = rule.getByRole('list', { name: 'Latest attempts' }).getByRole('listitem')
  await expectPage(tries).toHaveText([/delivery 3.*503/, /delivery 1.*200/])
  await rule.getByRole('button', { name: 'Catch up 1…' }).press('Enter')
  await expectPage(page.getByRole('dialog').getByLabel('Since')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(rule).toContainText('Last catch-up: 1 sent')
  await expectPage(rule.getByRole('link', { name: 'show in inbox' })).toHaveCount(0)
  expect(
    app.seen.map(({ target, body }) => [target, (JSON.parse(body.toString()) as { resourceId: string }).resourceId]),
  ).toEqual([
    ['/hooks', 'p-1'],
    ['/hooks', 'p-2'],
    ['/hooks', 'p-2'],
  ])
  await look(page, 'caught-up')

  await rule.getByRole('button', { name: 'Pause' }).press('Enter')
  await expectPage(rule).toContainText('Paused')
  await rule.getByRole('button', { name: 'Delete' }).press('Enter')
  // A rule that comes while the question is open stays.
  const { rules } = await serve().call<ForwardRules>('GET', '/environments/sandbox/forward-rules')
  const [{ id, name, target }] = rules as [ForwardRules['rules'][number]]
  const other = { name: 'Other', target: new URL('/other', target).href }
  await serve().call('PUT', '/environments/sandbox/forward-rules', { rules: [{ id, name, target }, other] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expectPage(page.getByRole('region', { name: 'Payments' })).toHaveCount(0)
  await expectPage(page.getByRole('region', { name: 'Other' })).toBeVisible()
  await page.getByRole('region', { name: 'Other' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expectPage(page.getByRole('heading', { name: 'No forwarding rules' })).toBeVisible()
  expect((await serve().call<ForwardRules>('GET', '/environments/sandbox/forward-rules')).rules).toEqual([])
})

async function open(): Promise<Page> {
  const page = await browser().newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const problems = watchPage(page)
  onTestFinished(async () => {
    const found = problems.stop()
    await page.close()
    expect(found).toEqual([])
  })
  await page.goto(serve().ui)
  await expectPage(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
  return page
}

/** For people: pictures of each step, where a folder is named. */
async function look(page: Page, name: string): Promise<void> {
  if (looks === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [1440, 800]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${looks}/${name}-${scheme}-${width}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: null })
}
