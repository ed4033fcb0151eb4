/**
 * What `import ... from 'electron'` gives in a process of the stand-in: models of those parts of Electron that the desktop
 * shell uses, checked by the compiler on both sides: against Electron's own types, and by compiling src/main against them
 * (tsconfig.standIn.json). It shows how our parts work together. It says nothing about Electron.
 */
export { app } from './app.ts'
export { Menu } from './menus.ts'
export { MessageChannelMain } from './ports.ts'
export { ipcMain } from './ipc.ts'
export { protocol, session } from './session.ts'
export { clipboard, dialog, nativeTheme, powerMonitor, powerSaveBlocker, safeStorage, screen, shell } from './system.ts'
export { nativeImage, Notification, Tray } from './tray.ts'
export { BrowserWindow } from './windows.ts'
import './windowEvents.ts'
export type Event = Electron.Event
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions
export type ContextMenuParams = Electron.ContextMenuParams
export type Rectangle = Electron.Rectangle
export type SafeStorage = Electron.SafeStorage
