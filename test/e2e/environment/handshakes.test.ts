import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Status } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const serve = sharedServe()

const address = async () => (await serve().call<Status>('GET', '/status')).receiver.url ?? ''

async function goTo(page: Page, screen: string): Promise<void> {
  await expectPage(page.getByRole('main')).toBeVisible()
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${screen}`)
}

async function newEnvironmentOf(search: string, option: RegExp): Promise<Page> {
  const page = await browser().newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(serve().ui)
  await expectPage(page.getByRole('button', { name: /^Environment: / })).toBeVisible()
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'New environment' }).click()
  const sender = page.getByRole('combobox', { name: 'Sender of the new environment' })
  await sender.click()
  await sender.fill(search)
  await page.getByRole('option', { name: option }).click()
  return page
}

describe('a sender with a handshake is set up by its own steps', () => {
  it('Meta: choose it, paste the secret, copy address and verify token, and see its request answered', async () => {
    const page = await newEnvironmentOf('whatsapp', /^Meta/)
    await page.getByRole('dialog').getByLabel('Shared secret', { exact: true }).fill('app secret')
    await page.getByRole('button', { name: 'Create environment' }).click()

    const steps = page.getByRole('list', { name: 'Steps to go live' }).getByRole('listitem')
    await expectPage(steps).toHaveCount(5)
    await expectPage(steps.nth(0)).toContainText('The secret is set')
    const atMeta = steps.filter({ hasText: 'Enter the address at Meta' })
    await expectPage(atMeta).toContainText('Once there is a public URL')
    await atMeta.getByRole('button', { name: 'Show verify token' }).click()
    const token = atMeta.locator('code').first()
    await expectPage(token).toBeVisible()
    const handshake = steps.filter({ hasText: 'Meta verification request' })
    await expectPage(handshake).toContainText('waiting')

    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': (await token.textContent()) ?? '',
    })
    const response = await fetch(`${await address()}?${query}`)
    expect([response.status, await response.text()]).toEqual([200, '1158201444'])
    await expectPage(handshake).toContainText('answered')
    await expectPage(handshake).toContainText('done')

    await page.getByRole('link', { name: 'Watch the inbox' }).click()
    const row = page.getByRole('tree', { name: 'Deliveries, newest first' }).getByRole('treeitem').first()
    await expectPage(row).toContainText('Meta verification request')
    await expectPage(row).toContainText('answered')
    await row.click()
    const panel = page.getByRole('region', { name: 'Handshake' })
    await expectPage(panel).toContainText('the verify token')
    await expectPage(panel).toContainText('1158201444')
  })

  it('Asana: the secret that it sends counts after a click on Accept', { tags: 'full' }, async () => {
    const page = await newEnvironmentOf('asana', /^Asana/)
    await page.getByRole('button', { name: 'Create environment' }).click()
    const steps = page.getByRole('list', { name: 'Steps to go live' }).getByRole('listitem')
    const accept = steps.filter({ hasText: 'Accept the secret that Asana sends' })
    await expectPage(accept).toBeVisible()
    const headers = { 'X-Hook-Secret': 'b537207f20cbfa02357cf448134da559' }
    await fetch(await address(), { method: 'POST', headers, body: '{}' })
    await accept.getByRole('button', { name: 'Accept', exact: true }).click()
    await expectPage(steps.filter({ hasText: 'The secret is accepted' })).toBeVisible()
  })

  it('each handshake can be switched off under Secrets', { tags: 'full' }, async () => {
    const page = await newEnvironmentOf('dropbox', /^Dropbox/)
    await page.getByRole('button', { name: 'Create environment' }).click()
    await expectPage(page.getByRole('list', { name: 'Steps to go live' })).toContainText('Dropbox challenge')
    await goTo(page, 'secrets')
    await page.getByRole('switch', { name: 'Dropbox challenge' }).click()
    await expectPage(page.getByRole('switch', { name: 'Dropbox challenge' })).not.toBeChecked()
    await expect.poll(async () => (await fetch(`${await address()}?challenge=a`)).status).toBe(405)
  })
})
