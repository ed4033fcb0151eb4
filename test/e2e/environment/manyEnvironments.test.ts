/** Many environments: found and switched by keyboard, listed together, and production on every screen. */
import { describe, expect, it } from 'vitest'
import type { Environment, WebhookConfig } from '../../../src/shared/wireTypes.ts'
import { inboxRig } from '../inbox/inboxRig.ts'
import { expectPage } from '../../support/expectPage.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'

const { page, serve, rows, send, open } = inboxRig()

const make = async (name: string, more: object = {}) =>
  serve().call<Environment>('POST', '/environments', { name, ...more })
const use = async (id: string) => serve().call('POST', `/environments/${id}/activate`)
const goTo = async (place: string) =>
  page().evaluate((path) => {
    location.hash = path
  }, place)
const environments = async () => serve().call<Environment[]>('GET', '/environments')
const switcher = () => page().getByRole('button', { name: /^Environment: / })

/** Returns a switch that delays messages of the server. Call it before the page is opened. */
async function holdAnswers() {
  let held: (() => void)[] | null = null
  await page().routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const tell = () => socket.send(message)
      if (held === null) tell()
      else held.push(tell)
    })
  })
  return {
    hold: () => {
      held = []
    },
    letThrough: () => {
      for (const tell of held ?? []) tell()
      held = null
    },
  }
}

describe('among many environments', () => {
  it('one is found by typing a part of its name and put in use with Enter', { tags: 'full' }, async () => {
    await Promise.all(Array.from({ length: 30 }, async (_, number) => make(`Customer ${number + 1}`)))
    await open()
    await page().keyboard.press('e')
    const field = page().getByRole('combobox', { name: 'Find an environment by name or base URL' })
    await expectPage(field).toBeFocused()
    await page().keyboard.type('customer 27')
    await expectPage(page().getByRole('dialog', { name: 'Environments' }).getByRole('option')).toHaveCount(1)
    await page().keyboard.press('Enter')
    await expectPage(switcher()).toHaveAccessibleName('Environment: Customer 27')
    await expectPage(page().getByRole('dialog', { name: 'Environments' })).toBeHidden()
  })

  it('all are listed in one inbox, live and filtered, and each row says whose it is', { tags: 'full' }, async () => {
    const [one, other] = [await make('Acme, test', { colour: 'teal' }), await make('Contoso', { production: true })]
    await use(one.id)
    await send({ resourceType: 'Payment' })
    await use(other.id)
    await send({ resourceType: 'Wallet' })
    await open()
    await expectPage(rows()).toHaveCount(1)
    await switcher().click()
    await page()
      .getByRole('option', { name: /^All environments/ })
      .click()
    await expectPage(page()).toHaveURL(/#\/inbox\?environments=all$/)
    await expectPage(rows()).toHaveCount(2)
    await expectPage(rows().nth(0)).toContainText('Contoso')
    await expectPage(rows().nth(0).getByTitle('Contoso, production')).toBeVisible()
    await expectPage(rows().nth(1)).toContainText('Acme, test')

    await use(one.id)
    await send({ resourceType: 'Kyc' })
    await expectPage(rows()).toHaveCount(3)
    await goTo('/inbox?environments=all&filter=type%3AWallet')
    await expectPage(rows()).toHaveCount(1)

    // The delivery belongs to an inactive environment.
    await rows().first().click({ button: 'right' })
    await page().getByRole('menuitem', { name: 'Object history' }).click()
    await expectPage(page()).toHaveURL(new RegExp(`#/objects/Wallet/.*environment=${other.id}`))
    await expectPage(page().getByRole('region', { name: 'Story' })).toContainText('Wallet')
    await page().goBack()

    await switcher().click()
    await page()
      .getByRole('option', { name: /^Acme, test/ })
      .click()
    await expectPage(page()).not.toHaveURL(/environments=all/)
  })

  it('production is said in the rail and in the top bar of every screen', { tags: 'full' }, async () => {
    const { id } = await make('Live', { production: true, colour: 'pink' })
    await use(id)
    await open()
    const rail = page().getByRole('navigation', { name: 'Places' })
    for (const screen of ['/inbox', '/health', '/settings']) {
      await goTo(screen)
      await expectPage(rail.getByText('Production', { exact: true })).toBeVisible()
      await expectPage(switcher()).toHaveAccessibleName('Environment: Live Production')
    }
    await use('sandbox')
    await expectPage(rail.getByText('Production', { exact: true })).toHaveCount(0)
  })

  it('the switcher shows which of them have failed deliveries', { tags: 'full' }, async () => {
    const [good, bad] = [await make('Fabrikam'), await make('Tailspin', { sharedSecret: 'a secret' })]
    await use(good.id)
    await send()
    await use(bad.id)
    await fetch(new URL(bad.receiverPath, serve().receiver), {
      method: 'POST',
      headers: { 'x-service-webhook-hmac': Buffer.alloc(32).toString('base64') },
      body: '{}',
    })
    await use('sandbox')
    await open()
    await page().keyboard.press('e')
    const list = page().getByRole('dialog', { name: 'Environments' })
    await expectPage(list.getByRole('option', { name: /^Tailspin 1 failed 1 delivery$/ })).toBeVisible()
    await expectPage(list.getByRole('option', { name: /^Fabrikam 1 delivery$/ })).toBeVisible()
  })

  it('a change of marks that is made while another is being saved is saved after it', { tags: 'full' }, async () => {
    const { id } = await make('Northwind')
    await use(id)
    const answers = await holdAnswers()
    await open()
    await goTo('/general')
    const pane = page().getByRole('main')
    await pane.getByLabel('Colour').waitFor()
    answers.hold()
    await chooseOption(pane.getByLabel('Colour'), 'Purple')
    await pane.getByRole('switch', { name: 'This is production' }).click()
    answers.letThrough()
    await expectPage(pane.getByText('Production', { exact: true })).toBeVisible()
    expect((await environments()).find((one) => one.id === id)).toMatchObject({ colour: 'purple', production: true })
  })

  it('production is asked about, by its name, before its webhook config is applied', { tags: 'full' }, async () => {
    const { id } = await make('Live', { production: true, sharedSecret: 'a secret of the live one' })
    await use(id)
    await open()
    await goTo('/webhook-config')
    await page().getByRole('button', { name: 'Apply', exact: true }).click()
    const question = page().getByRole('alertdialog', { name: 'Apply to Live?' })
    await expectPage(question).toContainText('This environment is production.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(question).toBeHidden()
    const { applied } = await serve().call<WebhookConfig>('GET', `/environments/${id}/webhook-config`)
    expect(applied).toBeNull()
  })

  it(
    'what comes while another screen is open is counted beside the inbox, and seen there',
    { tags: 'full' },
    async () => {
      await open()
      await goTo('/health')
      await expectPage(page()).toHaveTitle('Monitor · Hookscope')
      // Deliveries that arrived before the page loaded do not count as new.
      await expectPage(page().getByText('Stores every delivery')).toBeVisible()
      await send()
      await send()
      const inbox = page()
        .getByRole('navigation', { name: 'Places' })
        .getByRole('link', { name: /^Inbox/ })
      await expectPage(inbox).toHaveAccessibleName(/^Inbox 2 new/)
      await expectPage(page()).toHaveTitle('(2 new) · Monitor · Hookscope')
      await inbox.click()
      await expectPage(inbox).toHaveAccessibleName('Inbox')
      await expectPage(page()).toHaveTitle('Inbox · Hookscope')
      expect(await rows().count()).toBe(2)
    },
  )
})
