/** Signals as Electron takes them: one asks for a quit, and the same one again ends the process. */
import { app } from './app.ts'
import { note } from './link.ts'

/**
 * Electron installs its handlers after the main script was evaluated and before the app is ready, so that a listener of
 * the main script's first lines is lost, and one that is added later takes the place of Electron's.
 */
export function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    const once = () => {
      // A listener of the main script has taken the place of this one.
      if (process.listenerCount(signal) > 1) return
      process.removeListener(signal, once)
      note('signal taken by the stand-in', { signal })
      app.quit()
    }
    process.on(signal, once)
  }
}
