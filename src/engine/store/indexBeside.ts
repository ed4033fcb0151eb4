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

/** Name of the file while it is made. What a kill left of it is thrown away at the next start. */
const fileBeside = 'index.next.db'
const suffixes = ['', '-wal', '-shm']

/**
 * An index that is made beside the one in use, of what is stored now. After most deliveries were removed this takes a
 * part of the time and of the writing of taking each of them out of a dozen indexes, and its file is as small as it
 * can be. Until it is done, the one in use goes on being kept up to date and read.
 */
export interface IndexBeside {
  /** Takes in some more, up to the delivery that the one in use has come to. True once it is done. */
  step(upTo: number): boolean
  /** Those that are another one of their notification than in the index in use; empty summaries where none are wanted. */
  otherRepetitions(): DeliverySummary[]
  /** Closes it, and puts its file in the place of the other one, which nobody in this thread has open any longer. */
  takePlace(): void
  /** Closes it and removes its file. */
  discard(): void
}

/** Fewer than this are taken out one by one, whatever is left. */
const worthwhileFrom = 5000

/** Makes a function that says whether taking out all that waits costs more than to make the index again of what stays. */
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

/** Removes what a process that was killed left of one. */
export function discardBeside(folder: string): void {
  for (const suffix of suffixes) rmSync(join(folder, fileBeside + suffix), { force: true })
}

/** Begins it. Throws SQLite's error. */
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
      // The log of the other one must never be found beside this one: with no index at all, it is made again.
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
