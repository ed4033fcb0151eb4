/**
 * Entry of a thread that does the work of one entry file after another, see keptThreads.ts. Each is evaluated again, with the
 * port and the data that it would have in a thread of its own. Shared modules are evaluated once: they keep no state.
 */
import { once } from 'node:events'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { MessagePort } from 'node:worker_threads'

/** The next entry file of a thread. */
export interface Role {
  entry: string
  workerData: unknown
  port: MessagePort
}

const threads = createRequire(import.meta.url)('node:worker_threads') as {
  parentPort: MessagePort | null
  workerData: unknown
}
const own = threads.parentPort

own?.on('message', (role: Role) => void play(role))

async function play({ entry, workerData, port }: Role): Promise<void> {
  threads.parentPort = port
  threads.workerData = workerData
  syncBuiltinESMExports()
  const closed = once(port, 'close')
  await import(entry)
  // A thread of its own goes on while it listens to its port.
  if (port.listenerCount('message') === 0) port.close()
  await closed
}
