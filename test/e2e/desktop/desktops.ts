import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { openBrowser } from '../../support/openBrowser.ts'
import { missingRuntime } from '../../../tools/findRuntime.ts'
import { openStandIn } from '../../standIn/launchStandIn.ts'
import type { MenuLine } from '../../standIn/wire.ts'

/** The state of the app, asked in its main process. */
export interface DesktopState {
  name: string
  /** Folder of Chromium's profile. */
  profile: string
  windows: { isVisible: boolean; isMinimized: boolean; url: string }[]
}

/** The desktop app as its user and the system drive it, on the real runtime or on the stand-in. */
export interface RunningDesktop {
  page: Page
  state(): Promise<DesktopState>
  /** Runs code in the page of the window through the main process, which also works once the first page has crashed. */
  inPage(code: string): Promise<unknown>
  /** The menus of the app. */
  menu(): Promise<MenuLine[]>
  /** Presses the item of ours that these labels lead to. */
  press(...path: string[]): Promise<void>
  hideWindow(): Promise<void>
  closeWindow(): Promise<void>
  /** Ends the page's process as a fault would. */
  crashPage(): Promise<void>
  /** Returns the lines on stderr, without the logs of Chromium and the system. */
  complaints(): string[]
  /** Starts the app once more on the same data; answers with the exit code. */
  startAgain(...args: string[]): Promise<number | null>
  /** Quits; answers with the exit code. */
  quit(): Promise<number | null>
  /** Ends everything that is left after a failure. */
  stop(): Promise<void>
}

export interface DesktopStart {
  /** Options of the app. */
  args?: readonly string[]
  /** On top of those of the test. */
  variables?: Record<string, string>
}

export interface Desktop {
  name: string
  isStandIn: boolean
  missing: string | null
  start(folder: string, start?: DesktopStart): Promise<RunningDesktop>
}

const root = join(import.meta.dirname, '../../..')

const standIn: Desktop = {
  name: 'a stand-in for its runtime',
  isStandIn: true,
  missing: null,
  start: async (folder, { args = [], variables = {} } = {}) => {
    const browser = await openBrowser()
    const machine = await openStandIn({
      folder,
      browser,
      acceptDownloads: true,
      variables: { HOOKSCOPE_DATA: folder, ...variables },
    })
    const app = await machine.start(...args)
    const window = async () => (await app.ask<{ id: number }[]>('windows'))[0]?.id
    return {
      page: await app.page(),
      state: async () => ({
        ...(await app.ask<Pick<DesktopState, 'name' | 'profile'>>('app')),
        windows: await app.ask<DesktopState['windows']>('windows'),
      }),
      inPage: async (code) => (await app.page()).evaluate(code),
      menu: async () => app.ask<MenuLine[]>('menu'),
      press: async (...path) => void (await app.ask('pressMenu', ...path)),
      hideWindow: async () => void (await app.ask('hideWindow', await window())),
      closeWindow: async () => void (await app.ask('closeWindow', await window())),
      crashPage: async () => void (await app.ask('crashPage', await window())),
      complaints: () => complaintsIn(machine.stderr()),
      startAgain: async (...more) => (await machine.start(...more)).ended,
      quit: async () => {
        await app.ask('quit')
        return app.ended
      },
      stop: async () => {
        await machine.stop()
        await browser.close()
      },
    }
  },
}

/** Chromium's sandbox does not start for root. */
const isRoot = process.getuid?.() === 0

/** Starts the app on Electron's runtime; Playwright keeps its downloads, so that no save dialog opens. */
export async function launchRuntime(folder: string, { args = [], variables = {} }: DesktopStart = {}) {
  return _electron.launch({
    args: [root, ...args],
    env: { ...(process.env as Record<string, string>), HOOKSCOPE_DATA: folder, ...variables },
    acceptDownloads: true,
    chromiumSandbox: !isRoot,
  })
}

const realRuntime: Desktop = {
  name: "Electron's own runtime",
  isStandIn: false,
  missing: missingRuntime(),
  start: async (folder, start = {}) => {
    const app = await launchRuntime(folder, start)
    let written = ''
    app.process().stderr?.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
    return {
      page: await app.firstWindow(),
      state: async () =>
        app.evaluate(({ app: own, BrowserWindow }) => ({
          name: own.getName(),
          profile: own.getPath('userData'),
          windows: BrowserWindow.getAllWindows().map((window) => ({
            isVisible: window.isVisible(),
            isMinimized: window.isMinimized(),
            url: window.webContents.getURL(),
          })),
        })),
      inPage: async (code) =>
        app.evaluate(
          async ({ BrowserWindow }, text): Promise<unknown> =>
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
          code,
        ),
      menu: async () => menuOf(app),
      press: async (...path) => pressIn(app, path),
      hideWindow: async () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
      // The answer goes first: with its last window the app may end.
      closeWindow: async () =>
        app.evaluate(({ BrowserWindow }) => {
          setImmediate(() => BrowserWindow.getAllWindows()[0]?.close())
        }),
      crashPage: async () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()),
      complaints: () => complaintsIn(written),
      startAgain: async (...more) => {
        const runtime = createRequire(import.meta.url)('electron') as unknown as string
        const env = { ...process.env, HOOKSCOPE_DATA: folder, ...start.variables }
        const child = spawn(runtime, [root, ...(isRoot ? ['--no-sandbox'] : []), ...more], { env, stdio: 'inherit' })
        const [code] = (await once(child, 'exit')) as [number | null]
        return code
      },
      quit: async () => {
        const child = app.process()
        const ended = once(child, 'exit') as Promise<[number | null]>
        await app.evaluate(({ app: own }) => own.quit()).catch(() => undefined)
        const [code] = await ended
        return code
      },
      stop: async () => app.close(),
    }
  },
}

/** The same script runs over both where both are there. */
export const desktops: readonly Desktop[] = [standIn, realRuntime]

/**
 * Leaves out Chromium's log, such as `[123:0101/120000.1:ERROR:bus.cc(408)] …`, that of macOS, such as
 * `2026-01-01 12:00:00.000 Electron[123:456] …`, and the debuggers that Playwright opens.
 */
function complaintsIn(written: string): string[] {
  const ofOthers =
    /^\[[\d:]+\/\d+\.\d+:|^[\d-]+ [\d:.]+ \w+\[\d+:\w+\] |^(DevTools listening on|Debugger (listening|attached)|For help, see: )/
  return written.split(/\r?\n/).filter((line) => line !== '' && !ofOthers.test(line))
}

async function menuOf(app: ElectronApplication): Promise<MenuLine[]> {
  return app.evaluate(({ Menu }) => {
    const lines = (items: Electron.MenuItem[]): MenuLine[] =>
      items.map(({ label, role, type, enabled, submenu }) => ({
        label,
        ...(role === undefined ? {} : { role }),
        type,
        enabled,
        ...(submenu === undefined ? {} : { submenu: lines(submenu.items) }),
      }))
    return lines(Menu.getApplicationMenu()?.items ?? [])
  })
}

async function pressIn(app: ElectronApplication, path: string[]): Promise<void> {
  await app.evaluate(({ Menu }, labels) => {
    let items = Menu.getApplicationMenu()?.items ?? []
    let item: Electron.MenuItem | undefined
    for (const label of labels) {
      item = items.find((one) => one.label === label)
      items = item?.submenu?.items ?? []
    }
    item?.click()
  }, path)
}
