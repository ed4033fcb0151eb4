import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { copyFolder } from './copies.ts'
import { entryOf } from './entryRow.ts'
import { sizeTally } from './environmentSizes.ts'
import { createEntryTallies } from './entryTallies.ts'
import { inOneStep } from './indexStep.ts'
import { summaryReader } from './summaryReader.ts'

/** Approximate maximum of word index pages merged per step. */
const mergePages = 200

/** Ends a step after this many ids: a transaction for every few would cost more than its work. */
const mostInStep = 2000

/** Takes what was removed out of the index, in the order in which it was removed. */
export interface RemovalTaker {
  /** Takes the next removals; answers the summaries of the deliveries that are the first of their notification only now. */
  takeNext(): DeliverySummary[]
  /** Number of the newest removal that was taken. */
  taken(): number
}

/** Goes on after the removal `taken`. The connection has deliveries.db attached as `truth`. */
export function createRemovalTaker(database: DatabaseSync, taken: number): RemovalTaker {
  const next = database.prepare('SELECT number, ids FROM truth.removals WHERE number > ? ORDER BY number LIMIT 1')
  const entry = database.prepare('SELECT * FROM entries WHERE id = ?')
  const removeEntry = database.prepare('DELETE FROM entries WHERE id = ?')
  const removeWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  // FTS5 frees the space of removed rows only when its segments are merged.
  const tidy = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)")
  const noteProgress = database.prepare('UPDATE progress SET removals = ?')
  const tallies = createEntryTallies(database)
  const foldCopies = copyFolder(database, tallies)
  const sizes = sizeTally(database)
  const summarise = summaryReader(database, 'truth')
  let last = taken

  function take(): { number: number; changed: Set<number> } {
    const changed = new Set<number>()
    const notifications = new Map<string, [string, string]>()
    let number = last
    for (let count = 0; count < mostInStep;) {
      const row = next.get(number)
      if (row === undefined) break
      number = Number(row['number'])
      const ids = JSON.parse(String(row['ids'])) as number[]
      count += ids.length
      for (const id of ids) {
        const found = entry.get(id)
        // An unindexed delivery is already gone from deliveries.db when the indexer gets there.
        if (found === undefined) continue
        const removed = entryOf(found)
        tallies.change(removed, null)
        sizes.add(removed.environmentId, -1, -removed.size)
        removeEntry.run(id)
        removeWords.run(id)
        const { notificationId, environmentId } = removed
        if (notificationId !== null)
          notifications.set(`${environmentId}\n${notificationId}`, [notificationId, environmentId])
      }
    }
    if (number === last) return { number, changed }
    for (const [notificationId, environmentId] of notifications.values()) {
      foldCopies(notificationId, environmentId, changed)
    }
    tallies.settle()
    sizes.write()
    tidy.run(mergePages)
    noteProgress.run(number)
    return { number, changed }
  }

  return {
    takeNext() {
      const { number, summaries } = inOneStep(database, [tallies, sizes], () => {
        const { number: newest, changed } = take()
        const others = [...changed]
          .toSorted((a, b) => a - b)
          .flatMap((id) => {
            const row = entry.get(id)
            return row === undefined ? [] : [summarise(entryOf(row))]
          })
        return { number: newest, summaries: others }
      })
      last = number
      return summaries
    },
    taken: () => last,
  }
}
