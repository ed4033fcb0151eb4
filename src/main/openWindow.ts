import { join } from 'node:path'
import { BrowserWindow, session } from 'electron'
import { developmentOrigin, isOurPage, pageOrigin } from './pageAddress.ts'

/** Opens the one window. Its page is isolated from Node, cannot leave its origin, and gets no permission but copying. */
export function openWindow(variables: NodeJS.ProcessEnv): BrowserWindow {
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
  window.once('ready-to-show', () => window.show())
  void window.loadURL(developmentOrigin(variables) ?? `${pageOrigin}/`)
  return window
}

/** Refuses camera, location, notifications and all else; copying text is what the copy buttons need. */
export function denyPermissions(): void {
  const mayCopy = (permission: string) => permission === 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => decide(mayCopy(permission)))
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => mayCopy(permission))
}
