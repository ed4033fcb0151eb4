/** Models of the tray, of notifications and of the images that they show. */
import { Emitter } from './emitter.ts'
import { answer, note, settings } from './link.ts'
import { describe, type Menu, press } from './menus.ts'

class NativeImage {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
  isEmpty(): boolean {
    return this.source === ''
  }
  setTemplateImage(_option: boolean): void {}
  getSize(): Electron.Size {
    return { width: 16, height: 16 }
  }
  resize(): NativeImage {
    return this
  }
  addRepresentation(_options: Electron.AddRepresentationOptions): void {}
}

export const nativeImage = {
  createFromPath: (path: string) => new NativeImage(path),
  createFromDataURL: (url: string) => new NativeImage(url),
  createFromBuffer: (buffer: Buffer, _options?: Electron.CreateFromBufferOptions) =>
    new NativeImage(`${buffer.length} bytes`),
  createFromBitmap: (buffer: Buffer, _options: Electron.CreateFromBitmapOptions) =>
    new NativeImage(`${buffer.length} bytes`),
  createEmpty: () => new NativeImage(''),
}

interface TrayEvents {
  click: []
  'double-click': []
  'right-click': []
}

const trays: Tray[] = []

export class Tray extends Emitter<TrayEvents> {
  menu: Menu | null = null
  constructor(_image: NativeImage | string) {
    super()
    trays.push(this)
    note('Tray')
  }
  setToolTip(text: string): void {
    note('tray.setToolTip', { text })
  }
  setTitle(text: string): void {
    note('tray.setTitle', { text })
  }
  setImage(image: NativeImage | string): void {
    note('tray.setImage', { image: typeof image === 'string' ? image : image.source })
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
    note('tray.setContextMenu', { menu: menu === null ? null : describe(menu.template) })
  }
  popUpContextMenu(menu?: Menu): void {
    note('tray.popUpContextMenu', { menu: describe((menu ?? this.menu)?.template ?? []) })
  }
  isDestroyed(): boolean {
    return !trays.includes(this)
  }
  destroy(): void {
    trays.splice(trays.indexOf(this), 1)
    note('tray.destroy')
  }
}

interface NotificationEvents {
  show: [event: Electron.Event]
  click: [event: Electron.Event]
  close: [event: Electron.Event]
  failed: [event: Electron.Event, error: string]
}

const notifications: Notification[] = []

/** Why the system refuses notifications, such as those of an app that is not signed; null: it shows them. */
let refusal: string | null = null

export class Notification extends Emitter<NotificationEvents> {
  readonly title: string
  readonly body: string
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    if (refusal !== null) {
      // Linux does not report it.
      if (settings.platform !== 'linux') this.emit('failed', {} as Electron.Event, refusal)
      return
    }
    notifications.push(this)
    note('notification.show', { title: this.title, body: this.body })
  }
  close(): void {
    note('notification.close', { title: this.title })
  }
}

answer('tray', () => trays.map(({ menu }) => describe(menu?.template ?? [])))
/** A click with the main button. macOS opens the menu at the same time; elsewhere the menu has the other button. */
answer('clickTray', () => {
  const tray = trays.at(-1)
  tray?.emit('click')
  if (settings.platform === 'darwin') tray?.popUpContextMenu()
})
answer('pressTray', (...path: string[]) => press(trays.at(-1)?.menu?.template ?? [], path))
answer('refuseNotifications', (reason: string) => {
  refusal = reason
})
answer('clickNotification', (title: string) => {
  const found = notifications.findLast((notification) => notification.title === title)
  if (found === undefined) throw new Error(`No notification is titled "${title}".`)
  found.emit('click', {} as Electron.Event)
})
