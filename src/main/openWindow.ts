import { join } from 'node:path'
import { BrowserWindow, nativeTheme, session, screen } from 'electron'
import { backgrounds, isStartPage } from '../desktop/startPages.ts'
import { type Opening, smallestWindow, openingOf } from '../desktop/windowPlace.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import { developmentOrigin, isOurPage, pageOrigin } from './pageAddress.ts'
import { load, watchContents } from './watchContents.ts'
import type { DesktopMemory } from '../desktop/desktopMemory.ts'

/** Delay between the last change of the place and its writing, ms. */
const calmMs = 500

/** How to open the window on the displays of this moment. */
export function openingNow(memory: DesktopMemory): Opening {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return openingOf(
    memory.window(),
    [primary, ...others].map(({ workArea }) => workArea),
  )
}

/** Remembers where the user puts the window, for the next start. */
export function keepWindowPlace(window: BrowserWindow, memory: DesktopMemory): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    if (window.isDestroyed()) return
    // The place while the window is neither maximised nor full screen: to come back to that, both have to be known.
    memory.keepWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, calmMs)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', keep)
  window.on('closed', () => clearTimeout(timer))
}

export interface WindowOptions {
  /** Returns the address to show, also when the page is reloaded later. */
  address: () => string
  opening: Opening
  /** May name a development server, see pageAddress.ts. */
  variables: NodeJS.ProcessEnv
  /** Called once the window has been shown. */
  onShown: () => void
  log: HostLog
}

/** Longest time that a new window stays hidden, ms. */
const maxHiddenMs = 5000

/** Opens the one window. Its page is isolated from Node, cannot leave its origin, and gets no permission but copying. */
export function openWindow({ address, opening, variables, onShown, log }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = opening
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    backgroundColor: backgrounds[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    title: 'Hookscope',
    // On other systems the icon is the program's own, and on Linux that of a .desktop file, which an AppImage does not install.
    ...(process.platform === 'linux' ? { icon: join(import.meta.dirname, '../../resources/icon/256x256.png') } : {}),
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event) => {
    if (!isOurPage(event.url, variables)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  watchContents(window, () => reloadPage(window, address()), log)
  if (maximized) window.maximize()
  showSoon(window, onShown, log)
  load(window, address())
  return window
}

/**
 * Shows a new window once, as soon as there may be something to see. `ready-to-show` alone is not enough: on some Wayland
 * desktops it comes only after `show()` (electron#48859), and without a GPU process it may never come.
 */
function showSoon(window: BrowserWindow, onShown: () => void, log: HostLog): void {
  let isOver = false
  const finish = (isShown: boolean) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (isShown) onShown()
  }
  const show = () => {
    if (isOver) return
    window.show()
    finish(true)
  }
  const timer = setTimeout(() => {
    log('warn', 'the window is shown although its page is not ready', { afterMs: maxHiddenMs })
    show()
  }, maxHiddenMs)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.webContents.once('did-fail-load', show)
  // A further start may have brought it up already; a window that the user has hidden since must not come back. A hidden window
  // may have the focus, too (electron#3601).
  window.on('focus', () => {
    if (window.isVisible()) finish(true)
  })
  window.once('closed', () => finish(false))
}

/** Puts a window in front of the user, also one that is minimized or was never shown: `focus()` alone shows no hidden one. */
export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Loads the page again where it is; `address` when something else is shown. */
export function reloadPage(window: BrowserWindow, address: string): void {
  if (window.isDestroyed()) return
  const { webContents } = window
  const shown = webContents.getURL()
  if (shown.startsWith(address) && !isStartPage(shown)) webContents.reload()
  else load(window, address)
}

/** The page itself: that of the development server where there is one. */
export function homeAddress(variables: NodeJS.ProcessEnv): string {
  return `${developmentOrigin(variables) ?? pageOrigin}/`
}

/** Refuses camera, location, notifications and all else; copying text is what the copy buttons need. */
export function denyPermissions(): void {
  const mayCopy = (permission: string) => permission === 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => decide(mayCopy(permission)))
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => mayCopy(permission))
}
