/**
 * A stand-in for Electron's runtime: the unchanged built main script on plain Node, with pages of a headless Chromium as its
 * windows. It shows how our parts work together; it proves nothing about Electron.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { serveProcess, type StandInProcess } from './serveProcess.ts'
import type { Settings } from './wire.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(import.meta.dirname, 'runStandIn.ts')

/** Electron's crypto is BoringSSL, which lacks some of Node's digests. */
const electronsDigests = ['--import', new URL('../support/boringDigests.mjs', import.meta.url).href]

export interface StandInOptions {
  /** Holds profile and data; it survives the stand-in, so that the app can be started again on it. */
  folder: string
  browser: Browser
  packaged?: boolean
  keyring?: string
  /** On top of those of the test. */
  variables?: Record<string, string>
  /** Options of Node. Default: the digests that Electron's crypto has, and no others. */
  nodeOptions?: string[]
  /** Whether downloads are kept for the test. Default: no; the system's save dialog opens and stays unanswered. */
  acceptDownloads?: boolean
  /** The system that the app takes itself to run on. Default: this one. */
  platform?: NodeJS.Platform
  /** False: a hidden window paints nothing, so that `ready-to-show` comes only after `show()`. */
  paintsHidden?: boolean
  /** The result of loading a page. Default: it finishes. */
  loading?: Settings['loading']
  /** The system has a dark theme. */
  dark?: boolean
  onPage?: (page: Page) => void
}

/** A machine with one profile, on which the app can be started, more than once if need be. */
export interface StandIn {
  /** Every process that was there, in order: also a second instance, and one that the app itself relaunched. */
  processes: readonly StandInProcess[]
  /** Starts the app; resolves when its main process is there, before it is ready. */
  start(...args: string[]): Promise<StandInProcess>
  /** The next process that the test did not start. */
  next(): Promise<StandInProcess>
  /** The text that all processes have written to stderr. */
  stderr(): string
  /** From now on no window has a page: for what no page has a part in, for half of the processor time. */
  withoutPages(): void
  /** Ends what still runs, without a quit. */
  stop(): Promise<void>
}

/** Prepares the machine; nothing runs on it yet. */
export async function openStandIn(options: StandInOptions): Promise<StandIn> {
  const { folder, browser, variables = {} } = options
  const appData = join(folder, 'profiles')
  mkdirSync(appData, { recursive: true })
  const control = join(folder, `control-${Date.now().toString(36)}`)
  const settings: Settings = {
    control,
    packaged: options.packaged ?? false,
    appData,
    keyring: options.keyring ?? 'gnome_libsecret',
    platform: options.platform ?? process.platform,
    paintsHidden: options.paintsHidden ?? true,
    loading: options.loading ?? 'finishes',
    dark: options.dark ?? false,
  }
  const context = await browser.newContext({
    viewport: { width: 1280, height: 840 },
    acceptDownloads: options.acceptDownloads ?? false,
    reducedMotion: 'reduce',
  })
  const development = variables['ELECTRON_RENDERER_URL']
  const processes: StandInProcess[] = []
  let hasPages = true
  let written = ''
  const children = new Set<ChildProcess>()
  let waiting: ((process: StandInProcess) => void)[] = []
  const next = async () => new Promise<StandInProcess>((resolve) => waiting.push(resolve))

  const server = createServer((socket) => {
    serveProcess(socket, {
      context,
      hasPages: () => hasPages,
      developmentOrigin: development === undefined ? null : new URL(development).origin,
      asksWhereToSave: options.acceptDownloads !== true,
      onPage: options.onPage ?? (() => undefined),
    }).then(
      (process) => {
        processes.push(process)
        for (const resolve of waiting.splice(0)) resolve(process)
      },
      () => socket.destroy(),
    )
  })
  server.listen(control)
  await once(server, 'listening')

  return {
    processes,
    next,
    stderr: () => written,
    withoutPages: () => {
      hasPages = false
    },
    start: async (...args) => {
      const child = spawn(process.execPath, [...(options.nodeOptions ?? electronsDigests), entry, ...args], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'pipe'],
        // A group of its own, so that a test can signal it as a terminal does.
        detached: true,
        env: {
          ...process.env,
          HOOKSCOPE_DATA: join(folder, 'data'),
          ...variables,
          HOOKSCOPE_STAND_IN: JSON.stringify(settings),
          HOOKSCOPE_STAND_IN_ENTRY: entry,
        },
      })
      children.add(child)
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        written += chunk.toString()
      })
      const ended = once(child, 'exit').then(async () => {
        children.delete(child)
        // One that ends at once may have said who it is, and that may be on its way still: only a failure waits for this.
        await delay(10_000, undefined, { ref: false })
        throw new Error(`The stand-in ended before it was there: ${said}`)
      })
      const started = await Promise.race([nextOf(() => child.pid), ended])
      ended.catch(() => undefined)
      return started
    },
    stop: async () => {
      for (const { socket } of processes) socket.destroy()
      await Promise.all(
        [...children].map(async (child) => {
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
      await new Promise((resolve) => server.close(resolve))
      await context.close()
    },
  }

  async function nextOf(pid: () => number | undefined): Promise<StandInProcess> {
    for (;;) {
      const process = await next()
      if (process.pid === pid()) return process
    }
  }
}
