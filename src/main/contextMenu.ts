import { type BrowserWindow, Menu } from 'electron'
import { contextMenuTemplate } from '../desktop/contextMenuTemplate.ts'
import { electronTemplate } from './setMenu.ts'

/** Opens the native menu of text fields and of selected text; Electron shows none of its own. */
export function addContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, place) => {
    const entries = contextMenuTemplate(place)
    if (entries.length === 0) return
    Menu.buildFromTemplate(electronTemplate(entries, () => undefined)).popup({ window })
  })
}
