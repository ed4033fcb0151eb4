import { createQueue } from '../../../shared/basics/queues.ts'
import type { CancelFileWork, FileWork, FileWorkOutcome } from './messages.ts'
import { StoreUnavailable } from '../records/failures.ts'

/** Work on the whole file of deliveries.db, one after the other. */
export interface FileWorker {
  /** Rejects with StoreUnavailable. */
  run(work: FileWork, onProgress?: (done: number, of: number) => void, signal?: AbortSignal): Promise<void>
  /** What the writer says. */
  take(outcome: FileWorkOutcome): void
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
    take(outcome) {
      const running = current
      if (outcome.state === 'running') {
        running?.onProgress?.(outcome.done, outcome.of)
        return
      }
      current = null
      if (outcome.state === 'done') running?.resolve()
      else if (outcome.state === 'cancelled') running?.cancelled()
      else running?.reject(new StoreUnavailable(outcome.why))
    },
    fail(why) {
      current?.reject(why)
      current = null
    },
  }
}
