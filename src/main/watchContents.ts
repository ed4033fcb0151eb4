import { type BrowserWindow, dialog } from 'electron'
import { failedAddress } from '../desktop/startPages.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import { pageOrigin } from './pageAddress.ts'
import { rateLimiter } from './rateLimiter.ts'

/** A newer load took the place of this one; that is no failure. */
const aborted = -3
const safe = 'Capture goes on, and what was captured is safe.'

/** Notices when a window's page is gone, cannot be loaded or hangs, and does what can be done about it. */
export function watchContents(window: BrowserWindow, reload: () => void, log: HostLog): void {
  const { webContents } = window
  const now = () => performance.now()
  const mayReload = rateLimiter(3, 60_000, now)
  // The notice is a page as well: where it fails in turn, it is not shown again and again.
  const mayShow = rateLimiter(1, 10_000, now)
  const showOnce = (title: string, sentence: string) => {
    if (mayShow() && !window.isDestroyed()) load(window, failedAddress(pageOrigin, title, sentence))
  }
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log('error', "the page's process is gone", { reason, exitCode })
    // A page that fails again and again stays as it is; the menu still reloads it. Not at once: Electron is still handling the crash.
    if (mayReload()) setImmediate(reload)
  })
  webContents.on('did-fail-load', (_event, code, reason, url, isMainFrame) => {
    if (!isMainFrame || code === aborted) return
    log('error', 'the page cannot be loaded', { code, reason, url })
    showOnce(
      'The page cannot be loaded',
      `${reason || 'Something went wrong'} (${code}). ${safe} Quit and start Hookscope again; if this happens again, install it again.`,
    )
  })
  webContents.on('preload-error', (_event, _path, error) => {
    log('error', 'the preload script failed', { error: String(error) })
    showOnce(
      'The window has no connection to the engine',
      `A part of the app failed: ${error.message}. ${safe} Quit and start Hookscope again; if this happens again, install it again.`,
    )
  })
  askWhenUnresponsive(window, log)
}

/** Loads a page. `did-fail-load` reports a failure. */
export function load(window: BrowserWindow, address: string): void {
  window.loadURL(address).catch(() => undefined)
}

function askWhenUnresponsive(window: BrowserWindow, log: HostLog): void {
  let asking: AbortController | null = null
  window.on('responsive', () => asking?.abort())
  window.on('unresponsive', () => {
    if (asking !== null) return
    log('warn', 'the page does not respond')
    const controller = new AbortController()
    asking = controller
    const wait = { response: 0 }
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The window does not respond',
        detail: `${safe} Wait, or reload the page.`,
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal: controller.signal,
      })
      .catch(() => wait)
      .then(({ response }) => {
        asking = null
        if (response !== 1 || controller.signal.aborted || window.isDestroyed()) return
        // A page that hangs can only be ended; `render-process-gone` loads it again.
        window.webContents.forcefullyCrashRenderer()
      })
  })
}
