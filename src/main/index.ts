/** The desktop shell: a table of contents. What it does, the files beside it do. */
import { join } from 'node:path'
import { app, dialog, safeStorage } from 'electron'
import { dataFolder } from '../host/dataFolder.ts'
import { isKeyInKeyring } from '../host/openKeyringKeeper.ts'
import { startHost } from '../host/startHost.ts'
import { systemKeyring } from '../host/systemKeyring.ts'
import { connectPages } from './connectPages.ts'
import { openDesktopKeeper } from './openDesktopKeeper.ts'
import { denyPermissions, openWindow, reloadPage } from './openWindow.ts'
import { registerPageScheme, servePage } from './servePage.ts'
import { setMenu } from './setMenu.ts'
import { startLog } from './startLog.ts'
import { windowKeeper } from './windowKeeper.ts'

if (app.requestSingleInstanceLock()) {
  registerPageScheme()
  void app.whenReady().then(start).catch(giveUp)
} else {
  app.quit()
}

async function start(): Promise<void> {
  // The terminal that started the app may be gone; a line that nobody reads is no reason to fail.
  process.stderr.on('error', () => undefined)
  const log = startLog((line) => process.stderr.write(line))
  const folder = dataFolder(undefined, process.env)
  // The browser shell was here first: its key opens what it sealed.
  const keyring = isKeyInKeyring(folder) ? await systemKeyring() : null
  const host = await startHost({
    dataFolder: folder,
    ...(keyring === null ? { keeper: openDesktopKeeper(folder, safeStorage, process.platform) } : { keyring }),
    log,
    version: app.getVersion(),
    environmentVariables: process.env,
  })

  // An installed app never shows the page of a development server, whoever set the variable.
  const variables = app.isPackaged ? {} : process.env
  servePage(join(import.meta.dirname, '../renderer'))
  denyPermissions()
  connectPages(host.router, variables, log)
  const windows = windowKeeper(() => openWindow(variables, log))
  setMenu(() => {
    const window = windows.shown()
    if (window !== null) reloadPage(window, variables)
  })
  windows.show()

  app.on('second-instance', () => {
    const window = windows.show()
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => windows.show())
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
