import { createStore } from './createStore.ts'
import { takeFolder } from './folder/folderLock.ts'
import { openProblem } from './schema/sqliteProblem.ts'
import type { StoreReady, ToReaderThread } from './threads/messages.ts'
import { startThread, whenOpen } from './threads/startThread.ts'
import { StoreCannotOpen } from './records/failures.ts'
import type { Store } from './store.ts'

const usualUndoMs = 30_000

export interface StoreOptions {
  /** Folder of deliveries.db, index.db and the lock; created when absent. One process at a time. */
  folder: string
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: (() => number) | undefined
  /** How long a deletion can be undone, ms. Default: 30 s. */
  undoMs?: number | undefined
  /** Called once the folder is this process's alone and before any file of it is opened. An error that it throws ends opening. */
  beforeOpen?: (() => void) | undefined
  log?: ((level: 'debug' | 'info' | 'warn' | 'error', message: string) => void) | undefined
}

/** Opens a data folder. Throws StoreCannotOpen with a human-readable reason; no file was changed then. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const now = options.now ?? Date.now
  const release = takeFolder(options.folder, now())
  try {
    options.beforeOpen?.()
  } catch (error) {
    release()
    const { code, message } = openProblem(error, options.folder)
    throw new StoreCannotOpen(code, message)
  }
  const storeThread = startThread('storeThread', options.folder)
  const readerThread = startThread('readerThread', options.folder)
  try {
    const ready = await whenOpen<StoreReady>(storeThread)
    // The reader opens files that exist now.
    readerThread.postMessage('open' satisfies ToReaderThread)
    await whenOpen(readerThread)
    const { log, undoMs = usualUndoMs } = options
    return createStore({ now, undoMs, log, storeThread, ready, readerThread, release })
  } catch (error) {
    await Promise.all([storeThread.terminate(), readerThread.terminate()])
    release()
    throw error
  }
}
