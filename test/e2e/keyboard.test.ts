import type { BrowserContext, Locator, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { focusNow, tabTo, walkWithTab } from './focus.ts'
import { expectPage } from '../support/expectPage.ts'
import { watchPage } from '../support/watchPage.ts'
import { sharedBrowser } from '../support/sharedBrowser.ts'

/** The app without a mouse: each test opens the page again, on an inbox with the demo's delivery. */
describe('by keyboard alone', () => {
  let folder: ReturnType<typeof scratchFolder>
  let serve: RunningServe
  const browser = sharedBrowser()
  let context: BrowserContext
  let page: Page
  let problems: ReturnType<typeof watchPage>
  let demo: string

  beforeAll(async () => {
    folder = scratchFolder()
    serve = await startServeHere(folder.path)
    demo = (await serve.call<{ deliveryId: string }>('POST', '/sandbox/demo')).deliveryId
  })
  afterAll(async () => {
    await serve.stop()
    folder.remove()
  })
  beforeEach(async () => {
    context = await browser().newContext({ viewport: { width: 1280, height: 800 } })
    page = await context.newPage()
    problems = watchPage(page)
    await page.goto(serve.ui)
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
  })
  afterEach(async () => {
    await context.close()
    const found = problems.stop()
    if (found.length > 0) throw new Error(`The page told of problems: ${found.join('; ')}`)
  })

  /** Opens the demo's delivery by its number in the palette. */
  async function openDemo(): Promise<void> {
    await openPalette(page)
    await page.keyboard.type(demo)
    await expectPage(chosen(page)).toHaveAccessibleName(`Open delivery ${demo}`)
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(new RegExp(`#/inbox/${demo}`))
    await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  }

  /** Goes to the inbox, and from there to its filter: a key that is pressed before the list is drawn has no effect. */
  async function openFilter(): Promise<Locator> {
    await goByKeys(page, 'i')
    await expectPage(options(page).first()).toBeVisible()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: /filter/i })
    await expectPage(field).toBeFocused()
    return field
  }

  it('the first Tab offers to skip the rail, and does', { tags: 'full' }, async () => {
    await page.keyboard.press('Tab')
    expect((await focusNow(page)).name).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect((await focusNow(page)).id).toBe('main')
  })

  it('goes live: the demo runs and its delivery opens', { tags: 'full' }, async () => {
    await goByKeys(page, 'l')
    await expectPage(page.getByRole('heading', { name: 'Setup', level: 1 })).toBeVisible()
    await tabTo(page, 'Run the demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('The signature is right')).toBeVisible()
    await expectPage(page).toHaveURL(/#\/inbox\/\d+/)
  })

  it('opens each tab of the delivery by its number', { tags: 'full' }, async () => {
    await openDemo()
    for (const [key, name] of tabs) {
      await page.keyboard.press(key)
      await expectPage(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    }
  })

  it('walks the tabs with arrows, and the focus goes along', { tags: 'full' }, async () => {
    await openDemo()
    await tabTo(page, 'Overview')
    await page.keyboard.press('ArrowRight')
    await expectPage(page.getByRole('tab', { name: 'Body' })).toBeFocused()
    await expectPage(page.getByRole('tab', { name: 'Body' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Home')
    await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  })

  it('filters, and nothing fires while typing', async () => {
    const field = await openFilter()
    await page.keyboard.type('gl?jx')
    await expectPage(field).toHaveValue('gl?jx')
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('type:Unheard')
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/filter=type%3AUnheard/)
    await expectPage(options(page)).toHaveCount(0)
  })

  it('clears the filter from the palette, which gives the focus back', { tags: 'full' }, async () => {
    await openFilter()
    await page.keyboard.type('type:Unheard')
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/filter=type%3AUnheard/)
    const before = await focusNow(page)
    await openPalette(page)
    await page.keyboard.type('clr flt')
    await expectPage(chosen(page)).toHaveAccessibleName(/Clear the filter/)
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeHidden()
    expect((await focusNow(page)).id).toBe(before.id)
    await openPalette(page)
    await page.keyboard.type('clear')
    await page.keyboard.press('Enter')
    await expectPage(page).not.toHaveURL(/filter=/)
    await expectPage(options(page).first()).toBeVisible()
  })

  it('the palette says which command is chosen, and remembers what was used', { tags: 'full' }, async () => {
    await openPalette(page)
    await page.keyboard.type('thm drk')
    await page.keyboard.press('Enter')
    await expectPage(root(page)).toHaveAttribute('data-theme', 'dark')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeHidden()
    await openPalette(page)
    const used = page.getByRole('group', { name: 'Used last' }).getByRole('option')
    await expectPage(used).toHaveAccessibleName('Theme: dark in use')
    await expectPage(used).toHaveAttribute('data-highlighted')
    await page.keyboard.press('ArrowUp')
    const last = await chosen(page).getAttribute('id')
    expect(await commandField(page).getAttribute('aria-activedescendant')).toBe(last)
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page).getAttribute('id')).not.toBe(last)
    await page.keyboard.press('Control+k')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeHidden()
  })

  it('goes to a delivery and to an object by their ids', { tags: 'full' }, async () => {
    await goByKeys(page, 'h')
    await openDemo()
    await openPalette(page)
    await page.keyboard.type('find me')
    await page.getByRole('option', { name: 'Find objects with "find me"' }).waitFor()
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/#\/objects\?.*words=find\+me/)
  })

  it('does from anywhere what another screen offers', { tags: 'full' }, async () => {
    await goByKeys(page, 'h')
    await openPalette(page)
    await page.keyboard.type('create wallet')
    await expectPage(chosen(page)).toHaveAccessibleName('Create Wallet in the sandbox')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(/^Wallet created: /)).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('check all')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(/^All signatures are checked again/)).toBeVisible()
    await expectPage(page).toHaveURL(/#\/health/)
  })

  it('shows all keys; Esc closes them and gives the focus back', async () => {
    await goByKeys(page, ',')
    await tabTo(page, 'High')
    await page.keyboard.press('?')
    await expectPage(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await expectPage(page.getByRole('dialog', { name: 'Keys' })).toContainText('Run the follow-up again')
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
    expect((await focusNow(page)).name).toBe('High')

    // From the palette, too.
    await openPalette(page)
    await page.keyboard.type('keyboard shortcuts')
    await expectPage(chosen(page)).toContainText('Keyboard shortcuts')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await focusNow(page)).name).toBe('High')
  })

  it('switches to high contrast in the settings and to compact rows in the palette', { tags: 'full' }, async () => {
    await goByKeys(page, ',')
    await tabTo(page, 'High')
    await page.keyboard.press('Enter')
    await expectPage(root(page)).toHaveAttribute('data-contrast', 'more')
    await openPalette(page)
    await page.keyboard.type('compact')
    await page.keyboard.press('Enter')
    await expectPage(root(page)).toHaveAttribute('data-density', 'compact')
    expect((await focusNow(page)).name).toBe('High')
    await expectPage(page.getByRole('button', { name: 'Compact', exact: true, pressed: true })).toBeVisible()
  })

  it(
    'on every screen each stop of Tab is seen, in the order of the page, and there is no trap',
    { tags: 'full' },
    async () => {
      for (const [name, key] of screenKeys) {
        await goByKeys(page, key)
        await expectPage(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
        await expectPage(page.getByRole('heading', { level: 1 })).toBeAttached()
        await page.getByRole('main').locator('button, input, select').first().waitFor()
        const { stops, ...faults } = await walkWithTab(page)
        expect({ name, ...faults }).toEqual({ name, unseen: [], outOfOrder: [] })
        expect(stops, name).toBeGreaterThan(12)
      }
    },
  )
})

const tabs = [
  ['2', /Body/],
  ['3', /Headers/],
  ['4', /Signature/],
  ['5', /Object/],
  ['6', /Attempts/],
  ['1', /Overview/],
] as const

const screenKeys = [
  ['Deliveries', 'i'],
  ['Objects', 'o'],
  ['Test', 'k'],
  ['Case files', 'e'],
  ['Setup', 'l'],
  ['Public URL', 't'],
  ['Webhook', 'w'],
  ['Connection', 'a'],
  ['Secrets', 'x'],
  ['Object paths', 'd'],
  ['Sandbox', 's'],
  ['General', 'n'],
  ['Monitor', 'h'],
  ['Settings', ','],
] as const

async function goByKeys(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expectPage(commandField(page)).toBeFocused()
}

function commandField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find a command' })
}

/** The command that Enter would run. */
function chosen(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Commands' }).locator('[role=option][data-highlighted]')
}

/** The deliveries of the list. */
function options(page: Page): Locator {
  return page.getByRole('tree', { name: /deliveries/i }).getByRole('treeitem')
}

function root(page: Page): Locator {
  return page.locator('html')
}
