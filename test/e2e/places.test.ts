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

/** The first hit of the palette for words that users type, in the sandbox's inbox. */
const expectedHits: readonly (readonly [words: string, first: string])[] = [
  ['rotate', 'Secrets'],
  ['secret', 'Secrets'],
  ['signing key', 'Secrets'],
  ['webhook secret', 'Secrets'],
  ['hmac', 'Secrets'],
  ['public key', 'Secrets'],
  ['new environment', 'New environment…'],
  ['add sender', 'New environment…'],
  ['stripe', 'New environment…'],
  ['github', 'New environment…'],
  ['ngrok', 'Public URL'],
  ['tunnel', 'Public URL'],
  ['cloudflare', 'Public URL'],
  ['public url', 'Public URL'],
  ['https', 'Public URL'],
  ['token', 'Connection'],
  ['api key', 'Connection'],
  ['password', 'Connection'],
  ['base url', 'Connection'],
  ['login', 'Connection'],
  ['webhook', 'Webhook'],
  ['event types', 'Webhook'],
  ['subscription', 'Webhook'],
  ['retry', 'Forward'],
  ['forward', 'Forward'],
  ['localhost', 'Forward'],
  ['proxy', 'Forward'],
  ['catch up', 'Forward'],
  ['replay', 'Send'],
  ['resend', 'Send'],
  ['send', 'Send'],
  ['fixture', 'Send'],
  ['404', 'Object paths'],
  ['resource path', 'Object paths'],
  ['503', 'Answer 503 (down)'],
  ['timeout', 'Simulate failures'],
  ['simulate', 'Simulate failures'],
  ['slow', 'Answer after 20 s (slow)'],
  ['grade', 'Test'],
  ['handler', 'Test'],
  ['test', 'Test'],
  ['latency', 'Monitor'],
  ['alerts', 'Monitor'],
  ['health', 'Monitor'],
  ['go live', 'Setup'],
  ['checklist', 'Setup'],
  ['onboarding', 'Setup'],
  ['delete environment', 'General'],
  ['rename', 'General'],
  ['production', 'General'],
  ['colour', 'General'],
  ['duplicate', 'General'],
  ['theme', 'Theme: dark'],
  ['dark', 'Theme: dark'],
  ['light', 'Theme: light'],
  ['compact', 'Rows: compact'],
  ['dark mode', 'Theme: dark'],
  ['contrast', 'Contrast: high'],
  ['export', 'Export the deliveries of this list…'],
  ['import', 'Import environments…'],
  ['case file', 'Case files'],
  ['har', 'Case files'],
  ['share', 'Case files'],
  ['backup', 'Settings'],
  ['mcp', 'Settings'],
  ['agents', 'Settings'],
  ['doctor', 'Settings'],
  ['storage', 'Settings'],
  ['retention', 'Settings'],
  ['disk', 'Settings'],
  ['version', 'Settings'],
  ['preferences', 'Settings'],
  ['play', 'Sandbox'],
  ['create payment', 'Create Payment'],
  ['demo', 'Present the demo'],
  ['run demo', 'Run the demo'],
  ['present', 'Present the demo'],
  ['pause', 'Pause the list'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['help', 'Keyboard shortcuts'],
  ['endpoint', 'Copy receiver URL'],
  ['copy url', 'Copy receiver URL'],
  ['verify', 'Secrets'],
  ['check signatures', 'Check all signatures again'],
  ['history', 'Objects'],
  ['deliveries', 'Inbox'],
  ['switch environment', 'Switch environment'],
]

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
  ])('an old link to %s leads to %s', { tags: 'full' }, async (link, place) => {
    await goTo(link)
    await expectPage(current()).toContainText(place)
    await expectPage(page().getByText('There is no such page')).toHaveCount(0)
  })

  it('come first in the palette under the words that users type, and so do actions', { tags: 'full' }, async () => {
    await page().keyboard.press('ControlOrMeta+k')
    const palette = page().getByRole('dialog', { name: 'Commands' })
    const found: string[][] = []
    for (const [words = ''] of expectedHits) {
      await palette.getByRole('combobox').fill(words)
      await expectPage(palette.getByRole('combobox')).toHaveValue(words)
      // The name of a command stands before where it leads.
      found.push([words, await palette.getByRole('option').first().locator('> span').first().innerText()])
    }
    expect(found).toEqual(expectedHits)
  })

  it('the list is paused in the inbox only, and the sandbox is played from the top bar', { tags: 'full' }, async () => {
    const bar = page().getByRole('banner')
    await expectPage(bar.getByRole('button', { name: 'Pause list' })).toBeVisible()
    await bar.getByRole('link', { name: 'Play' }).click()
    await expectPage(page().getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible()
    await expectPage(bar.getByRole('button', { name: 'Pause list' })).toHaveCount(0)
  })
})
