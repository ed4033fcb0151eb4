/** Events of windows that come from outside: from their pages, the user and the system. */
import { windows } from './app.ts'
import { eventWith, plainEvent } from './emitter.ts'
import { answer, onMessage } from './link.ts'
import { type BrowserWindow, windowOf } from './windows.ts'

function ifOpen(id: number): BrowserWindow | undefined {
  return windows().find((one) => one.id === id)
}

onMessage('loaded', ({ window, url, problem }) => ifOpen(window)?.loaded(url, problem))
onMessage('fromPage', ({ window, port, data }) => ifOpen(window)?.webContents.fromPage(port, data))
onMessage('dropPorts', ({ window }) => ifOpen(window)?.webContents.dropPorts())
onMessage('gone', ({ window, reason, exitCode }) => {
  const contents = ifOpen(window)?.webContents
  contents?.dropPorts()
  contents?.emit('render-process-gone', plainEvent(), { reason, exitCode } as Electron.RenderProcessGoneDetails)
})

answer('mayNavigate', (id: number, url: string) => {
  const { mainFrame } = windowOf(id).webContents
  const event = eventWith({ url, isSameDocument: false, isMainFrame: true, frame: mainFrame, initiator: mainFrame })
  windowOf(id).webContents.emit(
    'will-navigate',
    event as unknown as Electron.Event<Electron.WebContentsWillNavigateEventParams>,
  )
  return !event.defaultPrevented
})
answer('mayOpen', (id: number, url: string) => windowOf(id).webContents.mayOpen(url))
answer('mayAttachWebview', (id: number) => {
  const event = plainEvent()
  windowOf(id).webContents.emit('will-attach-webview', event, {}, {})
  return !event.defaultPrevented
})
answer('placeWindow', (id: number, bounds: Electron.Rectangle) => windowOf(id).setBounds(bounds))
answer('contextMenu', (id: number, params: Partial<Electron.ContextMenuParams>) =>
  windowOf(id).webContents.emit('context-menu', plainEvent(), params as Electron.ContextMenuParams),
)
answer('closeWindow', (id: number) => {
  const window = windowOf(id)
  // The answer goes first: with its last window the app may end.
  setImmediate(() => window.close())
})
answer('minimize', (id: number) => windowOf(id).minimize())
answer('hideWindow', (id: number) => windowOf(id).hide())
answer('crashPage', (id: number) => windowOf(id).webContents.forcefullyCrashRenderer())
answer('blur', (id: number) => windowOf(id).blur())
answer('windows', () =>
  windows().map((window) => ({
    id: window.id,
    isVisible: window.isVisible(),
    isMinimized: window.isMinimized(),
    url: window.webContents.getURL(),
  })),
)
answer('windowEvent', (id: number, event: 'unresponsive' | 'responsive') => windowOf(id).emit(event))
answer('preloadError', (id: number, path: string, message: string) =>
  windowOf(id).webContents.emit('preload-error', plainEvent(), path, new Error(message)),
)
answer('sessionEnd', (id: number, name: 'query-session-end' | 'session-end') => {
  const event = eventWith({ reasons: ['shutdown'] })
  windowOf(id).emit(name, event as Electron.WindowSessionEndEvent)
  return event.defaultPrevented
})
