/** `app`: before and after ready, the one instance, and the way a quit goes. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Emitter, plainEvent } from './emitter.ts'
import { answer, end, note, settings } from './link.ts'
import { holdInstance, untilHandedOver } from './oneInstance.ts'
import type { WebContents } from './webContents.ts'
import type { BrowserWindow } from './windows.ts'

interface AppEvents {
  ready: []
  activate: [event: Electron.Event, hasVisibleWindows: boolean]
  'before-quit': [event: Electron.Event]
  'will-quit': [event: Electron.Event]
  quit: [event: Electron.Event, exitCode: number]
  'second-instance': [event: Electron.Event, argv: string[], workingDirectory: string, additionalData: unknown]
  'open-url': [event: Electron.Event, url: string]
  'open-file': [event: Electron.Event, path: string]
  'window-all-closed': []
  'browser-window-created': [event: Electron.Event, window: BrowserWindow]
  'web-contents-created': [event: Electron.Event, webContents: WebContents]
}

const ready = Promise.withResolvers<void>()
const all = new Set<BrowserWindow>()
const paths = new Map<string, string>([['appData', settings.appData]])
let isReady = false
let isQuitting = false
let hasEnded = false
let name: string | null = null
let relaunchWith: string[] | null = null

class App extends Emitter<AppEvents> implements Partial<Omit<Electron.App, 'on' | 'once' | 'off' | 'removeListener'>> {
  get isPackaged(): boolean {
    return settings.packaged
  }
  isReady(): boolean {
    return isReady
  }
  async whenReady(): Promise<void> {
    return ready.promise
  }
  get name(): string {
    return this.getName()
  }
  getName(): string {
    return name ?? packageOf().productName ?? packageOf().name
  }
  setName(next: string): void {
    name = next
  }
  setAppUserModelId(id: string): void {
    note('app.setAppUserModelId', { id })
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    note('app.setAboutPanelOptions', { options })
  }
  setAsDefaultProtocolClient(scheme: string, path?: string, args?: string[]): boolean {
    note('app.setAsDefaultProtocolClient', { scheme, path, args })
    return true
  }
  isDefaultProtocolClient(): boolean {
    return true
  }
  setBadgeCount(count = 0): boolean {
    note('app.setBadgeCount', { count })
    return true
  }
  get dock(): Electron.Dock | undefined {
    return undefined
  }
  focus(): void {
    note('app.focus')
  }
  hide(): void {
    note('app.hide')
  }
  getLocale(): string {
    return 'en-GB'
  }
  getVersion(): string {
    return packageOf().version
  }
  getAppPath(): string {
    return process.cwd()
  }
  getPath(wanted: string): string {
    const path = paths.get(wanted) ?? { userData: join(settings.appData, this.getName()) }[wanted]
    if (path === undefined) throw new Error(`Failed to get '${wanted}' path`)
    return path
  }
  setPath(wanted: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path ${path}`)
    paths.set(wanted, path)
    note('app.setPath', { name: wanted, path, isReady })
  }
  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    mkdirSync(this.getPath('userData'), { recursive: true })
    return holdInstance(this.getPath('userData'), additionalData, (argv, directory, data) =>
      this.emit('second-instance', plainEvent(), argv, directory, data),
    )
  }
  quit(): void {
    note('app.quit', { isQuitting })
    if (isQuitting || hasEnded) return
    isQuitting = true
    if (prevented('before-quit')) {
      isQuitting = false
      return
    }
    if (all.size === 0) shutDown()
    for (const window of all) window.close()
  }
  exit(code = 0): void {
    note('app.exit', { code })
    hasEnded = true
    void leave(code)
  }
  relaunch(options: Electron.RelaunchOptions = {}): void {
    relaunchWith = options.args ?? process.argv.slice(1)
    note('app.relaunch', { args: relaunchWith })
  }
}

export const app = new App()

/** Electron evaluates the main script first and is ready after it. macOS then activates the app, at its first start, too. */
export function becomeReady(): void {
  isReady = true
  ready.resolve()
  app.emit('ready')
  if (settings.platform === 'darwin') setImmediate(activate)
}

function activate(): void {
  note('activate')
  app.emit(
    'activate',
    plainEvent(),
    windows().some((window) => window.isVisible()),
  )
}

export function mustBeReady(what: string): void {
  if (!isReady) throw new Error(`${what} can only be used after app is ready`)
}

export function mustNotBeReady(what: string): void {
  if (isReady) throw new Error(`${what} should be called before app is ready`)
}

export function addWindow(window: BrowserWindow): void {
  all.add(window)
  app.emit('browser-window-created', plainEvent(), window)
  app.emit('web-contents-created', plainEvent(), window.webContents)
}

export function windows(): BrowserWindow[] {
  return [...all]
}

export function removeWindow(window: BrowserWindow): void {
  all.delete(window)
  if (all.size > 0 || hasEnded) return
  if (isQuitting) return shutDown()
  note('window-all-closed')
  app.emit('window-all-closed')
}

/** A window refused to close: the quit is off. */
export function cancelQuit(): void {
  isQuitting = false
}

function prevented(event: 'before-quit' | 'will-quit'): boolean {
  const emitted = plainEvent()
  app.emit(event, emitted)
  if (emitted.defaultPrevented) note(`${event} prevented`)
  return emitted.defaultPrevented
}

function shutDown(): void {
  if (hasEnded) return
  if (prevented('will-quit')) {
    isQuitting = false
    return
  }
  hasEnded = true
  app.emit('quit', plainEvent(), 0)
  void leave(0)
}

/** A relaunched app starts when this one has ended; a shell waits for that, as Electron's helper does. */
async function leave(code: number): Promise<never> {
  await untilHandedOver()
  if (relaunchWith !== null) {
    // Electron adds the folder of an app that is not packaged.
    const words = settings.packaged ? relaunchWith : relaunchWith.slice(1)
    const own = [process.execPath, ...process.execArgv, process.env['HOOKSCOPE_STAND_IN_ENTRY'] ?? '', ...words]
    const wait = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.05; done; exec "$@"`
    spawn('/bin/sh', ['-c', wait, 'sh', ...own], { stdio: 'ignore', detached: true }).unref()
  }
  return end(code)
}

function packageOf(): { name: string; productName?: string; version: string } {
  return JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as ReturnType<typeof packageOf>
}

answer('app', () => ({ name: app.getName(), profile: app.getPath('userData') }))
answer('quit', () => app.quit())
answer('activate', activate)
answer('openFile', (path: string) => {
  const event = plainEvent()
  app.emit('open-file', event, path)
  return event.defaultPrevented
})
answer('openUrl', (url: string) => {
  const event = plainEvent()
  app.emit('open-url', event, url)
  return event.defaultPrevented
})
