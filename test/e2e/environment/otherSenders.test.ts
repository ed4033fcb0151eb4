/** An environment of another sender than the service: its own first steps, and nothing that only the service has. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { axeProblems } from '../../support/axeProblems.ts'
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
  it(
    'an empty inbox shows the steps of that sender, and offers it no address of this machine',
    { tags: 'full' },
    async () => {
      const steps = page().getByRole('region', { name: 'Setup' }).getByRole('list')
      await expectPage(steps).toContainText('Shopify is on the internet and cannot reach this machine.')
      await expectPage(steps).toContainText('Enter the address at Shopify')
      await expectPage(steps).toContainText(
        'Once there is a public URL, the address to enter at Shopify is shown here.',
      )
      await expectPage(steps).not.toContainText('127.0.0.1')
      await expectPage(page().getByRole('button', { name: 'Run the demo' })).toHaveCount(0)
    },
  )

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

describe('a newcomer with GitHub', () => {
  it('picks it by keyboard, generates the secret, and is led to the public URL', async () => {
    await page().keyboard.press('e')
    await page().getByRole('button', { name: 'New environment' }).click()
    const dialog = page().getByRole('dialog', { name: 'New environment' })
    const senders = dialog.getByRole('listbox', { name: 'Sender of the new environment' })
    await expectPage(dialog.getByRole('combobox')).toBeFocused()
    await expectPage(senders.getByRole('option', { name: 'The service', selected: true })).toBeVisible()
    await page().keyboard.press('ArrowRight')
    await page().keyboard.press('Enter')
    await expectPage(senders.getByRole('option', { name: 'Stripe', selected: true })).toBeVisible()
    await page().keyboard.type('git')
    await page().keyboard.press('Enter')
    await expectPage(senders.getByRole('option', { name: 'GitHub', selected: true })).toBeVisible()
    await expectPage(dialog).toContainText('You choose it: generate one, or paste yours. Enter the same at GitHub')
    expect(await axeProblems(page())).toEqual([])
    await dialog.getByRole('button', { name: 'Create environment' }).click()

    const steps = page().getByRole('list', { name: 'Steps to go live' }).getByRole('listitem')
    await expectPage(steps.first()).toContainText('Choose a secret')
    await steps.first().getByRole('button', { name: 'Generate secret' }).click()
    await expectPage(steps.first()).toContainText('The secret is set')
    const current = page().locator('li[aria-current=step]')
    await expectPage(current).toContainText('GitHub is on the internet and cannot reach this machine.')
    await page().getByRole('button', { name: 'Show the secret to enter' }).click()
    await expectPage(steps.nth(2)).toContainText(/Secret\s*[\w-]{43}/)
    expect(await axeProblems(page())).toEqual([])
    await current.getByRole('link', { name: 'Choose a tunnel' }).click()
    await expectPage(page().getByRole('heading', { name: 'Public URL', level: 1 })).toBeVisible()
  })
})

describe('the API of Stripe', () => {
  it('is filled in on request, base URL and paths, and what the user set stays', { tags: 'full' }, async () => {
    const paths = { charge: '/mine/{resourceId}' }
    const stripe = await serve().call<Environment>('POST', '/environments', {
      name: 'Stripe',
      kind: 'sender',
      signatureScheme: 'stripe',
      resourcePaths: paths,
    })
    await serve().call('POST', `/environments/${stripe.id}/activate`)
    await open()
    await goToSection(page(), 'Connection')
    await page().getByRole('button', { name: 'Fill in the API of Stripe' }).click()
    await expectPage(page().getByLabel('Base URL')).toHaveValue('https://api.stripe.com')
    await expectPage(page().getByRole('button', { name: 'Fill in the API of Stripe' })).toHaveCount(0)
    await goToSection(page(), 'Object paths')
    await expectPage(page().getByRole('main')).toContainText('/v1/payment_intents/{resourceId}')
    await expectPage(page().getByRole('main')).toContainText('/mine/{resourceId}')
    await expectPage(page().getByRole('main')).not.toContainText('assumed')
  })
})
