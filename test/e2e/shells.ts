import type { Browser, Page } from '@playwright/test'
import { openBrowser } from '../support/openBrowser.ts'
import { missingRuntime } from '../../tools/findRuntime.ts'
import { startServe } from '../build/startServe.ts'
import { openStandIn } from '../standIn/launchStandIn.ts'
import { launchRuntime } from './desktop/desktops.ts'

/** The UI of one shell, opened on a data folder. */
export interface OpenShell {
  page: Page
  /** Errors logged by the page, including policy violations. */
  problems: string[]
  stop(): Promise<void>
}

export interface Shell {
  name: string
  isStandIn: boolean
  /** Why it cannot run on this machine, or null. */
  missing: string | null
  open(dataFolder: string): Promise<OpenShell>
}

const browserShell: Shell = {
  name: 'the browser shell',
  isStandIn: false,
  missing: null,
  open: async (dataFolder) => {
    const serve = await startServe(dataFolder)
    const browser: Browser = await openBrowser()
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const problems = watch(page)
    await page.goto(serve.ui)
    return {
      page,
      problems,
      stop: async () => {
        await browser.close()
        await serve.kill('SIGTERM')
      },
    }
  },
}

const desktopShell: Shell = {
  name: "the desktop shell on Electron's own runtime",
  isStandIn: false,
  missing: missingRuntime(),
  open: async (dataFolder) => {
    const app = await launchRuntime(dataFolder)
    const page = await app.firstWindow()
    return { page, problems: watch(page), stop: async () => app.close() }
  },
}

/** The desktop shell's main process on plain Node, under the digests that Electron has. It proves nothing about Electron. */
const standInShell: Shell = {
  name: 'the desktop shell on a stand-in for its runtime',
  isStandIn: true,
  missing: null,
  open: async (dataFolder) => {
    const browser = await openBrowser()
    const problems: string[] = []
    const machine = await openStandIn({ folder: dataFolder, browser, onPage: (page) => watchInto(page, problems) })
    const app = await machine.start()
    return {
      page: await app.page(),
      problems,
      stop: async () => {
        await app.ask('quit').catch(() => undefined)
        await app.ended
        await machine.stop()
        await browser.close()
      },
    }
  },
}

/** The same script runs over each shell that this machine can show. */
export const shells: readonly Shell[] = [browserShell, desktopShell, standInShell]

function watch(page: Page): string[] {
  const problems: string[] = []
  watchInto(page, problems)
  return problems
}

function watchInto(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
}
