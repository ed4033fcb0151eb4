import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { _electron, type Browser, type Page } from '@playwright/test'
import { launchChromium } from '../../tools/launchChromium.ts'
import { startServe } from '../build/startServe.ts'

/** The UI of one shell, opened on a data folder. */
export interface OpenShell {
  page: Page
  /** What the page logged as errors, policy violations included. */
  problems: string[]
  stop(): Promise<void>
}

export interface Shell {
  name: string
  /** Why it cannot run on this machine, or null. */
  missing: string | null
  open(dataFolder: string): Promise<OpenShell>
}

const browserShell: Shell = {
  name: 'the browser shell',
  missing: null,
  open: async (dataFolder) => {
    const serve = await startServe(dataFolder)
    const browser: Browser = await launchChromium()
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
  name: 'the desktop shell',
  missing: whyNoDesktop(),
  open: async (dataFolder) => {
    const app = await _electron.launch({
      args: [join(import.meta.dirname, '../..'), ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      env: { ...(process.env as Record<string, string>), HOOKSCOPE_DATA: dataFolder },
    })
    const page = await app.firstWindow()
    return { page, problems: watch(page), stop: async () => app.close() }
  },
}

/** Both shells; the same script runs over each that this machine can show. */
export const shells: readonly Shell[] = [browserShell, desktopShell]

function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

function whyNoDesktop(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const path = join(folder, 'path.txt')
  if (!existsSync(path) || !existsSync(join(folder, 'dist', readFileSync(path, 'utf8').trim()))) {
    return "Electron's runtime is not installed on this machine"
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY ? 'this machine has no display' : null
}
