import { Worker } from 'node:worker_threads'
import { heapLimits } from './heapLimits.ts'
import { threadUrl } from './threadUrl.ts'

/**
 * Starts the thread whose entry file has this name, with the heap that it may have.
 * @param asker `import.meta.url` of the module beside the entry file
 * @param workerData what the thread gets on its way
 */
export function newThread(name: keyof typeof heapLimits, asker: string, workerData: Record<string, unknown>): Worker {
  return new Worker(threadUrl(name, asker), { workerData, name, resourceLimits: heapLimits[name] })
}
