import type { HostLog } from '../host/logging/reportFaults.ts'
import type { Host } from '../host/shells/types.ts'
import { startServe, type Serve } from '../serve/startServe.ts'
import { createQueue } from '../shared/basics/queues.ts'

/** Whether commands and tools of this user can work through the desktop app. */
export interface Joining {
  /** Opens the API on a free port of loopback and says in the data folder where it is; or closes it. Never rejects. */
  set(on: boolean): Promise<void>
  stop(): Promise<void>
}

/** @param host called when the API is opened for the first time; may still be starting */
export function openJoining(host: () => Promise<Host>, version: string, log: HostLog): Joining {
  const inTurn = createQueue()
  let serve: Serve | null = null
  let stopped = false

  async function open(): Promise<void> {
    try {
      serve = await startServe({
        host: await host(),
        port: 0,
        staticFolder: null,
        log,
        announce: { shell: 'desktop', version },
      })
    } catch (error) {
      log('warn', 'The API cannot be opened, so commands and tools cannot join.', { error: String(error) })
    }
  }
  async function close(): Promise<void> {
    const closing = serve
    serve = null
    await closing?.stop()
  }
  return {
    set: async (on) =>
      inTurn(async () => {
        if (on && serve === null && !stopped) await open()
        if (!on) await close()
      }),
    stop: async () =>
      inTurn(async () => {
        stopped = true
        await close()
      }),
  }
}
