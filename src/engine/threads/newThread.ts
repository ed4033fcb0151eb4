import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts the thread whose entry file has this name: next to the calling module, as `.ts` from sources and as `.js` in a build,
 * whose chunks all lie in one folder.
 * @param caller `import.meta.url` of the module next to the entry file
 * @param resourceLimits for a thread that works on hostile input: past them it ends with an error, and the process goes on
 */
export function newThread(
  name: string,
  caller: string,
  workerData: Record<string, unknown>,
  resourceLimits: ResourceLimits = {},
): Worker {
  const file = `./${name}${caller.endsWith('.ts') ? '.ts' : '.js'}`
  return new Worker(new URL(file, caller), { workerData, name, resourceLimits })
}
