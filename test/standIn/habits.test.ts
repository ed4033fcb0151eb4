/** Menus, tray, links, files and notifications, on a stand-in for the runtime: it shows how our parts work together, nothing of Electron. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { soundCase } from '../cases/soundCase.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { scratchFolder } from '../build/startServe.ts'
import { expectPage } from '../support/expectPage.ts'
import { openStandIn, type StandIn } from './launchStandIn.ts'
import type { StandInProcess } from './serveProcess.ts'
import type { MenuLine } from './wire.ts'

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let machine: StandIn

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(async () => {
  await machine.stop()
  folder.remove()
})

const at = (...names: string[]) => join(folder.path, ...names)

/** Starts the app on a desktop that has a tray, or has none. */
async function start({ tray = false, args = [] as string[] } = {}): Promise<StandInProcess> {
  mkdirSync(at('bin'), { recursive: true })
  for (const program of ['dbus-send', 'gdbus']) {
    writeFileSync(at('bin', program), `#!/bin/sh\necho "   variant       boolean ${tray}"\n`)
    chmodSync(at('bin', program), 0o755)
  }
  machine = await openStandIn({
    folder: folder.path,
    browser,
    variables: { PATH: `${at('bin')}:${process.env['PATH'] ?? ''}` },
  })
  return machine.start(...args)
}

const ready = async (app: StandInProcess) => {
  const page = await app.page()
  await expectPage(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
  return page
}
const logged = () => readFileSync(at('data', 'logs', 'hookscope.log'), 'utf8')
const windowIds = async (app: StandInProcess) => (await app.ask<{ id: number }[]>('windows')).map(({ id }) => id)
/** Whether an item of a menu, as it was noted, can be used. */
const isEnabled = (menu: MenuLine[], ...[first, ...rest]: string[]): boolean => {
  const found = menu.find(({ label }) => label === first)
  return rest.length === 0 ? found?.enabled !== false : isEnabled(found?.submenu ?? [], ...rest)
}

/** Closes a dialog once it has the focus: a key that is pressed before that reaches what is under it. */
async function closeByKey(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expectPage(dialog.and(page.locator(':focus-within'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expectPage(dialog).toBeHidden()
}

describe('menus', () => {
  test('go to screens, and run commands of the page as it offers them', { tags: 'full' }, async () => {
    const app = await start()
    const page = await ready(app)
    await app.ask('pressMenu', 'Go', 'Objects')
    await expectPage(page.getByRole('heading', { name: 'No objects yet' })).toBeVisible()
    // There is nothing to find here, so the palette opens; it gives way to what a menu opens.
    await app.ask('pressMenu', 'Edit', 'Find')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await app.ask('pressMenu', 'File', 'Settings')
    await expectPage(page.getByRole('heading', { name: 'Desktop' })).toBeVisible()
    await app.ask('pressMenu', 'Help', 'Keyboard shortcuts')
    await closeByKey(page, 'Keys')
    // The palette gives way to what a menu opens.
    await page.keyboard.press('ControlOrMeta+k')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await app.ask('pressMenu', 'Help', 'Keyboard shortcuts')
    await expectPage(page.getByRole('dialog', { name: 'Commands' })).toBeHidden()
    await closeByKey(page, 'Keys')

    expect(isEnabled(await app.ask<MenuLine[]>('menu'), 'Delivery', 'Replay')).toBe(false)
    await app.ask('pressMenu', 'Go', 'Setup')
    await page.getByRole('button', { name: 'Run the demo' }).click()
    await app.noted('Menu.setApplicationMenu', ({ menu }) => isEnabled(menu as MenuLine[], 'Delivery', 'Replay'))
    await app.ask('pressMenu', 'Delivery', 'Replay')
    await closeByKey(page, 'Replay this delivery')
    await app.ask('pressMenu', 'View', 'Pause the list')
    await expectPage(page.getByText('List paused.')).toBeVisible()
    await app.ask('pressMenu', 'Edit', 'Find')
    await expectPage(page.getByRole('combobox', { name: 'Filter deliveries' })).toBeFocused()
  })

  test('of a right click open in fields and on selected text, and nowhere else', { tags: 'full' }, async () => {
    const app = await start()
    await ready(app)
    const [id] = await windowIds(app)
    const flags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    const nothing = { isEditable: false, selectionText: '', formControlType: 'none', editFlags: flags }
    await app.ask('contextMenu', id, nothing)
    await app.ask('contextMenu', id, { ...nothing, selectionText: 'a word' })
    const { more } = await app.noted('menu.popup')
    expect(more['menu']).toEqual([{ role: 'copy', enabled: true }])
  })

  test('show About, the log file and the data folder', { tags: 'full' }, async () => {
    const app = await start()
    await ready(app)
    await app.ask('pressMenu', 'Help', 'About Hookscope')
    const { more } = await app.noted('dialog.showMessageBox')
    expect(more['detail']).toContain(`Data folder: ${at('data')}`)
    await app.ask('pressMenu', 'Help', 'Show log file')
    expect((await app.noted('shell.showItemInFolder')).more).toEqual({ path: at('data', 'logs', 'hookscope.log') })
    await app.ask('pressMenu', 'Help', 'Open data folder')
    expect((await app.noted('shell.openPath')).more).toEqual({ path: at('data') })
  })
})

describe('closing the window', () => {
  test('asks once whether to go on capturing, and remembers; the tray opens the window again', async () => {
    const app = await start({ tray: true })
    await ready(app)
    await app.noted('tray.setToolTip', ({ text }) => String(text).startsWith('Hookscope: Capturing on 127.0.0.1:'))
    const [first] = await windowIds(app)
    await app.ask('choose', 0)
    await app.ask('closeWindow', first)
    const { more } = await app.noted('dialog.showMessageBox')
    expect(more).toMatchObject({
      message: 'Keep capturing in the background?',
      buttons: ['Keep running', 'Quit', 'Cancel'],
    })
    await app.noted('window-all-closed')
    await app.ask('pressTray', 'Open Hookscope')
    const [second] = await windowIds(app)
    await app.ask('closeWindow', second)
    await app.noted('window closed', ({ id }) => id === second)
    await app.ask('clickTray')
    const [third] = await windowIds(app)
    await app.ask('closeWindow', third)
    await app.noted('window closed', ({ id }) => id === third)
    expect(app.journal.filter(({ what }) => what === 'dialog.showMessageBox')).toHaveLength(1)
    expect(JSON.parse(readFileSync(at('data', 'desktop.json'), 'utf8'))).toMatchObject({
      choices: { whenClosed: 'keep' },
    })
    await app.ask('pressTray', 'Quit Hookscope')
    expect(await app.ended).toBe(0)
  })

  test('ends the app where there is no tray to find it in, and Settings say why', { tags: 'full' }, async () => {
    const app = await start()
    const page = await ready(app)
    await app.ask('pressMenu', 'File', 'Settings')
    await expectPage(page.getByText('This desktop has no notification area (tray)')).toBeVisible()
    const [id] = await windowIds(app)
    await app.ask('closeWindow', id)
    expect(await app.ended).toBe(0)
    expect(app.journal.some(({ what }) => what === 'dialog.showMessageBox' || what === 'Tray')).toBe(false)
  })
})

describe('links', () => {
  test('of the start, of a further start and of the system lead to their places', async () => {
    const app = await start({ args: ['hookscope://screen/tunnel'] })
    const page = await ready(app)
    await expectPage(page).toHaveURL(/#\/tunnel/)
    const again = await machine.start('hookscope://screen/access')
    await again.ended
    await expectPage(page).toHaveURL(/#\/access/)
    await app.ask('openUrl', 'hookscope://object/Payment/5a915ae3')
    await expectPage(page).toHaveURL(/#\/objects\/Payment\/5a915ae3/)
  })

  test(
    'that are none of ours go nowhere and leave a line in the log, without what they said',
    { tags: 'full' },
    async () => {
      const app = await start()
      const page = await ready(app)
      await app.ask('openUrl', 'hookscope://delivery/1?replay=secret-target')
      await app.ask('openUrl', 'hookscope://screen/objects')
      await expectPage(page).toHaveURL(/#\/objects/)
      expect(logged()).toContain('a link was refused')
      expect(logged()).not.toContain('secret-target')
    },
  )
})

describe('case files', () => {
  test(
    'of the start, of a further start, of the system and of the menu open beside the deliveries',
    { tags: 'full' },
    async () => {
      mkdirSync(folder.path, { recursive: true })
      const fileOf = (name: string) => {
        writeFileSync(at(name), soundCase().file)
        return at(name)
      }
      const app = await start({ args: [fileOf('one.hookscope')] })
      const page = await ready(app)
      const opened = (name: string) => expectPage(page.getByText(`${name}: 2 deliveries`)).toBeVisible()
      await opened('one.hookscope')
      await expectPage(page).toHaveURL(/#\/case-files/)
      const again = await machine.start(fileOf('two.hookscope'))
      await again.ended
      await opened('two.hookscope')
      expect(await app.ask('openFile', fileOf('three.hookscope'))).toBe(true)
      await opened('three.hookscope')
      await app.ask('chooseFiles', fileOf('four.hookscope'))
      await app.ask('pressMenu', 'File', 'Open case file…')
      await opened('four.hookscope')
      await app.ask('openFile', at('missing.hookscope'))
      await expectPage(page.getByText(/missing\.hookscope.*ENOENT|ENOENT.*missing\.hookscope/)).toBeVisible()
      await app.ask('pressMenu', 'Go', 'Inbox')
      await app.ask('pressMenu', 'File', 'Export…')
      await expectPage(page.getByRole('form', { name: 'Export' })).toBeVisible()
    },
  )
})

test('notifications tell a first while nobody looks at the window, and a click opens what it is about', async () => {
  const app = await start()
  const page = await ready(app)
  const [id] = await windowIds(app)
  await app.ask('blur', id)
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const { more } = await app.noted('notification.show')
  expect(more).toMatchObject({ title: 'First verified delivery' })
  await app.ask('pressMenu', 'Go', 'Connection')
  await expectPage(page).toHaveURL(/#\/access/)
  await app.ask('clickNotification', 'First verified delivery')
  await expectPage(page).toHaveURL(/#\/inbox\/1$/)
})

test('the window opens where it was', { tags: 'full' }, async () => {
  const app = await start()
  await ready(app)
  const [id] = await windowIds(app)
  const bounds = { x: 40, y: 60, width: 1000, height: 700 }
  await app.ask('placeWindow', id, bounds)
  await app.ask('closeWindow', id)
  await app.ended
  const again = await machine.start()
  expect((await again.noted('BrowserWindow')).more['window']).toMatchObject(bounds)
})
