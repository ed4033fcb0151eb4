/** The desktop shell: a table of contents. What it does, the files beside it do. */
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { startHost } from '../host/startHost.ts'
import { connectPages } from './connectPages.ts'
import { openDesktopKeeper } from './openDesktopKeeper.ts'
import { denyPermissions, openWindow } from './openWindow.ts'
import { registerPageScheme, servePage } from './servePage.ts'
import { setMenu } from './setMenu.ts'

if (app.requestSingleInstanceLock()) {
  registerPageScheme()
  void app.whenReady().then(start).catch(giveUp)
} else {
  app.quit()
}

async function start(): Promise<void> {
  const dataFolder = process.env['HOOKSCOPE_DATA'] ?? join(app.getPath('userData'), 'data')
  const keeper = openDesktopKeeper(dataFolder)
  const host = await startHost({ dataFolder, keeper, version: app.getVersion(), environmentVariables: process.env })

  // An installed app never shows the page of a development server, whoever set the variable.
  const variables = app.isPackaged ? {} : process.env
  servePage(join(import.meta.dirname, '../renderer'))
  denyPermissions()
  connectPages(host.router, variables)
  setMenu()
  let window: BrowserWindow | null = openWindow(variables)
  window.on('closed', () => {
    window = null
  })

  app.on('second-instance', () => {
    window ??= openWindow(variables)
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    window ??= openWindow(variables)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    // What is in flight is committed first; then the quit goes on.
    event.preventDefault()
    stopped = true
    void host.stop().finally(() => app.quit())
  })
}

/** Expected failures (folder in use, newer data, no keyring) are sentences already. */
function giveUp(error: unknown): void {
  dialog.showErrorBox('Hookscope cannot start', error instanceof Error ? error.message : String(error))
  app.exit(3)
}
