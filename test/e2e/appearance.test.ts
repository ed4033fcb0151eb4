import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/openBrowser.ts'
import { type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { looks, setLook } from '../../tools/shots/looks.ts'
import { axeProblems, contrastProblems } from '../support/axeProblems.ts'
import { expectPage } from '../support/expectPage.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let browser: Browser
let context: BrowserContext | undefined

beforeAll(async () => {
  folder = scratchFolder()
  serve = await startServeHere(folder.path)
  browser = await openBrowser()
  await serve.call('POST', '/sandbox/demo')
})
afterEach(async () => context?.close())
afterAll(async () => {
  await browser.close()
  await serve.stop()
  folder.remove()
})

describe('how the page looks', () => {
  it('is kept: a page opened again looks as it was left', { tags: 'full' }, async () => {
    const page = await openSettings()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByRole('button', { name: 'High' }).click()
    await page.getByRole('button', { name: 'Compact', exact: true }).click()
    expect(await marks(page)).toMatchObject({ theme: 'dark', contrast: 'more', density: 'compact' })
    await page.reload()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await marks(page)).toMatchObject({ theme: 'dark', contrast: 'more', density: 'compact' })
    await expectPage(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('stands before the first paint', { tags: 'full' }, async () => {
    const page = await openSettings()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.addInitScript(() => {
      const seen = window as unknown as { markedAt?: number }
      new MutationObserver(() => {
        if (document.documentElement.dataset['theme'] !== undefined) seen.markedAt ??= performance.now()
      }).observe(document, { attributes: true, subtree: true })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const times = await page.evaluate(async () => {
      const paints = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'paint', buffered: true })
      })
      return { firstPaint: paints[0]?.startTime ?? 0, marked: (window as unknown as { markedAt?: number }).markedAt }
    })
    expect(times.marked).toBeLessThanOrEqual(times.firstPaint)
  })

  it('follows a choice made in another window of the browser', { tags: 'full' }, async () => {
    const page = await openSettings()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await page.getByRole('button', { name: 'Compact', exact: true }).click()
    await expectPage(other.locator('html')).toHaveAttribute('data-density', 'compact')
  })

  it(
    'follows the wish of the system for more contrast, unless somebody chose otherwise',
    { tags: 'full' },
    async () => {
      const page = await openSettings()
      await page.emulateMedia({ contrast: 'more' })
      await expectPage(page.locator('html')).toHaveAttribute('data-contrast', 'more')
      await page.getByRole('button', { name: 'Normal' }).click()
      await expectPage(page.locator('html')).not.toHaveAttribute('data-contrast')
      await page.emulateMedia({ contrast: 'no-preference' })
      await page.getByRole('button', { name: 'High' }).click()
      await expectPage(page.locator('html')).toHaveAttribute('data-contrast', 'more')
    },
  )

  it('makes rows as high as it says', { tags: 'full' }, async () => {
    const page = await openSettings()
    await page.evaluate(() => (window.location.hash = '#/inbox'))
    const row = page.getByRole('tree').getByRole('treeitem').first()
    await expectPage.poll(async () => (await row.boundingBox())?.height).toBe(28)
    await page.keyboard.press('Control+k')
    await expectPage(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused()
    await page.keyboard.type('compact')
    await page.keyboard.press('Enter')
    await expectPage.poll(async () => (await row.boundingBox())?.height).toBe(22)
  })

  it(
    'palette and overview of keys keep nobody out, light and dark, with normal and high contrast',
    { tags: 'full' },
    async () => {
      const page = await openSettings()
      await page.keyboard.press('Control+k')
      await expectPage(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused()
      await page.keyboard.type('theme')
      await page.getByRole('dialog').locator('[role=option][data-highlighted]').waitFor()
      expect(await problemsInEveryLook(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      expect(await problemsInEveryLook(page)).toEqual([])
    },
  )

  it('fits a small window and 200 % zoom: the palette and the keys stay inside', { tags: 'full' }, async () => {
    const page = await openSettings()
    for (const viewport of [
      { width: 800, height: 600 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport)
      for (const [keys, name] of [
        ['Control+k', 'Commands'],
        ['?', 'Keys'],
      ] as const) {
        await page.keyboard.press(keys)
        const dialog = page.getByRole('dialog', { name })
        const box = await dialog.boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
        await page.keyboard.press('Escape')
        await expectPage(dialog).toHaveCount(0)
      }
      const bar = page.locator('[data-part="top-bar"]')
      expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
  })

  it("survives the system's own colours: seals and marks are drawn in them", { tags: 'full' }, async () => {
    const page = await openSettings()
    await page.emulateMedia({ forcedColors: 'active' })
    await page.evaluate(() => (window.location.hash = '#/inbox'))
    const seal = page.getByRole('tree').getByRole('img').first()
    await seal.waitFor()
    const [ink, ground, drawn] = await seal.evaluate((element) => {
      const probe = document.createElement('span')
      document.body.append(probe)
      const of = (colour: string) => {
        probe.style.color = colour
        return getComputedStyle(probe).color
      }
      return [of('CanvasText'), of('Canvas'), getComputedStyle(element).color]
    })
    expect(drawn).toBe(ink)
    expect(drawn).not.toBe(ground)
  })
})

async function openSettings(): Promise<Page> {
  context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  return page
}

/** The looks as the system asks for them: the page follows at once. Parts that contrast does not change are checked once. */
async function problemsInEveryLook(page: Page): Promise<string[]> {
  const problems = await axeProblems(page)
  for (const look of looks) {
    await setLook(page, look)
    const root = expectPage(page.locator('html'))
    await (look.endsWith('contrast') ? root : root.not).toHaveAttribute('data-contrast', 'more')
    const found = await contrastProblems(page)
    problems.push(...found.map((problem) => `${look}: ${problem}`))
  }
  return problems
}

async function marks(page: Page): Promise<Record<string, string | undefined>> {
  return page.evaluate(() => Object.assign({}, document.documentElement.dataset))
}
