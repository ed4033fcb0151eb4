import type { DatabaseSync } from 'node:sqlite'
import { isGenuine, type DeliverySummary, type Verdict } from '../../shared/model.ts'
import { copyFolder } from './copies.ts'
import { entryOf } from './entryRow.ts'
import { createEntryTallies } from './entryTallies.ts'
import { inOneStep } from './indexStep.ts'
import { summaryReader } from './summaryReader.ts'

/** Maximum changes per transaction. */
const limit = 500

/** Takes later verdicts into the index, in the order in which they were found. */
export interface VerdictTaker {
  /** Takes the next changes; answers the summaries of all deliveries that are another now, oldest first. */
  takeNext(): DeliverySummary[]
  /** Number of the newest change that was taken. */
  taken(): number
}

/** Goes on after the change `taken`. The connection has deliveries.db attached as `truth`. */
export function createVerdictTaker(database: DatabaseSync, taken: number): VerdictTaker {
  const changes = database.prepare(
    `SELECT number, delivery_id, verdict FROM truth.later_verdicts WHERE number > ? ORDER BY number LIMIT ${limit}`,
  )
  const entry = database.prepare('SELECT * FROM entries WHERE id = ?')
  const setVerdict = database.prepare('UPDATE entries SET verdict = ?, verified = ? WHERE id = ?')
  const summarise = summaryReader(database, 'truth')
  const noteProgress = database.prepare('UPDATE progress SET verdict_changes = ?')
  const tallies = createEntryTallies(database)
  const foldCopies = copyFolder(database, tallies)
  let last = taken

  function take(): { number: number; ids: Set<number> } {
    const ids = new Set<number>()
    let number = last
    for (const change of changes.all(last)) {
      number = Number(change['number'])
      const row = entry.get(Number(change['delivery_id']))
      // Unindexed deliveries get their newest verdict when they are indexed.
      if (row === undefined) continue
      const before = entryOf(row)
      const { id, answeredStatus, answeredBy, environmentId, notificationId } = before
      const verdict = change['verdict'] as Verdict
      setVerdict.run(verdict, isGenuine({ verdict, answeredStatus, answeredBy }) ? 1 : 0, id)
      tallies.change(before, { ...before, verdict })
      ids.add(id)
      if (notificationId !== null) foldCopies(notificationId, environmentId, ids)
    }
    tallies.settle()
    noteProgress.run(number)
    return { number, ids }
  }

  return {
    takeNext() {
      const { number, summaries } = inOneStep(database, [tallies], () => {
        const { number: newest, ids } = take()
        const changed = [...ids]
          .toSorted((a, b) => a - b)
          .flatMap((id) => {
            const row = entry.get(id)
            return row === undefined ? [] : [summarise(entryOf(row))]
          })
        return { number: newest, summaries: changed }
      })
      last = number
      return summaries
    },
    taken: () => last,
  }
}
