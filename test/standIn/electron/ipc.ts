/** `ipcMain`: what a page's preload script says. */
import { Emitter } from './emitter.ts'
import { answer, note, onMessage } from './link.ts'
import type { WebContents } from './webContents.ts'
import { windowOf } from './windows.ts'

interface IpcEvent {
  sender: WebContents
  senderFrame: { readonly url: string } | null
  processId: number
  frameId: number
  ports: never[]
}

class IpcMain {
  readonly #listeners = new Emitter<Record<string, [event: IpcEvent, ...args: never[]]>>()
  on(channel: string, listener: (event: IpcEvent, ...args: never[]) => void): this {
    this.#listeners.on(channel, listener)
    note('ipcMain.on', { channel })
    return this
  }
  /** For the stand-in itself. */
  pass(channel: string, event: IpcEvent, args: unknown[]): void {
    this.#listeners.emit(channel, event, ...(args as never[]))
  }
}

export const ipcMain = new IpcMain()

onMessage('ipc', ({ window, channel, args, url, isMainFrame }) => {
  const { webContents } = windowOf(window)
  const senderFrame = isMainFrame ? webContents.mainFrame : { url }
  ipcMain.pass(channel, { sender: webContents, senderFrame, processId: 1, frameId: 1, ports: [] }, args)
})

/** As a frame that is not ours would send it. */
answer('ipcFrom', (window: number, channel: string, url: string | null) => {
  const { webContents } = windowOf(window)
  ipcMain.pass(
    channel,
    { sender: webContents, senderFrame: url === null ? null : { url }, processId: 1, frameId: 2, ports: [] },
    [],
  )
})
