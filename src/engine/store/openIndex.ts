import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LogLimits } from './checkpointer.ts'
import { letGiveBack } from './freeSpace.ts'
import { indexFile, indexSteps, oldestIndex } from './indexSchema.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { newestId, truthFile } from './truthSchema.ts'

/** The index thread's connection: index.db for writing, deliveries.db attached as `truth` for reading. */
export interface OpenIndex {
  database: DatabaseSync
  /** Id of the newest delivery in the index. */
  indexed: number
  /** Number of the newest change of a verdict that the index has taken in. */
  verdictChanges: number
  /** Number of the newest late answer that the index has taken in. */
  lateAnswers: number
  /** Number of the newest removal of deliveries that the index has taken in. */
  lastRemoval: number
  /** The sidecar was absent, damaged or of another store: what lies before it now is old and not news. */
  madeAnew: boolean
}

/** Opens the sidecar. One that is absent, damaged, of another version or of another store is made again. */
export function openIndex(folder: string, limits: LogLimits): OpenIndex {
  return tryOpen(folder, limits, indexFile) ?? remakeIndex(folder, limits)
}

/** Throws the sidecar away and makes it again, empty. Nobody in this thread may have it open. */
export function remakeIndex(folder: string, limits: LogLimits): OpenIndex {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, indexFile + suffix), { force: true })
  return makeIndex(folder, limits, indexFile)
}

/** Makes an empty sidecar in a file that is not there. */
export function makeIndex(folder: string, limits: LogLimits, name: string): OpenIndex {
  const made = tryOpen(folder, limits, name)
  if (made === null) throw new Error(`The search index ${name} in ${folder} could not be made.`)
  return made
}

function tryOpen(folder: string, limits: LogLimits, name: string): OpenIndex | null {
  const database = new DatabaseSync(join(folder, name), { timeout: 5000 })
  try {
    letGiveBack(database)
    // NORMAL syncs at checkpoints only. A power failure may cost the newest rows, which are indexed again.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;
      PRAGMA journal_size_limit = ${limits.kept};
    `)
    const version = schemaVersion(database)
    if (version > indexSteps.length || (version > 0 && version < oldestIndex)) throw new Error('another version')
    migrate(database, indexSteps)
    database.prepare('ATTACH ? AS truth').run(join(folder, truthFile))
    const storeId = String(database.prepare('SELECT id FROM truth.store').get()?.['id'])
    const progress = database.prepare('SELECT * FROM progress').get()
    if (progress === undefined) return begin(database, storeId)
    const indexed = Number(progress['indexed'])
    if (progress['store_id'] !== storeId || indexed > newestId(database, 'truth')) {
      throw new Error('index of another store')
    }
    const verdictChanges = Number(progress['verdict_changes'])
    const lateAnswers = Number(progress['late_answers'])
    return {
      database,
      indexed,
      verdictChanges,
      lateAnswers,
      lastRemoval: Number(progress['removals']),
      madeAnew: false,
    }
  } catch {
    database.close()
    return null
  }
}

/** What is indexed from here on is read as it is now, so earlier changes of verdicts and removals are no news. */
function begin(database: DatabaseSync, storeId: string): OpenIndex {
  const newest = (table: string): number =>
    Number(database.prepare(`SELECT max(number) AS number FROM truth.${table}`).get()?.['number'] ?? 0)
  const verdictChanges = newest('later_verdicts')
  const lateAnswers = newest('late_answers')
  const lastRemoval = newest('removals')
  database
    .prepare('INSERT INTO progress (store_id, indexed, verdict_changes, late_answers, removals) VALUES (?, 0, ?, ?, ?)')
    .run(storeId, verdictChanges, lateAnswers, lastRemoval)
  return { database, indexed: 0, verdictChanges, lateAnswers, lastRemoval, madeAnew: true }
}
