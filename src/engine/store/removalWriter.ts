import type { DatabaseSync } from 'node:sqlite'
import type { CounterWriter } from './counters.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'

/** Removes deliveries in the open transaction of the writer. */
export interface RemovalWriter {
  /**
   * Removes them with attempts, follow-ups, later verdicts, pins and notes, and counts them off. Answers how many were
   * removed; `unlessPinned` leaves those that are pinned.
   */
  remove(ids: readonly number[], unlessPinned: boolean): number
  /** Whether a delivery was there once and was removed: nothing is to be kept for it any longer. */
  isGone(id: number): boolean
}

/** Makes it for the writer's connection. */
export function removalWriter(database: DatabaseSync, counters: CounterWriter): RemovalWriter {
  const find = database.prepare(`SELECT ${headColumns} FROM deliveries AS d ${laterFacts('main')} WHERE d.id = ?`)
  const newest = database.prepare('SELECT max(id) AS id FROM deliveries')
  // An id is never given twice: what a person noted down must not come to mean another delivery.
  const remember = database.prepare('UPDATE removed SET last_id = max(last_id, ?)')
  const tables = ['attempts', 'follow_ups', 'later_verdicts', 'late_answers', 'annotations', 'hidden', 'forwards']
  const belongings = tables.map((table) => database.prepare(`DELETE FROM ${table} WHERE delivery_id = ?`))
  const unhide = database.prepare('DELETE FROM hidden WHERE delivery_id = ?')
  const pinned = database.prepare('SELECT 1 FROM annotations WHERE delivery_id = ? AND pinned = 1')
  const batch = database.prepare(
    'SELECT first_id, deliveries FROM batch_times WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1',
  )
  const removeBatch = database.prepare(
    'DELETE FROM batch_times WHERE first_id = ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE id >= ?1 AND id < ?2)',
  )
  const remove = database.prepare('DELETE FROM deliveries WHERE id = ?')
  const tellIndex = database.prepare('INSERT INTO removals (ids) VALUES (?)')
  const gone = database.prepare(
    'SELECT 1 FROM removed WHERE last_id >= ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE id = ?1)',
  )

  /** Of batches of which no delivery is left. */
  function removeTimes(ids: readonly number[]): void {
    let seen = -1
    for (const id of ids) {
      const row = batch.get(id)
      const first = Number(row?.['first_id'] ?? -1)
      if (row === undefined || first === seen) continue
      seen = first
      removeBatch.run(first, first + Number(row['deliveries']))
    }
  }

  return {
    remove(ids, unlessPinned) {
      remember.run(Number(newest.get()?.['id'] ?? 0))
      const removed: number[] = []
      for (const id of ids) {
        if (unlessPinned && pinned.get(id) !== undefined) continue
        const row = find.get(id)
        if (row === undefined) {
          // Gone with its environment: what hid it goes, too.
          unhide.run(id)
          continue
        }
        const { verdict, environmentId } = headOf(row)
        counters.verdict(verdict, -1)
        counters.environment(environmentId, -1)
        for (const belonging of belongings) belonging.run(id)
        remove.run(id)
        removed.push(id)
      }
      removeTimes(removed)
      if (removed.length > 0) tellIndex.run(JSON.stringify(removed))
      return removed.length
    },
    isGone: (id) => gone.get(id) !== undefined,
  }
}
