/** An environment of another sender than the service: its own first steps, and nothing that only the service has. */
import { beforeEach, describe, it } from 'vitest'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { expectPage } from '../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

const { page, serve, rows, open } = inboxRig()
let shop: Environment
beforeEach(async () => {
  const sender = { kind: 'sender', signatureScheme: 'shopify', sharedSecret: 'a secret' }
  shop = await serve().call<Environment>('POST', '/environments', { name: 'Shop', ...sender })
  await serve().call('POST', `/environments/${shop.id}/activate`)
  await open()
})

describe('with another sender in use', () => {
  it('an empty inbox shows the steps of that sender, its address among them', async () => {
    const steps = page().getByRole('region', { name: 'Go live' }).getByRole('list')
    await expectPage(steps).toContainText('Enter the address at Shopify')
    await expectPage(steps.getByText(serve().receiver.replace(/\/$/, '')).first()).toBeVisible()
    await expectPage(page().getByRole('button', { name: 'Run the demo' })).toHaveCount(0)
  })

  it('there is no webhook config to go to, and an old link says why', async () => {
    const rail = page().getByRole('navigation', { name: 'Screens' })
    await expectPage(rail.getByRole('link', { name: /^Inbox/ })).toBeVisible()
    await expectPage(rail.getByRole('link', { name: 'Webhook config' })).toHaveCount(0)
    await page().keyboard.press('ControlOrMeta+k')
    await page().keyboard.type('access')
    const found = page().getByRole('dialog', { name: 'Commands' }).getByRole('option')
    await expectPage(found.filter({ hasText: 'Access' }).first()).toBeVisible()
    await page().keyboard.press('ControlOrMeta+a')
    await page().keyboard.type('webhook config')
    await expectPage(found.filter({ hasText: /^Webhook config/ })).toHaveCount(0)
    await page().keyboard.press('Escape')
    await page().keyboard.type('gw')
    await expectPage(page().getByRole('main')).toContainText('Shop receives from another sender')
    await serve().call('POST', '/environments/sandbox/activate')
    await expectPage(rail.getByRole('link', { name: 'Webhook config' })).toBeVisible()
  })

  it('a delivery without a type says where the sender would name it', async () => {
    await fetch(new URL(shop.receiverPath, serve().receiver), { method: 'POST', body: '{"hello":"from somebody"}' })
    await expectPage(rows().first()).toContainText('no type')
    await expectPage(
      rows()
        .first()
        .getByTitle(/X-Shopify-Topic/i),
    ).toBeVisible()
  })
})
