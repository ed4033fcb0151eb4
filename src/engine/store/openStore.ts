import { type LogLimits, usualLogLimits } from './checkpointer.ts'
import { takeFolder } from './folderLock.ts'
import type { WriterReady } from './messages.ts'
import { sharedProgress } from './sharedProgress.ts'
import { startThread } from './startThread.ts'
import { storeOverThreads } from './storeOverThreads.ts'
import { openProblem } from './sqliteProblem.ts'
import { StoreCannotOpen, type Store } from './types.ts'

const usualUndoMs = 30_000

export interface StoreOptions {
  /** Folder of deliveries.db, index.db and the lock; created when absent. One process at a time. */
  folder: string
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: (() => number) | undefined
  /** For tests: default usualLogLimits. */
  logLimits?: LogLimits | undefined
  /** How long a deletion can be undone, ms. Default: 30 s. */
  undoMs?: number | undefined
  /** Called once the folder is this process's alone and before any file of it is opened. What it throws ends opening. */
  beforeOpen?: (() => void) | undefined
  log?: ((level: 'debug' | 'info' | 'warn' | 'error', message: string) => void) | undefined
}

/** Opens a data folder. Throws StoreCannotOpen with a reason for a person; no file was changed then. */
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
  const progress = sharedProgress()
  const data = {
    folder: options.folder,
    memory: progress.memory,
    logLimits: options.logLimits ?? usualLogLimits,
  }
  // All start at once; each waits for the files that the one before it makes ready.
  const starting = {
    writer: startThread<WriterReady>('writerThread', data),
    index: startThread<null>('indexThread', data),
    reader: startThread<null>('readerThread', data),
  }
  try {
    const [writer, index, reader] = await Promise.all([starting.writer, starting.index, starting.reader])
    return storeOverThreads({
      now,
      undoMs: options.undoMs ?? usualUndoMs,
      log: options.log,
      progress,
      writer: writer.worker,
      ready: writer.ready,
      index: index.worker,
      reader: reader.worker,
      release,
    })
  } catch (error) {
    progress.set('closing', true)
    progress.wake()
    for (const thread of await Promise.allSettled(Object.values(starting))) {
      if (thread.status === 'fulfilled') await thread.value.worker.terminate()
    }
    release()
    throw error
  }
}
