/** `BrowserWindow`. The page itself is a Chromium page that the test holds. */
import { readFileSync } from 'node:fs'
import { addWindow, cancelQuit, mustBeReady, removeWindow, windows } from './app.ts'
import { Emitter, plainEvent } from './emitter.ts'
import { note, settings, tell } from './link.ts'
import { mayDo } from './session.ts'
import { WebContents } from './webContents.ts'

interface WindowEvents {
  'ready-to-show': []
  show: []
  hide: []
  focus: []
  blur: []
  close: [event: Electron.Event]
  closed: []
  minimize: []
  restore: []
  maximize: []
  unmaximize: []
  'enter-full-screen': []
  'leave-full-screen': []
  move: []
  resize: []
  unresponsive: []
  responsive: []
  'query-session-end': [event: Electron.WindowSessionEndEvent]
  'session-end': [event: Electron.WindowSessionEndEvent]
}

let nextId = 1

export class BrowserWindow
  extends Emitter<WindowEvents>
  implements Partial<Omit<Electron.BrowserWindow, 'webContents' | 'on' | 'once' | 'off' | 'removeListener'>>
{
  readonly id = nextId++
  readonly webContents = new WebContents(this.id)
  #isDestroyed = false
  #isVisible = false
  #isMinimized = false
  #isFocused = false
  #isMaximized = false
  #isFullScreen = false
  #bounds: Electron.Rectangle
  #loading: { resolve: () => void; reject: (error: Error) => void } | null = null
  #hasPage = false
  #hasPainted = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    mustBeReady('BrowserWindow')
    this.#isVisible = options.show !== false
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    const preload = options.webPreferences?.preload
    addWindow(this)
    const { webPreferences, ...window } = options
    note('BrowserWindow', { id: this.id, window, webPreferences })
    tell({
      kind: 'open',
      window: this.id,
      width: options.width ?? 800,
      height: options.height ?? 600,
      preload: preload === undefined ? '' : readFileSync(preload, 'utf8'),
      mayCopy: mayDo('clipboard-sanitized-write'),
    })
  }
  static getAllWindows(): BrowserWindow[] {
    return windows()
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  isMinimized(): boolean {
    return this.#isMinimized
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isFocused(): boolean {
    return this.#isFocused
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows().find((window) => window.isFocused()) ?? null
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return windows().find(({ webContents }) => webContents === contents) ?? null
  }
  isMaximized(): boolean {
    return this.#isMaximized
  }
  isFullScreen(): boolean {
    return this.#isFullScreen
  }
  getBounds(): Electron.Rectangle {
    return this.#bounds
  }
  getNormalBounds(): Electron.Rectangle {
    return this.#bounds
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('move')
    this.emit('resize')
  }
  setFullScreen(wanted: boolean): void {
    this.#isFullScreen = wanted
    this.emit(wanted ? 'enter-full-screen' : 'leave-full-screen')
  }
  /** Shows a hidden window as well, without giving it the focus. */
  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
    if (!this.#isVisible) this.#appear()
  }
  unmaximize(): void {
    this.#isMaximized = false
    this.emit('unmaximize')
  }
  setTitle(title: string): void {
    note('window.setTitle', { id: this.id, title })
  }
  setOverlayIcon(_icon: unknown, description: string): void {
    note('window.setOverlayIcon', { id: this.id, description })
  }
  flashFrame(wanted: boolean): void {
    note('window.flashFrame', { id: this.id, wanted })
  }
  setIcon(): void {
    note('window.setIcon', { id: this.id })
  }
  minimize(): void {
    this.#isMinimized = true
    this.emit('minimize')
    this.blur()
  }
  restore(): void {
    this.#isMinimized = false
    this.emit('restore')
    note('window.restore', { id: this.id })
  }
  /** A hidden window cannot have the focus, and is not shown by it. */
  focus(): void {
    note('window.focus', { id: this.id, isVisible: this.#isVisible })
    if (!this.#isVisible || this.#isFocused) return
    this.#isFocused = true
    this.emit('focus')
  }
  blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.emit('blur')
  }
  /** Shows the window and gives it the focus. */
  show(): void {
    note('window.show', { id: this.id })
    this.#appear()
    this.focus()
  }
  hide(): void {
    this.#isVisible = false
    note('window.hide', { id: this.id })
    this.emit('hide')
    this.blur()
  }
  async loadURL(url: string): Promise<void> {
    note('window.loadURL', { id: this.id, url })
    this.#loading?.reject(new Error(`ERR_ABORTED (-3) loading '${this.webContents.getURL()}'`))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#loading = { resolve, reject }
    if (settings.loading === 'finishes') tell({ kind: 'load', window: this.id, url })
    if (settings.loading === 'fails') setImmediate(() => this.loaded(url, 'ERR_FAILED'))
    return promise
  }
  close(): void {
    if (this.#isDestroyed) return
    const event = plainEvent()
    this.emit('close', event)
    if (event.defaultPrevented) {
      note('close prevented', { id: this.id })
      cancelQuit()
      return
    }
    this.destroy()
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.webContents.isGone = true
    this.webContents.dropPorts()
    tell({ kind: 'close', window: this.id })
    note('window closed', { id: this.id })
    this.emit('closed')
    setImmediate(() => removeWindow(this))
  }
  /** For the stand-in itself: the page is there, or why it is not. */
  loaded(url: string, problem: string | null): void {
    const { webContents } = this
    // A newer load took its place, and has refused this one already.
    if (problem === 'ERR_ABORTED') {
      webContents.emit('did-fail-load', plainEvent(), -3, problem, url, true, 1, 1)
      return
    }
    webContents.arrivedAt(url)
    const loading = this.#loading
    this.#loading = null
    if (problem !== null) {
      webContents.emit('did-fail-load', plainEvent(), -324, problem, url, true, 1, 1)
      loading?.reject(new Error(`${problem} (-324) loading '${url}'`))
      return
    }
    webContents.emit('did-finish-load')
    loading?.resolve()
    this.#hasPage = true
    this.#paint()
  }
  #appear(): void {
    this.#isVisible = true
    this.emit('show')
    this.#paint()
  }
  /** The first paint of a page. */
  #paint(): void {
    if (this.#hasPainted || !this.#hasPage || !(this.#isVisible || settings.paintsHidden)) return
    this.#hasPainted = true
    this.emit('ready-to-show')
  }
}

export function windowOf(id: number): BrowserWindow {
  const window = windows().find((one) => one.id === id)
  if (window === undefined) throw new Error(`There is no window ${id}.`)
  return window
}
