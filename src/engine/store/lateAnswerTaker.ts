import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { entryOf } from './entryRow.ts'
import { summaryReader } from './summaryReader.ts'

/** Maximum answers per transaction. */
const limit = 500

/** Takes the status of answers that went out later than the commit into the index, in the order in which they ended. */
export interface LateAnswerTaker {
  /** Takes the next ones; answers the summaries of their deliveries. */
  takeNext(): DeliverySummary[]
  /** Number of the newest one that was taken. */
  taken(): number
}

/** Goes on after the late answer `taken`. The connection has deliveries.db attached as `truth`. */
export function createLateAnswerTaker(database: DatabaseSync, taken: number): LateAnswerTaker {
  const news = database.prepare(
    `SELECT number, delivery_id, status FROM truth.late_answers WHERE number > ? ORDER BY number LIMIT ${limit}`,
  )
  const setStatus = database.prepare('UPDATE entries SET answered_status = ? WHERE id = ? RETURNING *')
  const noteProgress = database.prepare('UPDATE progress SET late_answers = ?')
  const summarise = summaryReader(database, 'truth')
  let last = taken

  function take(): { number: number; summaries: DeliverySummary[] } {
    const rows = news.all(last)
    const summaries = rows.flatMap((answer) => {
      // Unindexed deliveries get their answer when they are indexed.
      const row = setStatus.get(Number(answer['status']), Number(answer['delivery_id']))
      if (row === undefined) return []
      return [summarise(entryOf(row))]
    })
    const number = Number(rows.at(-1)?.['number'] ?? last)
    noteProgress.run(number)
    return { number, summaries }
  }

  return {
    takeNext() {
      database.exec('BEGIN')
      try {
        const { number, summaries } = take()
        database.exec('COMMIT')
        last = number
        return summaries
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    taken: () => last,
  }
}
