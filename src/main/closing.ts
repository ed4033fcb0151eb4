import { app, BrowserWindow, dialog, powerSaveBlocker } from 'electron'
import { closingOf, closingQuestion } from '../desktop/closing.ts'
import type { DesktopMemory } from '../desktop/desktopMemory.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'

export interface Closing {
  /** Asks, where the person has not decided, what closing this window means. */
  guard(window: BrowserWindow): void
  /** Whether the app goes on without a window. */
  stays(): boolean
}

/** Closing the window ends the app or leaves it in the background, as the person wants it. */
export function openClosing(memory: DesktopMemory, hasTray: () => boolean, log: HostLog): Closing {
  let isQuitting = false
  let isAsking = false
  app.on('before-quit', () => {
    isQuitting = true
  })
  const means = () =>
    closingOf({ platform: process.platform, whenClosed: memory.choices().whenClosed, hasTray: hasTray() })

  async function ask(window: BrowserWindow): Promise<void> {
    const { message, detail, keep, quit, cancel } = closingQuestion
    const options = {
      type: 'question' as const,
      message,
      detail,
      buttons: [keep, quit, cancel],
      defaultId: 0,
      cancelId: 2,
    }
    const { response } = await dialog.showMessageBox(window, options)
    if (response === 2) return
    try {
      memory.choose({ whenClosed: response === 0 ? 'keep' : 'quit' })
    } catch (error) {
      log('warn', 'the choice could not be kept', { error: String(error) })
    }
    if (response === 1) app.quit()
    else if (!window.isDestroyed()) window.close()
  }

  return {
    guard: (window) =>
      window.on('close', (event) => {
        if (isQuitting || means() !== 'ask') return
        event.preventDefault()
        if (isAsking) return
        isAsking = true
        void ask(window).finally(() => {
          isAsking = false
        })
      }),
    stays: () => !isQuitting && means() === 'keep',
  }
}

/**
 * Keeps macOS from slowing down an app without a window (App Nap), which would delay the answers to deliveries. The blocker
 * also keeps an idle Mac awake, so it is held only while there is no window.
 */
export function preventAppNap(): void {
  if (process.platform !== 'darwin') return
  let blocker: number | null = null
  const hold = () => {
    blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  }
  app.on('window-all-closed', hold)
  app.on('browser-window-created', () => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  })
  if (BrowserWindow.getAllWindows().length === 0) hold()
}
