/**
 * Photographs every screen of the running app, in both themes and two sizes, empty and full, in a real Chromium.
 * Those of the README go to docs/pictures, all others to .scratch/shots. Usage: npm run shots
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startHost } from '../src/host/startHost.ts'
import { startServe } from '../src/serve/startServe.ts'
import { accessViews } from './accessViews.ts'
import { fillWithData } from './fillWithData.ts'
import { labViews } from './labViews.ts'
import { objectViews } from './objectViews.ts'
import { launchChromium } from './launchChromium.ts'
import { tunnelViews } from './tunnelViews.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const others = join(root, '.scratch/shots')
const themes = ['light', 'dark'] as const
const sizes = { large: { width: 1280, height: 800 }, small: { width: 800, height: 600 } }

type Views = Record<string, (page: Page) => Promise<void>>

/** How to get to each picture from a freshly opened page. */
const views: Views = {
  inbox: async (page) => openRow(page, '', 'Overview'),
  filter: async (page) => openRow(page, 'verdict:invalid', 'Overview'),
  body: async (page) => openRow(page, 'type:Payment', 'Body'),
  headers: async (page) => openRow(page, 'type:Payment', 'Headers'),
  signature: async (page) => openRow(page, 'verdict:invalid', 'Signature', ''),
  object: async (page) => openRow(page, 'type:CustodialAccount action:update', 'Object', ''),
  attempts: async (page) => openRow(page, 'type:Payment', 'Attempts', ''),
  'go-live': async (page) => goTo(page, 'go-live'),
  'webhook-config': async (page) => goTo(page, 'webhook-config'),
  access: async (page) => goTo(page, 'access'),
  sandbox: async (page) => goTo(page, 'sandbox'),
  settings: async (page) => goTo(page, 'settings'),
}
/** The pictures that the README shows, and in which state. */
const readme: Record<string, 'empty' | 'full'> = {
  'go-live-light': 'empty',
  'inbox-light': 'full',
  'inbox-dark': 'full',
  'body-dark': 'full',
  'lab-explained-dark': 'full',
  'object-light': 'full',
  'webhook-config-dark': 'full',
  'access-light': 'full',
  'sandbox-dark': 'full',
  'settings-light': 'full',
}
const emptyViews = ['objects', 'go-live', 'webhook-config', 'access', 'sandbox', 'health']

mkdirSync(pictures, { recursive: true })
mkdirSync(others, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'hookscope-shots-'))
const host = await startHost({ dataFolder: folder, receiverPort: 0, version: '0.1.0' })
const serve = await startServe({ host, port: 0, staticFolder: join(root, 'out/renderer') })
const browser = await launchChromium()
try {
  await photograph(browser, pick(emptyViews), 'empty')
  await fillWithData(host, 36)
  await photograph(browser, views, 'full')
  const objects = await objectViews(host)
  try {
    await photograph(browser, objects.views, 'full')
  } finally {
    await objects.stop()
  }
  const tunnel = await tunnelViews(host)
  try {
    await photograph(browser, tunnel.views, 'full')
  } finally {
    await tunnel.stop()
  }
  // Last, because it leaves other environments and a secret that is being changed behind.
  await photograph(browser, await labViews(host), 'full')
  await photograph(browser, await accessViews(host), 'full')
} finally {
  await browser.close()
  await serve.stop()
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The inbox of a first start, and the screens of these names. */
function pick(names: readonly string[]): Views {
  const inbox = async (page: Page) => page.getByRole('button', { name: 'Run the demo' }).waitFor()
  return { inbox, ...Object.fromEntries(names.map((name) => [name, async (page: Page) => goTo(page, name)])) }
}

async function photograph(chromium: Browser, shown: Views, state: 'empty' | 'full'): Promise<void> {
  for (const theme of themes) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await chromium.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const [name, view] of Object.entries(shown)) {
        await page.goto('about:blank')
        await page.goto(serve.uiUrl)
        await page.getByRole('navigation').waitFor()
        await view(page)
        await page.getByText('Searching for the cause').waitFor({ state: 'detached' })
        await page.evaluate(async () => document.fonts.ready)
        await twoFrames(page)
        const isForReadme = size === 'large' && readme[`${name}-${theme}`] === state
        const file = isForReadme
          ? join(pictures, `${name}-${theme}.png`)
          : join(others, `${name}-${state}-${size}-${theme}.png`)
        await page.screenshot({ path: file })
      }
      await context.close()
    }
  }
}

/** What a change of state still has to draw is drawn after two frames. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    async () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.evaluate((path) => {
    location.hash = `/${path}`
  }, screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/**
 * Opens the newest delivery that a filter finds, on a tab.
 * @param shownFilter the filter that stands in the picture; the same one when absent
 */
async function openRow(page: Page, filter: string, tab: string, shownFilter = filter): Promise<void> {
  await setFilter(page, filter)
  const row = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option').first()
  const name = (await row.getAttribute('id'))?.replace('-', ' ') ?? ''
  await row.click()
  await page.getByText(new RegExp(`${name}$`)).waitFor()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel', { name: tab }).waitFor()
  if (shownFilter !== filter) await setFilter(page, shownFilter)
}

/** The filter is part of the address, as a person would bookmark it. */
async function setFilter(page: Page, filter: string): Promise<void> {
  await page.evaluate((text) => {
    const [path] = location.hash === '' ? ['#/inbox'] : location.hash.split('?')
    location.hash = text === '' ? (path ?? '') : `${path}?${new URLSearchParams({ filter: text }).toString()}`
  }, filter)
  await page
    .getByText(filter === '' ? /deliveries$/ : /in all$/)
    .first()
    .waitFor({ state: 'attached' })
}
