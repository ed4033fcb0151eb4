/** Differences on macOS, on a stand-in for the runtime that takes itself to run there: it shows our parts, nothing of Electron. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { expectPage } from '../support/expectPage.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { openStandIn, type StandIn } from './launchStandIn.ts'
import type { StandInProcess } from './serveProcess.ts'

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let machine: StandIn
let app: StandInProcess
let page: Page

beforeAll(async () => {
  folder = scratchFolder()
  browser = await openBrowser()
  machine = await openStandIn({ folder: folder.path, browser, platform: 'darwin' })
  app = await machine.start()
  page = await app.page()
  await expectPage(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
})
afterAll(async () => {
  await machine?.stop()
  await browser.close()
  folder.remove()
})

const notes = (what: string) => app.journal.filter((note) => note.what === what)
const windowIds = async () => (await app.ask<{ id: number }[]>('windows')).map(({ id }) => id)

test('the activation that comes with the first start brings up the window that is there', async () => {
  const order = app.journal
    .map(({ what }) => what)
    .filter((what) => /^(activate|BrowserWindow|window\.show)$/.test(what))
  expect(order.slice(0, 3)).toEqual(['BrowserWindow', 'activate', 'window.show'])
  expect(await windowIds()).toHaveLength(1)
})

test('Cmd+K is left to the page alone: a menu there takes every key that it shows', async () => {
  await expectPage
    .poll(async () => JSON.stringify(await app.ask('menu')))
    .toMatch(/"label":"Find a command"[^}]*"enabled":true/)
  expect(await app.ask('pressKeys', 'CmdOrCtrl+K')).toEqual([])
  expect(await app.ask('pressKeys', 'CmdOrCtrl+2')).toEqual(['Objects'])
  await expectPage(page).toHaveURL(/#\/objects/)
  await page.keyboard.press('ControlOrMeta+k')
  await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeHidden()
})

test('a click on the tray opens its menu and does not bring up the window', async () => {
  await app.noted('tray.setContextMenu')
  const shown = () => notes('window.show').length + notes('window.focus').length
  const before = shown()
  await app.ask('clickTray')
  expect(notes('tray.popUpContextMenu')).toHaveLength(1)
  expect(shown()).toBe(before)
})

test('a notification that fails is logged', async () => {
  await app.ask('refuseNotifications', 'the app is not signed')
  const [window] = await windowIds()
  await app.ask('blur', window)
  await app.ask('pressMenu', 'Go', 'Setup')
  await app.ask('blur', window)
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const log = () => readFileSync(join(folder.path, 'data/logs/hookscope.log'), 'utf8')
  await expect.poll(log).toMatch(/"error":"the app is not signed".*"a notification could not be shown"/)
})

test('the app is kept from being slowed down while it captures without a window, and only then', async () => {
  const held = () => notes('powerSaveBlocker.start').length - notes('powerSaveBlocker.stop').length
  expect(held()).toBe(0)
  const [window] = await windowIds()
  await app.ask('closeWindow', window)
  expect((await app.noted('powerSaveBlocker.start')).more).toMatchObject({ type: 'prevent-app-suspension' })
  expect(held()).toBe(1)
  await app.ask('activate')
  expect(held()).toBe(0)
})
