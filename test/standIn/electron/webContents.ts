/** The content of a window. */
import { Emitter } from './emitter.ts'
import { note, tell } from './link.ts'
import type { MessagePortMain } from './ports.ts'

interface ContentsEvents {
  'will-navigate': [event: Electron.Event<Electron.WebContentsWillNavigateEventParams>]
  'will-attach-webview': [
    event: Electron.Event,
    webPreferences: Electron.WebPreferences,
    params: Record<string, string>,
  ]
  'render-process-gone': [event: Electron.Event, details: Electron.RenderProcessGoneDetails]
  'context-menu': [event: Electron.Event, params: Electron.ContextMenuParams]
  'did-finish-load': []
  'did-fail-load': [
    event: Electron.Event,
    errorCode: number,
    errorDescription: string,
    validatedURL: string,
    isMainFrame: boolean,
    frameProcessId: number,
    frameRoutingId: number,
  ]
  'preload-error': [event: Electron.Event, preloadPath: string, error: Error]
}

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

interface FrameOfPage {
  readonly url: string
}

export class WebContents
  extends Emitter<ContentsEvents>
  implements Pick<Electron.WebContents, 'getURL' | 'reload' | 'setWindowOpenHandler' | 'id' | 'isDestroyed'>
{
  readonly id: number
  readonly mainFrame: FrameOfPage
  #url = ''
  #openHandler: OpenHandler | null = null
  #nextPort = 1
  readonly #ports = new Map<number, MessagePortMain>()
  isGone = false

  constructor(id: number) {
    super()
    this.id = id
    const url = () => this.#url
    this.mainFrame = {
      get url() {
        return url()
      },
    }
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  getURL(): string {
    return this.#url
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
    note('setWindowOpenHandler', { window: this.id })
  }
  isLoading(): boolean {
    return false
  }
  send(channel: string, ...args: unknown[]): void {
    tell({ kind: 'post', window: this.id, channel, message: args[0], ports: [] })
  }
  forcefullyCrashRenderer(): void {
    note('webContents.forcefullyCrashRenderer', { window: this.id })
    tell({ kind: 'crash', window: this.id })
  }
  reload(): void {
    note('webContents.reload', { window: this.id })
    tell({ kind: 'reload', window: this.id })
  }
  postMessage(channel: string, message: unknown, transfer: MessagePortMain[] = []): void {
    const ports = transfer.map((port) => this.#bridge(port))
    note('webContents.postMessage', { window: this.id, channel })
    tell({ kind: 'post', window: this.id, channel, message, ports })
  }
  #bridge(port: MessagePortMain): number {
    const id = this.#nextPort++
    this.#ports.set(id, port)
    port.on('message', ({ data }: Electron.MessageEvent) => tell({ kind: 'toPage', window: this.id, port: id, data }))
    port.on('close', () => tell({ kind: 'endPort', window: this.id, port: id }))
    port.start()
    return id
  }
  /** From here on for the stand-in itself. */
  fromPage(port: number, data: unknown): void {
    this.#ports.get(port)?.postMessage(data)
  }
  dropPorts(): void {
    for (const port of this.#ports.values()) port.close()
    this.#ports.clear()
  }
  arrivedAt(url: string): void {
    this.#url = url
  }
  mayOpen(url: string): string {
    if (this.#openHandler === null) return 'allow'
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'no-referrer' },
    }
    return this.#openHandler(details as Electron.HandlerDetails).action
  }
}
