import { app, Menu } from 'electron'

/** The usual menu of an app with one window; no entry reloads or leaves the page. */
export function setMenu(): void {
  const application: Electron.MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const file: Electron.MenuItemConstructorOptions = { label: 'File', submenu: [{ role: 'quit' }] }
  const view: Electron.MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
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
