import { type ResourceLimits, Worker } from 'node:worker_threads'
import { threadUrl } from './threadUrl.ts'

/**
 * Starts the thread whose entry file has this name.
 * @param caller `import.meta.url` of the module next to the entry file
 * @param resourceLimits for a thread that works on hostile input: past them it ends with an error, and the process goes on
 */
export function newThread(
  name: string,
  caller: string,
  workerData: Record<string, unknown>,
  resourceLimits: ResourceLimits = {},
): Worker {
  return new Worker(threadUrl(name, caller), { workerData, name, resourceLimits })
}
