import { join } from 'node:path'
import { BrowserWindow, session } from 'electron'
import { isStartPage } from '../desktop/startPages.ts'
import { type Opening, smallestWindow } from '../desktop/windowPlace.ts'
import type { HostLog } from '../host/reportFaults.ts'
import { developmentOrigin, isOurPage, pageOrigin } from './pageAddress.ts'
import { load, watchContents } from './watchContents.ts'

export interface WindowOptions {
  /** What it shows, also when it is loaded again later. */
  address: () => string
  opening: Opening
  /** May name a development server, see pageAddress.ts. */
  variables: NodeJS.ProcessEnv
  log: HostLog
}

/** Opens the one window. Its page is isolated from Node, cannot leave its origin, and gets no permission but copying. */
export function openWindow({ address, opening, variables, log }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = opening
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Hookscope',
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
  window.once('ready-to-show', () => window.show())
  load(window, address())
  return window
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
