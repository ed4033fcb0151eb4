import { createHmac } from 'node:crypto'
import { it } from 'vitest'
import type { Delivery, Environment } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const serve = sharedServe()

const secret = 'whsec_1'
const event = JSON.stringify({
  id: 'evt_1',
  type: 'invoice.paid',
  data: { object: { object: 'invoice', id: 'in_1' } },
})

it('Looks like Stripe: one click checks and reads what is stored as Stripe’s, and a hint that was dismissed stays away', async () => {
  const { id, receiverPath } = await serve().call<Environment>('POST', '/environments', {
    name: 'Shop',
    kind: 'sender',
    signatureScheme: 'shopify',
    sharedSecret: secret,
  })
  await serve().call('POST', `/environments/${id}/activate`)
  const post = async (headers: Record<string, string>, body: string) =>
    fetch(new URL(receiverPath, serve().receiver), { method: 'POST', headers, body })
  const at = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${at}.${event}`).digest('hex')
  await post({ 'Stripe-Signature': `t=${at},v1=${digest}` }, event)
  await post({ 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` }, '{}')

  const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(serve().ui)
  await page.getByRole('treeitem').nth(1).click()
  const hint = page.getByRole('region', { name: 'Recognised sender' })
  await expectPage(hint).toContainText('Looks like Stripe')
  await expectPage(hint).toContainText('header stripe-signature')
  await hint.getByRole('button', { name: 'Use this sender: Stripe' }).click()
  await expectPage(page.getByRole('heading', { name: 'Invoice paid' })).toBeVisible()
  await expectPage(hint).toBeHidden()
  // It is read at once, and checked a moment later.
  const items = async () => (await serve().call<{ items: Delivery[] }>('GET', `/deliveries?environment=${id}`)).items
  await expectPage
    .poll(items)
    .toMatchObject([{ verdict: 'unsigned' }, { verdict: 'valid', eventType: 'invoice.paid', resourceId: 'in_1' }])

  // Two senders with the same header are both listed.
  await page.getByRole('treeitem').first().click()
  await expectPage(hint.getByRole('button', { name: /^Use this sender/ })).toHaveCount(2)
  await hint.getByRole('button', { name: 'Dismiss' }).click()
  await expectPage(hint).toBeHidden()
  await page.reload()
  await page.getByRole('treeitem').first().click()
  await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expectPage(hint).toBeHidden()
})
