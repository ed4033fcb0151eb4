import { app, type BrowserWindow, powerMonitor } from 'electron'
import { type HandedOver, readHandedOver } from '../desktop/handedOver.ts'
import { type LifecycleEffect, type LifecycleEvent, type LifecycleState, transition } from '../desktop/lifecycle.ts'
import { relaunchWords } from '../desktop/readArguments.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'

export interface LifecycleParts {
  dataFolder: string
  /** Stops the engine, also one that is still starting. */
  stop(): Promise<void>
  /** Whether the app goes on when its last window is closed. */
  staysOpen(): boolean
  /** Shows the window and opens what a further start was given. */
  open(launch: HandedOver): void
  log: HostLog
}

export interface Lifecycle {
  started(): void
  failed(): void
  /** As if the app was started once more, for example by a link that macOS hands over. */
  launch(launch: HandedOver): void
}

/** Longest wait for the engine to stop before the process ends anyway, ms. A service that hangs has 3 s of it. */
const stopWithinMs = 10_000

/** Follows quits, signals, further starts and the end of the session. The app must be ready. */
export function followLifecycle(parts: LifecycleParts): Lifecycle {
  let state: LifecycleState = { kind: 'starting' }
  const nothing: HandedOver = { links: [], files: [] }

  function take(event: LifecycleEvent, held: Electron.Event | null = null): void {
    const next = transition(state, event)
    state = next.state
    for (const effect of next.effects) carryOut(effect, held)
  }

  function carryOut(effect: LifecycleEffect, held: Electron.Event | null): void {
    switch (effect.type) {
      case 'hold':
        held?.preventDefault()
        return
      case 'stop':
        stop()
        return
      case 'open':
        parts.open(effect.launch)
        return
      case 'quit':
        app.quit()
        return
      case 'exit':
        app.exit(effect.code)
        return
      case 'relaunch':
        relaunch(parts.dataFolder, effect.launch)
    }
  }

  function stop(): void {
    const late = setTimeout(() => {
      parts.log('error', 'the engine did not stop in time', { afterMs: stopWithinMs })
      take({ type: 'late' })
    }, stopWithinMs)
    void parts
      .stop()
      .catch((error: unknown) => parts.log('error', 'the engine could not stop', { error: String(error) }))
      .then(() => {
        clearTimeout(late)
        take({ type: 'stopped' })
      })
  }

  app.on('before-quit', (event) => take({ type: 'quit' }, event))
  app.on('second-instance', (_event, _argv, _folder, data) =>
    take({ type: 'launch', launch: readHandedOver(data) ?? nothing }),
  )
  app.on('activate', () => take({ type: 'launch', launch: nothing }))
  app.on('window-all-closed', () => {
    if (!parts.staysOpen()) app.quit()
  })
  // Electron's types leave out the event that its documentation describes.
  powerMonitor.on('shutdown', (event?: Electron.Event) => take({ type: 'session-ends' }, event ?? null))
  app.on('browser-window-created', (_event, window) =>
    followSession(window, (event) => take({ type: 'session-ends' }, event)),
  )
  // Electron's own handlers take one signal cleanly and leave the next one to the system: Ctrl+C arrives several times.
  const onSignal = (_name: NodeJS.Signals, number: number) => take({ type: 'signal', number, at: performance.now() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, onSignal)
  }
  return {
    started: () => take({ type: 'started' }),
    failed: () => take({ type: 'failed' }),
    launch: (launch) => take({ type: 'launch', launch }),
  }
}

/** Windows notifies windows, not the app, that the session ends; where it may still be held, and where it may not any more. */
function followSession(window: BrowserWindow, onEnd: (event: Electron.Event) => void): void {
  window.on('query-session-end', onEnd)
  window.on('session-end', onEnd)
}

function relaunch(dataFolder: string, launch: HandedOver): void {
  // An AppImage is mounted only while it runs.
  const image = process.env['APPIMAGE']
  const args = relaunchWords(process.argv, process.defaultApp, dataFolder, launch)
  app.relaunch(image === undefined ? { args } : { args, execPath: image })
}
