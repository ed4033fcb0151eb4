import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../tools/launchChromium.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'

const screens = ['inbox', 'objects', 'go-live', 'tunnel', 'webhook-config', 'access', 'sandbox', 'health', 'settings']
const tabs = ['overview', 'body', 'headers', 'signature', 'object', 'attempts']

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let browser: Browser

beforeAll(async () => {
  folder = scratchFolder()
  serve = await startServe(folder.path)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await serve.kill('SIGTERM')
  folder.remove()
})

const themes = ['light', 'dark'] as const

describe('nothing keeps a person from using it', () => {
  it.each(themes)('in the %s theme, with an empty inbox', async (theme) => {
    const page = await open(theme)
    expect(await violationsOf(page, screens)).toEqual([])
    await page.context().close()
  })

  describe('with deliveries', () => {
    let deliveryId: string
    beforeAll(async () => {
      const demo = await serve.call<{ deliveryId: string }>('POST', '/sandbox/demo')
      deliveryId = demo.deliveryId
    })

    it.each(themes)('in the %s theme', async (theme) => {
      const page = await open(theme)
      const places = [...screens, ...tabs.map((tab) => `inbox/${deliveryId}/${tab}`)]
      expect(await violationsOf(page, places)).toEqual([])
      await page.context().close()
    })
  })
})

async function open(colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(serve.ui)
  await page.getByRole('navigation').waitFor()
  return page
}

async function violationsOf(page: Page, places: string[]): Promise<string[]> {
  const found: string[] = []
  for (const place of places) found.push(...(await violations(page, place)))
  return found
}

/** What axe finds on a screen, one line each. */
async function violations(page: Page, place: string): Promise<string[]> {
  await page.evaluate((path) => {
    location.hash = `/${path}`
  }, place)
  await page.getByRole('main').waitFor()
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${place}: ${id}: ${html.slice(0, 160)}`))
}
