import { createQueue } from '../../shared/basics/queues.ts'
import type { CancelFileWork, FileWork, FileWorkNews } from './messages.ts'
import type { SharedProgress } from './sharedProgress.ts'
import { type Store, StoreUnavailable } from './types.ts'

/** Work on the whole file of deliveries.db, one after the other. */
export interface FileWorker {
  /** Rejects with StoreUnavailable. */
  run(work: FileWork, onProgress?: (done: number, of: number) => void, signal?: AbortSignal): Promise<void>
  /** What the writer says. */
  take(news: FileWorkNews): void
  /** Nobody answers any more. */
  fail(why: StoreUnavailable): void
}

/** Makes it; `send` hands the work to the writer. */
export function createFileWorker(send: (work: FileWork | CancelFileWork) => void): FileWorker {
  const inTurn = createQueue()
  let current: {
    resolve: () => void
    reject: (error: Error) => void
    cancelled: () => void
    onProgress: ((done: number, of: number) => void) | undefined
  } | null = null
  return {
    run: (work, onProgress, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted()
        const cancel = () => send({ kind: 'cancel-file-work' })
        signal?.addEventListener('abort', cancel)
        try {
          await new Promise<void>((resolve, reject) => {
            const reason = () => (signal?.reason instanceof Error ? signal.reason : new Error('It was cancelled.'))
            current = { resolve, reject, onProgress, cancelled: () => reject(reason()) }
            send(work)
          })
        } finally {
          signal?.removeEventListener('abort', cancel)
        }
      }),
    take(news) {
      const running = current
      if (news.state === 'running') {
        running?.onProgress?.(news.done, news.of)
        return
      }
      current = null
      if (news.state === 'done') running?.resolve()
      else if (news.state === 'cancelled') running?.cancelled()
      else running?.reject(new StoreUnavailable(news.why))
    },
    fail(why) {
      current?.reject(why)
      current = null
    },
  }
}

/** Work on whole files. */
export function fileCalls(files: FileWorker, progress: SharedProgress, assertOpen: () => void) {
  return {
    async compact() {
      assertOpen()
      await files.run({ kind: 'compact' })
      progress.set('compactIndex', true)
      progress.wake()
    },
    async backUp(path, onProgress, signal) {
      assertOpen()
      await files.run({ kind: 'back-up', path }, onProgress, signal)
    },
  } satisfies Partial<Store>
}
