import type { DatabaseSync } from 'node:sqlite'
import { entryOf } from './entryRow.ts'
import { createObjectTally } from './objectTally.ts'

/** So many changes go between two steps that tidy the words. */
const mergePages = 200

/** Takes what was removed out of the index, in the order in which it was removed. */
export interface RemovalTaker {
  /** Takes the next removal. */
  takeNext(): void
  /** Number of the newest removal that was taken. */
  taken(): number
}

/** Goes on after the removal `taken`. The connection has deliveries.db attached as `truth`. */
export function createRemovalTaker(database: DatabaseSync, taken: number): RemovalTaker {
  const next = database.prepare('SELECT number, ids FROM truth.removals WHERE number > ? ORDER BY number LIMIT 1')
  const entry = database.prepare('SELECT * FROM entries WHERE id = ?')
  const removeEntry = database.prepare('DELETE FROM entries WHERE id = ?')
  const removeWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  // What was removed leaves the file only when the pieces of the word list are put together again.
  const tidy = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)")
  const noteProgress = database.prepare('UPDATE progress SET removals = ?')
  const objects = createObjectTally(database)
  let last = taken

  function take(): number {
    const row = next.get(last)
    if (row === undefined) return last
    for (const id of JSON.parse(String(row['ids'])) as number[]) {
      const found = entry.get(id)
      // What was not indexed yet is not there when its turn comes.
      if (found === undefined) continue
      objects.change(entryOf(found), null)
      removeEntry.run(id)
      removeWords.run(id)
    }
    objects.settle()
    tidy.run(mergePages)
    noteProgress.run(Number(row['number']))
    return Number(row['number'])
  }

  return {
    takeNext() {
      database.exec('BEGIN')
      try {
        const number = take()
        database.exec('COMMIT')
        last = number
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    taken: () => last,
  }
}
