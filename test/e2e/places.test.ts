/** The seven places: the same for every environment, and where old links and other words for them lead. */
import { beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../src/renderer/commands/screens.ts'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { expectPage } from '../support/expectPage.ts'
import { goToSection } from '../support/goToSection.ts'
import { inboxRig } from './inbox/inboxRig.ts'

const { page, serve, open } = inboxRig()
const rail = () => page().getByRole('navigation', { name: 'Places' })
const current = () => rail().locator('[aria-current="page"]')
const links = async () =>
  (await rail().getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
const goTo = async (place: string) =>
  page().evaluate((path) => {
    location.hash = path
  }, place)
const use = async (id: string) => serve().call('POST', `/environments/${id}/activate`)

describe('the places', () => {
  beforeEach(async () => {
    await use('sandbox')
    await open()
  })

  it('are the same seven for the sandbox, a service and another sender', async () => {
    const seven = ['Inbox', 'Send', 'Forward', 'Test', 'Monitor', 'Environment', 'Settings']
    expect(await links()).toEqual(seven)
    for (const sender of [{ kind: 'service' }, { kind: 'sender', signatureScheme: 'stripe' }]) {
      const { id, name } = await serve().call<Environment>('POST', '/environments', { name: sender.kind, ...sender })
      await use(id)
      await expectPage(page().getByRole('button', { name: `Environment: ${name}` })).toBeVisible()
      expect(await links()).toEqual(seven)
      await goTo('/go-live')
      const tabs = page().getByRole('navigation', { name: 'Sections of Environment' }).getByRole('link')
      await expectPage(tabs).toHaveText(
        places.find((place) => place.id === 'environment')!.sections.map((one) => one.label),
      )
    }
  })

  it('open where they were left, the inbox at its deliveries', async () => {
    await goToSection(page(), 'Secrets')
    await goToSection(page(), 'Objects')
    await rail().getByRole('link', { name: 'Environment' }).click()
    await expectPage(page().getByRole('heading', { name: 'Secrets', level: 1 })).toBeVisible()
    await rail()
      .getByRole('link', { name: /^Inbox/ })
      .click()
    await expectPage(page()).toHaveURL(/#\/inbox$/)
  })

  it.each([
    ['/responses', 'Forward'],
    ['/check', 'Test'],
    ['/health', 'Monitor'],
    ['/access', 'Environment'],
    ['/webhook-config', 'Environment'],
    ['/tunnel', 'Environment'],
    ['/case-files', 'Inbox'],
  ])('an old link to %s leads to %s', async (link, place) => {
    await goTo(link)
    await expectPage(current()).toContainText(place)
    await expectPage(page().getByText('There is no such page')).toHaveCount(0)
  })

  it.each([
    ['rotate', 'Secrets'],
    ['secret', 'Secrets'],
    ['ngrok', 'Public URL'],
    ['webhook config', 'Webhook'],
    ['resource path', 'Object paths'],
    ['delete environment', 'General'],
    ['new environment', 'New environment…'],
    ['stripe', 'New environment…'],
    ['yaml', 'Scenarios'],
  ])('the palette finds "%s" as %s', async (words, command) => {
    await page().keyboard.press('ControlOrMeta+k')
    await page().keyboard.type(words)
    const found = page().getByRole('dialog', { name: 'Commands' }).getByRole('option')
    await expectPage(found.filter({ hasText: command }).first()).toBeVisible()
  })

  it('the list is paused in the inbox only, and the sandbox is played from the top bar', async () => {
    const bar = page().getByRole('banner')
    await expectPage(bar.getByRole('button', { name: 'Pause list' })).toBeVisible()
    await bar.getByRole('link', { name: 'Play' }).click()
    await expectPage(page().getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible()
    await expectPage(bar.getByRole('button', { name: 'Pause list' })).toHaveCount(0)
  })
})
