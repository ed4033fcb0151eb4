import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { openBrowser } from '../support/openBrowser.ts'
import { whyNoRuntime } from '../../tools/whyNoRuntime.ts'
import { openStandIn } from '../standIn/launchStandIn.ts'
import type { MenuLine } from '../standIn/wire.ts'

/** The desktop app as a person and the system use it, on the real runtime or on the stand-in. */
export interface RunningDesktop {
  page: Page
  /** The menus of the app. */
  menu(): Promise<MenuLine[]>
  /** Presses the item of ours that these labels lead to. */
  press(...path: string[]): Promise<void>
  /** Starts the app once more on the same data; answers with the exit code. */
  startAgain(...args: string[]): Promise<number | null>
  /** Quits; answers with the exit code. */
  quit(): Promise<number | null>
  /** What is still there after a failure. */
  stop(): Promise<void>
}

export interface Desktop {
  name: string
  missing: string | null
  start(folder: string): Promise<RunningDesktop>
}

const root = join(import.meta.dirname, '../..')

const standIn: Desktop = {
  name: 'a stand-in for its runtime',
  missing: null,
  start: async (folder) => {
    const browser = await openBrowser()
    const machine = await openStandIn({ folder, browser, acceptDownloads: true, variables: { HOOKSCOPE_DATA: folder } })
    const app = await machine.start()
    return {
      page: await app.page(),
      menu: async () => app.ask<MenuLine[]>('menu'),
      press: async (...path) => void (await app.ask('pressMenu', ...path)),
      startAgain: async (...args) => (await machine.start(...args)).ended,
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

const realRuntime: Desktop = {
  name: "Electron's own runtime",
  missing: whyNoRuntime(),
  start: async (folder) => {
    const args = [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    const env = { ...(process.env as Record<string, string>), HOOKSCOPE_DATA: folder }
    const app = await _electron.launch({ args, env })
    return {
      page: await app.firstWindow(),
      menu: async () => menuOf(app),
      press: async (...path) => pressIn(app, path),
      startAgain: async (...more) => {
        const runtime = createRequire(import.meta.url)('electron') as unknown as string
        const child = spawn(runtime, [...args, ...more], { env, stdio: 'inherit' })
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
