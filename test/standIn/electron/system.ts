/** Models of what the operating system gives: dialogs, the keyring, power events. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { app } from './app.ts'
import { Emitter, plainEvent } from './emitter.ts'
import { answer, note, settings } from './link.ts'
import type { BrowserWindow } from './windows.ts'

type BoxArguments = [options: Electron.MessageBoxOptions] | [window: BrowserWindow, options: Electron.MessageBoxOptions]

/** The user's next choices, dialog by dialog; without one, the button that cancels. */
const choices: { response: number; checkboxChecked: boolean }[] = []

/** The files that the user chooses next, dialog by dialog; without an entry, none. */
const chosenFiles: string[][] = []

export const dialog = {
  async showOpenDialog(
    ...args: [options: Electron.OpenDialogOptions] | [window: BrowserWindow, options: Electron.OpenDialogOptions]
  ): Promise<Electron.OpenDialogReturnValue> {
    const { filters, properties } = args.length === 1 ? args[0] : args[1]
    note('dialog.showOpenDialog', { filters, properties })
    const filePaths = chosenFiles.shift() ?? []
    return { canceled: filePaths.length === 0, filePaths }
  },
  showErrorBox(title: string, content: string): void {
    note('dialog.showErrorBox', { title, content })
  },
  async showMessageBox(...args: BoxArguments): Promise<Electron.MessageBoxReturnValue> {
    const options = args.length === 1 ? args[0] : args[1]
    const { message, detail, buttons, checkboxLabel } = options
    note('dialog.showMessageBox', { message, detail, buttons, checkboxLabel })
    return choices.shift() ?? { response: options.cancelId ?? 0, checkboxChecked: options.checkboxChecked ?? false }
  },
}

export const clipboard = {
  async writeText(text: string): Promise<void> {
    note('clipboard.writeText', { text })
  },
} satisfies Partial<Electron.Clipboard>

export const shell = {
  showItemInFolder(path: string): void {
    note('shell.showItemInFolder', { path })
  },
  async openPath(path: string): Promise<string> {
    note('shell.openPath', { path })
    return ''
  },
  async openExternal(url: string): Promise<void> {
    note('shell.openExternal', { url })
  },
} satisfies Partial<Electron.Shell>

const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  scaleFactor: 1,
} as Electron.Display

export const screen = {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
} satisfies Partial<Electron.Screen>

interface ThemeEvents {
  updated: []
}
class NativeTheme extends Emitter<ThemeEvents> {
  themeSource: Electron.NativeTheme['themeSource'] = 'system'
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? settings.dark : this.themeSource === 'dark'
  }
}
export const nativeTheme = new NativeTheme()

interface PowerEvents {
  shutdown: [event: Electron.Event]
  suspend: []
  resume: []
}
export const powerMonitor = new Emitter<PowerEvents>()

const blockers = new Set<number>()
let nextBlocker = 1

export const powerSaveBlocker = {
  start(type): number {
    const id = nextBlocker++
    blockers.add(id)
    note('powerSaveBlocker.start', { id, type })
    return id
  },
  stop(id): boolean {
    note('powerSaveBlocker.stop', { id })
    return blockers.delete(id)
  },
  isStarted: (id) => blockers.has(id),
} satisfies Electron.PowerSaveBlocker

let takesPlainText = false
const key = createHash('sha256').update('the key of a model').digest()

export const safeStorage = {
  getSelectedStorageBackend: () => (app.isReady() ? settings.keyring : 'unknown') as 'basic_text',
  setUsePlainTextEncryption(wanted: boolean): void {
    takesPlainText = wanted
  },
  isEncryptionAvailable: () => app.isReady() && (settings.keyring !== 'basic_text' || takesPlainText),
  encryptString(text: string): Buffer {
    if (!safeStorage.isEncryptionAvailable()) throw new Error('Encryption is not available.')
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  },
  decryptString(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  },
} satisfies Partial<Electron.SafeStorage>

answer('chooseFiles', (...paths: string[]) => {
  chosenFiles.push(paths)
})
answer('choose', (response: number, checkboxChecked?: boolean) => {
  choices.push({ response, checkboxChecked: checkboxChecked ?? false })
})
answer('shutdown', () => {
  const event = plainEvent()
  powerMonitor.emit('shutdown', event)
  return event.defaultPrevented
})
