/** Entry of the thread that reads whole files: a check, a count or a recovery takes seconds, and nothing else waits for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkBackup } from './checkBackup.ts'
import { databaseFacts, integrityProblem } from './inspectDatabase.ts'
import { recoverDatabase } from './recoverDatabase.ts'
import { backup, DatabaseSync } from 'node:sqlite'

/**
 * Copies a database to a new file as it is now, while another connection writes. It reads one snapshot: the write-ahead log
 * keeps what arrives during it, and no step of the copy has to begin again. Throws SQLite's error.
 * @param onProgress pages that are copied, of all
 */
async function copyDatabase(from: string, to: string, onProgress: (done: number, of: number) => void): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs })
  try {
    source.exec('BEGIN')
    // The first read takes the snapshot.
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    })
  } finally {
    source.close()
  }
}

const busyTimeoutMs = 5000
/** Pages of one step, after which progress is reported. */
const pagesAtOnce = 256

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
