/** An environment of another sender than the service: its own first steps, and nothing that only the service has. */
import { beforeEach, describe, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { goToSection } from '../../support/goToSection.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

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
    const steps = page().getByRole('region', { name: 'Setup' }).getByRole('list')
    await expectPage(steps).toContainText('Enter the address at Shopify')
    await expectPage(steps.getByText(serve().receiver.replace(/\/$/, '')).first()).toBeVisible()
    await expectPage(page().getByRole('button', { name: 'Run the demo' })).toHaveCount(0)
  })

  it('the webhook config does not apply, and its section says so', { tags: 'full' }, async () => {
    await goToSection(page(), 'Webhook')
    await expectPage(page().getByRole('main')).toContainText('Does not apply: the webhooks of Shop are configured at')
    await page().getByRole('main').getByRole('link', { name: 'Secrets' }).last().click()
    await expectPage(page().getByRole('table', { name: 'Shared secrets' })).toBeVisible()
  })

  it('a delivery without a type says where the sender would name it', { tags: 'full' }, async () => {
    await fetch(new URL(shop.receiverPath, serve().receiver), { method: 'POST', body: '{"hello":"from somebody"}' })
    await expectPage(rows().first()).toContainText('no type')
    await expectPage(
      rows()
        .first()
        .getByTitle(/X-Shopify-Topic/i),
    ).toBeVisible()
  })
})
