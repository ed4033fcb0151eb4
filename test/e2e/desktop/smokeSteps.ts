/**
 * The smoke test of the desktop app: twelve steps in this order, each on the state that the one before left. `npm run
 * test:desktop` runs them on Electron's own runtime; elsewhere they run on the stand-in as far as it can carry them.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from 'vitest'
import { readInstance } from '../../../src/host/files/instanceFile.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { callsOf } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'
import type { RunningDesktop } from './desktops.ts'
import { tryPackaged } from './packagedDesktop.ts'
import { goToSection } from '../../support/goToSection.ts'

/** The app under test, started once on an empty data folder. */
export interface Smoke {
  app: RunningDesktop
  /** The data folder. */
  folder: string
  receiverPort: number
  isStandIn: boolean
  /** `Date.now()` when the app was started. */
  startedAt: number
}

export interface SmokeStep {
  title: string
  /** The part that a run on the stand-in does not show. */
  notOnStandIn: string
  /** The stand-in cannot do any of it. */
  isOnlyOfRuntime?: true
  run(smoke: Smoke): Promise<void>
}

const startTimeoutMs = 20_000
const quitTimeoutMs = 10_000
const idleMs = 15_000
const mod = process.platform === 'darwin' ? 'Meta' : 'Control'
/** More than one read brings, and nothing that compresses. */
const body = Buffer.from(randomBytes(300_000))

export const smokeSteps: readonly SmokeStep[] = [
  {
    title: 'shows a visible window that draws two frames within 20 s',
    notOnStandIn: 'whether a window is on the screen, and how soon',
    run: async ({ app, isStandIn, startedAt }) => {
      await expectVisible(app)
      await expectPage(app.page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
      await app.inPage('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))')
      if (!isStandIn) expect(Date.now() - startedAt).toBeLessThan(startTimeoutMs)
    },
  },
  {
    title: 'has its own address, runs the demo, and reports no error or policy violation',
    notOnStandIn: 'the origin app:, whose place an https: origin takes in the page',
    run: async ({ app }) => {
      const { page } = app
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await expect.poll(async () => (await app.state()).windows[0]?.url).toMatch(/^app:\/\/hookscope\//)
      await expectPage(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
      // Once more, now that errors are listened for.
      await page.reload()
      await page.getByRole('button', { name: 'Run the demo' }).click()
      await expectPage(rows(page)).toHaveCount(1)
      await expectPage(page.getByText('The signature is right')).toBeVisible()
      expect(problems).toEqual([])
    },
  },
  {
    title: 'has its name, its profile in a folder of its own, and its files in the data folder',
    notOnStandIn: 'what the system shows as the name',
    run: async ({ app, folder }) => {
      const { name, profile } = await app.state()
      expect([name, profile]).toEqual(['Hookscope', join(realpathSync.native(folder), 'desktop-profile')])
      for (const file of ['deliveries.db', 'index.db', 'logs/hookscope.log'])
        expect(existsSync(join(folder, file)), file).toBe(true)
    },
  },
  {
    title: 'gives its page a secure context, and nothing of Node or Electron',
    notOnStandIn: 'whether Chromium takes app: for secure',
    run: async ({ app }) => {
      expect(await app.inPage('isSecureContext')).toBe(true)
      const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer']
      expect(await app.inPage(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([])
    },
  },
  {
    title: 'receives 300 kB, shows them, and saves them equal',
    notOnStandIn: "Electron's own save dialog",
    run: async (smoke) => {
      const { page } = smoke.app
      expect(await deliver(smoke, body, 'application/octet-stream')).toBe(200)
      await goToSection(page, 'Deliveries')
      await expectPage(rows(page)).toHaveCount(2)
      await rows(page).first().click()
      await page.getByRole('tab', { name: 'Body' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('tabpanel').getByRole('button', { name: 'Save', exact: true }).click(),
      ])
      expect(readFileSync(await download.path()).equals(body)).toBe(true)
    },
  },
  {
    title: 'finds a word of a body, and explains a wrong signature',
    notOnStandIn: "SQLite and the crypto of Electron's Node, and threads that load from an archive",
    run: async (smoke) => {
      const { page } = smoke.app
      expect(await deliver(smoke, Buffer.from('{"note":"quokka"}'), 'application/json')).toBe(200)
      // The list stands still while a delivery is open.
      await goToSection(page, 'Deliveries')
      await expectPage(rows(page)).toHaveCount(3)
      await page.getByRole('combobox', { name: /filter/i }).fill('quokka')
      await page.keyboard.press('Enter')
      await expectPage(rows(page)).toHaveCount(1)
      await rows(page).first().click()
      await page.getByRole('tab', { name: 'Signature' }).click()
      await expectPage(page.getByRole('tabpanel')).toContainText(/signature/i)
      await goToSection(page, 'Sandbox')
      await page.getByRole('button', { name: 'Send wrong signature', exact: true }).click()
      await goToSection(page, 'Deliveries')
      await page.getByRole('combobox', { name: /filter/i }).fill('')
      await page.keyboard.press('Enter')
      await expectPage(rows(page)).toHaveCount(4)
      await rows(page).first().click()
      await page.getByRole('tab', { name: 'Signature' }).click()
      await expectPage(page.getByRole('tabpanel')).toContainText('Invalid signature')
    },
  },
  {
    title: 'stays alive for 15 s without a word on stderr',
    notOnStandIn: "what Electron itself warns of, such as its deprecations; the stand-in isn't watched for 15 s either",
    run: async ({ app, isStandIn }) => {
      if (!isStandIn) await pause(idleMs)
      expect(await app.inPage('document.readyState')).toBe('complete')
      expect(app.complaints()).toEqual([])
    },
  },
  {
    title: 'goes where its menu says, and opens the palette once for its keys',
    notOnStandIn: "the system's menus, which could take the keys as well as the page",
    run: async ({ app }) => {
      await app.press('Go', 'Sandbox')
      await expectPage(app.page.getByRole('heading', { level: 1 })).toContainText('Sandbox')
      await app.page.keyboard.press(`${mod}+k`)
      await expectPage(app.page.getByRole('combobox', { name: 'Find a command' })).toBeFocused()
      await expectPage(app.page.getByRole('dialog')).toHaveCount(1)
      await app.press('Go', 'Inbox')
      await expectPage(app.page.getByRole('dialog')).toHaveCount(0)
      await expectPage(app.page).toHaveURL(/#\/inbox/)
    },
  },
  {
    title: 'brings its hidden window back for a second start with a link, and goes where the link says',
    notOnStandIn: 'links that the system hands over, and which window the system puts in front',
    run: async ({ app }) => {
      await app.hideWindow()
      expect((await app.state()).windows.map(({ isVisible }) => isVisible)).toEqual([false])
      expect(await app.startAgain('hookscope://screen/tunnel')).toBe(0)
      await expectVisible(app)
      await expectPage(app.page).toHaveURL(/#\/tunnel/)
    },
  },
  {
    title: 'comes back after its page has crashed',
    notOnStandIn: "a crash of Electron's renderer; Chromium's stands for it",
    run: async ({ app }) => {
      await app.crashPage()
      await expectNavigation(app)
      await expectVisible(app)
    },
  },
  {
    title: 'goes on capturing without its window, shows one again, quits within 10 s, and leaves its folder free',
    notOnStandIn: "the system's tray; the time",
    run: async (smoke) => {
      const { app, folder, isStandIn } = smoke
      await app.closeWindow()
      await expect.poll(async () => (await app.state()).windows).toEqual([])
      expect(await deliver(smoke, Buffer.from('{"note":"while closed"}'), 'application/json')).toBe(200)
      expect(await app.startAgain()).toBe(0)
      await expectVisible(app)
      await expectNavigation(app)
      const quitAt = Date.now()
      expect(await app.quit()).toBe(0)
      if (!isStandIn) expect(Date.now() - quitAt).toBeLessThan(quitTimeoutMs)
      // Throws where another process holds the folder.
      const serve = await startServeHere(folder)
      await serve.stop()
      const database = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
      expect(database.prepare('SELECT count(*) AS deliveries FROM deliveries').get()).toEqual({ deliveries: 5 })
      database.close()
    },
  },
  {
    title: 'runs from a packaged folder with its fuses flipped, its archive checked, and the keyring on',
    notOnStandIn: 'all of it: there is no runtime to package',
    isOnlyOfRuntime: true,
    run: tryPackaged,
  },
]

function rows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}

async function expectVisible(app: RunningDesktop): Promise<void> {
  const shown = async () => (await app.state()).windows.map(({ isVisible, isMinimized }) => isVisible && !isMinimized)
  await expect.poll(shown, { timeout: startTimeoutMs }).toEqual([true])
}

/** Waits for the page of the newest window, which a test cannot use through Playwright once a page of it has crashed. */
async function expectNavigation(app: RunningDesktop): Promise<void> {
  const isThere = async () => app.inPage('document.querySelector("nav") !== null').catch(() => false)
  await expect.poll(isThere, { timeout: startTimeoutMs }).toBe(true)
}

/** Posts a delivery to the environment of the demo; answers with its status. */
async function deliver({ folder, receiverPort }: Smoke, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<number> {
  const found = readInstance(folder)
  if (found.kind !== 'instance') throw new Error('No other program may join: desktop.json should allow it.')
  const environments = await callsOf(found.instance).call<Environment[]>('GET', '/environments')
  const path = environments[0]?.receiverPath ?? ''
  const headers = { 'content-type': type }
  const sent = await fetch(`http://127.0.0.1:${receiverPort}${path}`, { method: 'POST', body: bytes, headers })
  return sent.status
}
