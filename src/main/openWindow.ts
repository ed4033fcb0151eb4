import { join } from 'node:path'
import { BrowserWindow, session } from 'electron'
import type { HostLog } from '../host/reportFaults.ts'
import { fewTimes } from './fewTimes.ts'
import { developmentOrigin, isOurPage, pageOrigin } from './pageAddress.ts'

/** Opens the one window. Its page is isolated from Node, cannot leave its origin, and gets no permission but copying. */
export function openWindow(variables: NodeJS.ProcessEnv, log: HostLog): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
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
  const mayReload = fewTimes(3, 60_000, () => performance.now())
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log('error', "the page's process is gone", { reason, exitCode })
    // A page that fails again and again stays as it is; the menu still reloads it. Not at once: Electron is amid the end.
    if (mayReload()) setImmediate(() => reloadPage(window, variables))
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(homeAddress(variables))
  return window
}

/** Loads our page anew, whatever became of the one that is shown. */
export function reloadPage(window: BrowserWindow, variables: NodeJS.ProcessEnv): void {
  if (window.isDestroyed()) return
  const { webContents } = window
  if (isOurPage(webContents.getURL(), variables)) webContents.reload()
  else void window.loadURL(homeAddress(variables))
}

function homeAddress(variables: NodeJS.ProcessEnv): string {
  return developmentOrigin(variables) ?? `${pageOrigin}/`
}

/** Refuses camera, location, notifications and all else; copying text is what the copy buttons need. */
export function denyPermissions(): void {
  const mayCopy = (permission: string) => permission === 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => decide(mayCopy(permission)))
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => mayCopy(permission))
}
