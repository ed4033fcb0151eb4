import { createStore } from './createStore.ts'
import { lockFolder } from './folder/folderLock.ts'
import { openProblem } from './schema/sqliteProblem.ts'
import type { StoreReady, ToReaderThread, Opening } from './threads/messages.ts'
import { StoreCannotOpen } from './records/failures.ts'
import type { Store } from './store.ts'
import type { Worker } from 'node:worker_threads'
import { newThread } from '../threads/newThread.ts'

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
  const release = lockFolder(options.folder, now())
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

/** Starts one of the two threads of the store on a data folder. */
function startThread(name: 'storeThread' | 'readerThread', folder: string): Worker {
  return newThread(name, import.meta.url, { folder })
}

/**
 * Resolves once a thread says that it has opened its files. Throws StoreCannotOpen with the thread's own reason; the
 * caller terminates it.
 */
async function whenOpen<Ready>(worker: Worker): Promise<Ready> {
  const opening = await new Promise<Opening<Ready>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('A thread of the store ended before it was ready.')))
  })
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  if (opening.kind === 'cannot-open') throw new StoreCannotOpen(opening.problem.code, opening.problem.message)
  return opening.ready
}
