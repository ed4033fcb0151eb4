import type { DatabaseSync } from 'node:sqlite'
import { unseenChangeRemover } from './changeWriter.ts'
import type { CounterWriter } from './counters.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import type { JobLanes } from './jobLanes.ts'

/** Removes deliveries in the open transaction of the writer. */
export interface RemovalWriter {
  /**
   * Removes them with attempts, jobs, later verdicts, pins and notes, and counts them off. Answers how many were
   * removed; `unlessPinned` leaves those that are pinned.
   */
  remove(ids: readonly number[], unlessPinned: boolean): number
  /** Whether a delivery was there once and was removed: nothing is to be kept for it any longer. */
  isGone(id: number): boolean
}

/** Makes it for the writer's connection. */
export function removalWriter(database: DatabaseSync, counters: CounterWriter, lanes: JobLanes): RemovalWriter {
  const find = database.prepare(`
    SELECT d.id, ${headColumns} FROM json_each(?1) AS j CROSS JOIN deliveries AS d ON d.id = j.value ${laterFacts}
    WHERE ?2 = 0 OR NOT EXISTS (SELECT 1 FROM annotations WHERE delivery_id = d.id AND pinned = 1)`)
  const newest = database.prepare('SELECT max(id) AS id FROM deliveries')
  // An id is never given twice: one that the user wrote down must not name a different delivery later.
  const remember = database.prepare('UPDATE removed SET last_id = max(last_id, ?)')
  const tables = ['attempts', 'jobs', 'later_verdicts', 'late_answers', 'annotations', 'hidden', 'change_marks']
  const those = (key: string) => `${key} IN (SELECT value FROM json_each(?))`
  const belongings = tables.map((table) => database.prepare(`DELETE FROM ${table} WHERE ${those('delivery_id')}`))
  // Gone with their environment: what hid them goes, too.
  const unhide = database.prepare(`
    DELETE FROM hidden WHERE ${those('delivery_id')} AND NOT EXISTS (SELECT 1 FROM deliveries WHERE id = delivery_id)`)
  const batch = database.prepare(
    'SELECT first_id, deliveries FROM batch_times WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1',
  )
  const removeBatch = database.prepare(
    'DELETE FROM batch_times WHERE first_id = ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE id >= ?1 AND id < ?2)',
  )
  const remove = database.prepare(`DELETE FROM deliveries WHERE ${those('id')}`)
  const gone = database.prepare(
    'SELECT 1 FROM removed WHERE last_id >= ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE id = ?1)',
  )

  const removeUnseenChanges = unseenChangeRemover(database)

  /** Removes the times of batches without any delivery left. */
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
      const wanted = JSON.stringify(ids)
      const removed: number[] = []
      for (const row of find.all(wanted, unlessPinned ? 1 : 0)) {
        const { verdict, environmentId } = headOf(row)
        counters.verdict(verdict, -1)
        counters.environment(environmentId, -1)
        removed.push(Number(row['id']))
      }
      const gone = JSON.stringify(removed)
      lanes.around(removed, () => {
        for (const belonging of belongings) belonging.run(gone)
      })
      remove.run(gone)
      unhide.run(wanted)
      removeUnseenChanges()
      removeTimes(removed)
      return removed.length
    },
    isGone: (id) => gone.get(id) !== undefined,
  }
}
