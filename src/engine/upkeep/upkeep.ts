import { newThread } from '../threads/newThread.ts'
import type { FromUpkeep, upkeepWork } from './upkeepThread.ts'

type Work = typeof upkeepWork

/** Does one piece of work over a whole file on a thread of its own. Rejects with what the work threw. */
export async function runUpkeep<Name extends keyof Work>(
  name: Name,
  ...args: Parameters<Work[Name]>
): Promise<Awaited<ReturnType<Work[Name]>>> {
  return runUpkeepUntil({}, name, ...args)
}

/** How a piece of work is watched. */
export interface UpkeepWatch {
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, of: number) => void) | undefined
}

/** The same; rejects with the signal's reason where it is cancelled. A statement of SQLite that runs then goes on until it is done. */
export async function runUpkeepUntil<Name extends keyof Work>(
  { signal, onProgress }: UpkeepWatch,
  name: Name,
  ...args: Parameters<Work[Name]>
): Promise<Awaited<ReturnType<Work[Name]>>> {
  signal?.throwIfAborted()
  const worker = newThread('upkeepThread', import.meta.url, { name, args })
  return new Promise<Awaited<ReturnType<Work[Name]>>>((resolve, reject) => {
    worker.on('message', (message: FromUpkeep) => {
      if (message.kind === 'progress') onProgress?.(message.done, message.of)
      else resolve(message.result as Awaited<ReturnType<Work[Name]>>)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The thread for ${name} ended before it was done.`)))
    signal?.addEventListener('abort', () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('It was cancelled.'))
      void worker.terminate()
    })
  })
}
