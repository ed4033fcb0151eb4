import type { BrowserContext, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startExpress } from '../../checking/handlers/expressHandlers.ts'
import { type SandboxAccess, startFetchingHandler } from '../../checking/handlers/fetchingHandler.ts'
import { type Care, secret } from '../../checking/handlers/handler.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'

const serve = sharedServe()
const browser = sharedBrowser()
let context: BrowserContext
let page: Page
beforeEach(async () => {
  context = await browser().newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page = await context.newPage()
})
afterEach(async () => context.close())

async function handler(care: Care) {
  const started = await startExpress(care)
  onTestFinished(started.stop)
  return started
}

describe('Test', () => {
  it('grades a handler by keyboard alone, shows bytes and what to change, and what a repair fixed', async () => {
    const { url, become } = await handler('careless')
    await page.goto(serve().ui)
    await expectPage(page.getByRole('link', { name: 'Test', exact: true })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await expectPage(page.getByRole('heading', { name: 'Test', level: 1 })).toBeVisible()

    await page.getByLabel('URL of your handler').focus()
    await page.keyboard.type(url)
    await chooseOption(page.getByLabel('Shared secret'), 'Another secret')
    await page.getByLabel('Secret', { exact: true }).fill(secret)
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('img', { name: 'Grade of Forgeries: F' })).toBeVisible()
    // The letter comes with the findings that make it.
    await expectPage(
      page.getByRole('status').filter({ hasText: /\d critical findings?.*The worst finding sets the grade\./ }),
    ).toBeVisible()
    await expectPage(page.getByRole('status').getByRole('img', { name: 'Grade of Overall: F' })).toBeVisible()
    // One cause is one finding: what follows from it is inside of it.
    await expectPage(page.getByText('An empty signature', { exact: true })).toHaveCount(0)
    // The first result moves the form: what was typed stays, and so does the focus.
    await expectPage(page.getByLabel('Secret', { exact: true })).toBeFocused()

    const finding = page
      .getByRole('region', { name: 'Forgeries' })
      .getByRole('listitem')
      .filter({ has: page.getByText('No signature at all', { exact: true }) })
    await expectPage(finding.getByText('Refuse with 401 when the signature header is missing.')).toBeVisible()
    await finding.getByText(/with this cause$/).click()
    await expectPage(finding.getByRole('listitem').filter({ hasText: 'An empty signature:' })).toBeVisible()
    await expectPage(finding.getByLabel('Sent')).toBeHidden()
    await finding.getByText(/^\d+ requests?: No signature at all$/).focus()
    await page.keyboard.press('Enter')
    const detail = finding.locator('details[open]').last()
    await expectPage(detail.getByLabel('Sent')).toContainText('POST /webhooks HTTP/1.1')
    await expectPage(detail.getByRole('button', { name: 'Copy the cURL command' })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    expect(await page.locator('main').innerText()).not.toContain(secret)

    become('good')
    await page.getByRole('button', { name: 'Test handler' }).click()
    // Started with a button, the focus is on the result: far from the button on narrow windows.
    await expectPage(page.getByRole('group', { name: `Result of ${url}` })).toBeFocused()
    await expectPage(page.getByText(/Since the last run: \d+ fixed, 0 new\./)).toBeVisible()
    await expectPage(page.getByRole('img', { name: 'Grade of Forgeries: A' })).toBeVisible()
    // Passes are folded, except those that the repair brought.
    const passes = (group: string) => page.getByRole('region', { name: group }).locator('> details')
    await expectPage(passes('Forgeries')).toHaveAttribute('open', '')
    await expectPage(passes('Transport')).not.toHaveAttribute('open')
    const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
    await expectPage(runs).toHaveCount(3)
    await runs.last().getByRole('button', { name: 'Show' }).click()
    await expectPage(page.getByRole('img', { name: 'Grade of Forgeries: F' })).toBeVisible()
    await expectPage(runs.last().getByRole('button', { name: 'Shown' })).toHaveAttribute('aria-current', 'true')
    // The history is below the results: what was asked for is brought into view, and has the focus.
    await expectPage(page.getByRole('heading', { name: 'Result' })).toBeInViewport()
    await expectPage(page.getByRole('group', { name: `Result of ${url}` })).toBeFocused()
    // Aloud each run has its time and URL, and its grade.
    await expectPage(runs.last().getByRole('button')).toHaveAccessibleName(new RegExp(`^Shown: .*\\d.*, ${url}$`))
    await expectPage(runs.nth(1).getByRole('button')).toHaveAccessibleName(new RegExp(`^Show .*\\d.*, ${url}$`))
    await expectPage(runs.last().getByRole('img', { name: 'Grade of Overall: F' })).toBeVisible()
  })

  it('says of runs that did not end why, and what to do where nothing listens', { tags: 'full' }, async () => {
    const { url, stop } = await startExpress('good')
    await stop()
    await page.goto(serve().ui)
    await page.getByRole('link', { name: 'Test', exact: true }).click()
    await page.getByLabel('URL of your handler').fill(url)
    await chooseOption(page.getByLabel('Shared secret'), 'Another secret')
    await page.getByLabel('Secret', { exact: true }).fill(secret)
    await chooseOption(page.getByLabel('Effects'), 'Not counted')
    await page.getByRole('button', { name: 'Test handler' }).click()
    await expectPage(
      page.getByText('The handler did not answer (ECONNREFUSED), so nothing else was tried.'),
    ).toBeVisible()
    // The finding of a refused baseline is open: it is the only one.
    await expectPage(page.getByText('Start the handler, and check the host and port of its URL.')).toBeVisible()
    const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
    await expectPage(runs.filter({ hasText: url }).getByText('Valid deliveries refused')).toBeVisible()
  })

  it(
    'counts effects by the handler’s requests to the sandbox, unless that is switched off',
    { tags: 'full' },
    async () => {
      const sandbox = await serve().call<Omit<SandboxAccess, 'password'>>('GET', '/sandbox')
      const { text: password } = await serve().call<{ text: string }>('POST', '/environments/sandbox/reveal', {
        secret: 'password',
      })
      const { url, stop } = await startFetchingHandler({ ...sandbox, password })
      onTestFinished(stop)
      await page.goto(serve().ui)
      await page.getByRole('link', { name: 'Test', exact: true }).click()
      await page.getByLabel('URL of your handler').fill(url)
      await chooseOption(page.getByLabel('Shared secret'), 'Another secret')
      await page.getByLabel('Secret', { exact: true }).fill(secret)
      await page.getByRole('button', { name: 'Test handler' }).click()
      await expectPage(page.getByRole('status').filter({ hasText: '0 inconclusive' })).toBeVisible()
      await expectPage(page.getByRole('region', { name: 'Repetitions and order' })).toContainText(
        'The handler fetched the object for 2 deliveries where 1 is right.',
      )

      await chooseOption(page.getByLabel('Effects'), 'Not counted')
      await page.getByRole('button', { name: 'Test handler' }).click()
      await expectPage(page.getByRole('status').filter({ hasText: '3 inconclusive' })).toBeVisible()
    },
  )

  it('takes a delivery from its menu as the valid one', { tags: 'full' }, async () => {
    await serve().call('POST', '/sandbox/demo')
    await page.goto(serve().ui)
    await page.getByRole('treeitem').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Check my handler with this delivery' }).click()
    await expectPage(page.getByRole('heading', { name: 'Test', level: 1 })).toBeVisible()
    await expectPage(page.getByLabel('ID of the delivery')).toHaveValue(/^\d+$/)
  })

  it('says why a handler on another machine is not checked', { tags: 'full' }, async () => {
    await page.goto(serve().ui)
    await page.getByRole('link', { name: 'Test', exact: true }).click()
    await page.getByLabel('URL of your handler').fill('http://192.0.2.1/webhooks')
    await chooseOption(page.getByLabel('Shared secret'), 'Another secret')
    await page.getByLabel('Secret', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Test handler' }).click()
    await expectPage(page.getByRole('alert').filter({ hasText: 'not on this machine' })).toBeVisible()
  })
})
