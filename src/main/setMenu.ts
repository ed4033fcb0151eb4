import { app, Menu, type MenuItemConstructorOptions, type BrowserWindow } from 'electron'
import { type MenuAct, type MenuEntry, menuTemplate } from '../desktop/menuTemplate.ts'
import { identity, updateFeed } from '../shared/identity.ts'
import type { MenuStateOfPage } from '../shared/wireTypes.ts'
import { contextMenuTemplate } from '../desktop/contextMenuTemplate.ts'

/** Sets the menus of the app. `act` does what a click asks for. Returns how to set them again for what a page offers. */
export function setMenus(act: (what: MenuAct) => void): (state: MenuStateOfPage) => void {
  const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  const updates = updateFeed(identity) !== null
  let shown = ''
  return (state) => {
    // A menu that is open would close when it is set again.
    const wanted = JSON.stringify(state)
    if (wanted === shown) return
    shown = wanted
    const template = menuTemplate(platform, { ...state, devTools: !app.isPackaged, updates })
    Menu.setApplicationMenu(Menu.buildFromTemplate(electronTemplate(template, act)))
  }
}

/** Our entries in the form that Electron takes. */
export function electronTemplate(
  entries: readonly MenuEntry[],
  act: (what: MenuAct) => void,
): MenuItemConstructorOptions[] {
  return entries.map(({ act: what, submenu, ...entry }) => ({
    ...entry,
    ...(submenu === undefined ? {} : { submenu: electronTemplate(submenu, act) }),
    ...(what === undefined ? {} : { click: () => act(what) }),
  }))
}

/** Opens the native menu of text fields and of selected text; Electron shows none of its own. */
export function addContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, place) => {
    const entries = contextMenuTemplate(place)
    if (entries.length === 0) return
    Menu.buildFromTemplate(electronTemplate(entries, () => undefined)).popup({ window })
  })
}
