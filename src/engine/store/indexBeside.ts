import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import type { LogLimits } from './checkpointer.ts'
import { entryOf } from './entryRow.ts'
import { createIndexer } from './indexer.ts'
import { indexFile } from './indexSchema.ts'
import { makeIndex } from './openIndex.ts'
import { summaryReader } from './summaryReader.ts'

/** Name of the file while it is built. Leftovers of a killed process are deleted at the next start. */
const fileBeside = 'index.next.db'
const suffixes = ['', '-wal', '-shm']

/**
 * A rebuild of the index from what is stored now, alongside the one in use. After most deliveries were removed, it takes
 * less time and fewer writes than deleting each from a dozen indexes, and leaves the smallest possible file. The index in
 * use stays readable and up to date until the rebuild is done.
 */
export interface IndexBeside {
  /** Indexes the next deliveries, up to the last one in the index in use. True once it is done. */
  step(upTo: number): boolean
  /** Deliveries whose place among those of their notification differs from the index in use. */
  otherRepetitions(): DeliverySummary[]
  /** Closes it and moves its file over the old index, which this thread must have closed before. */
  takePlace(): void
  /** Closes it and removes its file. */
  discard(): void
}

/** Fewer removals than this are always applied one by one. */
const worthwhileFrom = 5000

/** Creates a function that tells whether applying all pending removals costs more than rebuilding the index. */
export function besideAdvisor(database: DatabaseSync): (taken: number, newest: number) => boolean {
  const waiting = database.prepare(
    'SELECT coalesce(sum(json_array_length(ids)), 0) AS count FROM truth.removals WHERE number > ?',
  )
  const held = database.prepare('SELECT coalesce(sum(deliveries), 0) AS count FROM environment_sizes')
  let seen = -1
  let advice = false
  return (taken, newest) => {
    if (newest === seen && !advice) return false
    seen = newest
    const toRemove = Number(waiting.get(taken)?.['count'])
    advice = toRemove >= worthwhileFrom && toRemove > Number(held.get()?.['count']) - toRemove
    return advice
  }
}

/** Removes leftovers of a killed process. */
export function discardBeside(folder: string): void {
  for (const suffix of suffixes) rmSync(join(folder, fileBeside + suffix), { force: true })
}

/** Starts a rebuild. Throws SQLite's error. */
export function makeIndexBeside(folder: string, limits: LogLimits): IndexBeside {
  discardBeside(folder)
  const { database } = makeIndex(folder, limits, fileBeside)
  const indexer = createIndexer(database, 0)
  const nobody = () => false

  function otherRepetitions(): DeliverySummary[] {
    const summarise = summaryReader(database, 'truth')
    database.prepare('ATTACH ? AS used').run(join(folder, indexFile))
    const rows = database
      .prepare(
        `SELECT n.* FROM main.entries AS n CROSS JOIN used.entries AS o ON o.id = n.id
         WHERE n.duplicate <> o.duplicate OR n.nth IS NOT o.nth OR n.retried <> o.retried ORDER BY n.id`,
      )
      .all()
    database.exec('DETACH used')
    return rows.map((row) => summarise(entryOf(row)))
  }

  return {
    step: (upTo) => indexer.indexNext(nobody, upTo).atEnd,
    otherRepetitions,
    takePlace() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
      // The old index's WAL must never be found next to the new file; with no index at all, it is rebuilt.
      for (const suffix of suffixes) rmSync(join(folder, indexFile + suffix), { force: true })
      renameSync(join(folder, fileBeside), join(folder, indexFile))
      discardBeside(folder)
    },
    discard() {
      if (database.isOpen) database.close()
      discardBeside(folder)
    },
  }
}
