import type { Worker } from 'node:worker_threads'
import { newThread } from '../threads/newThread.ts'
import type { Opening } from './messages.ts'
import { StoreCannotOpen } from './types.ts'

/**
 * Starts one of the store's threads and waits until it has opened its files.
 * Throws StoreCannotOpen with the thread's own reason. The caller stops it with `terminate`.
 */
export async function startThread<Ready>(
  name: 'writerThread' | 'indexThread' | 'readerThread',
  workerData: Record<string, unknown>,
): Promise<{ worker: Worker; ready: Ready }> {
  const worker = newThread(name, import.meta.url, workerData)
  const opening = await new Promise<Opening<Ready>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The thread ${name} ended before it was ready.`)))
  })
  if (opening.kind === 'cannot-open') {
    await worker.terminate()
    throw new StoreCannotOpen(opening.problem.code, opening.problem.message)
  }
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  return { worker, ready: opening.ready }
}
