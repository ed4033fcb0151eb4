import type { Worker } from 'node:worker_threads'
import { newThread } from '../../threads/newThread.ts'
import { StoreCannotOpen } from '../records/failures.ts'
import type { Opening } from './messages.ts'

/** Starts one of the two threads of the store on a data folder. */
export function startThread(name: 'storeThread' | 'readerThread', folder: string): Worker {
  return newThread(name, import.meta.url, { folder })
}

/**
 * Resolves once a thread says that it has opened its files. Throws StoreCannotOpen with the thread's own reason; the
 * caller terminates it.
 */
export async function whenOpen<Ready>(worker: Worker): Promise<Ready> {
  const opening = await new Promise<Opening<Ready>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('A thread of the store ended before it was ready.')))
  })
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  if (opening.kind === 'cannot-open') throw new StoreCannotOpen(opening.problem.code, opening.problem.message)
  return opening.ready
}
