import { app, Menu } from 'electron'

/** The usual menu of an app with one window; no entry leaves the page. `reload` loads it anew. */
export function setMenu(reload: () => void): void {
  const application: Electron.MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const file: Electron.MenuItemConstructorOptions = { label: 'File', submenu: [{ role: 'quit' }] }
  const view: Electron.MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      // Not the role: that one reloads whatever has the focus, such as the developer tools.
      { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: reload },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...application, file, { role: 'editMenu' }, view, { role: 'windowMenu' }]),
  )
}
