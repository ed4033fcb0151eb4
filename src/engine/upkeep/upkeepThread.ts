/** Entry of the thread that reads whole files: a check, a count or a recovery takes seconds, and nothing else waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkBackup } from './checkBackup.ts'
import { copyDatabase } from './copyDatabase.ts'
import { databaseFacts, integrityProblem } from './inspectDatabase.ts'
import { recoverDatabase } from './recoverDatabase.ts'

/** Everything that the thread can be asked for; each call has a thread of its own. */
export const upkeepWork = {
  facts: async (path: string) => databaseFacts(path),
  copy: async (from: string, to: string) => copyDatabase(from, to, (done, of) => post({ kind: 'progress', done, of })),
  check: checkBackup,
  integrity: async (path: string) => integrityProblem(path),
  recover: async (from: string, to: string) => recoverDatabase(from, to),
}

/** Messages of the thread. */
export type FromUpkeep = { kind: 'progress'; done: number; of: number } | { kind: 'done'; result: unknown }

function post(message: FromUpkeep): void {
  parentPort?.postMessage(message)
}

const { name, args } = (workerData ?? {}) as { name?: keyof typeof upkeepWork; args?: unknown[] }
if (parentPort !== null && name !== undefined) {
  const work = upkeepWork[name] as (...args: unknown[]) => Promise<unknown>
  post({ kind: 'done', result: await work(...(args ?? [])) })
}
