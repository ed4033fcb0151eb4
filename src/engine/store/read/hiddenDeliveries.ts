import type { DatabaseSync } from 'node:sqlite'
import { maxRemoved, sizeOfDelivery } from './removable.ts'

/** Queries for deleted deliveries that can still be restored, on the reader's connection. */
export interface HiddenQueries {
  /** Hidden by a deletion, newest first, only ids below. */
  hidden(deletion: string, below: number, limit: number): number[]
  /** As many as one transaction of the writer removes, newest first. */
  removableOf(deletion: string): number[]
  /** How many of these are pinned and not hidden. */
  pinnedAmong(ids: readonly number[]): number
}

/** Makes the queries of a connection that openReader made. */
export function createHiddenQueries(database: DatabaseSync): HiddenQueries {
  const page = database.prepare(
    'SELECT delivery_id FROM hidden WHERE deletion = ? AND delivery_id < ? ORDER BY delivery_id DESC LIMIT ?',
  )
  const removable = database.prepare(`
    SELECT h.delivery_id AS id, coalesce(${sizeOfDelivery}, 0) AS size
    FROM hidden AS h LEFT JOIN deliveries AS d ON d.id = h.delivery_id
    WHERE h.deletion = ? ORDER BY h.delivery_id DESC LIMIT ${maxRemoved.deliveries}`)
  const pinned = database.prepare(`
    SELECT count(*) AS count FROM annotations
    WHERE pinned = 1 AND delivery_id IN (SELECT value FROM json_each(?))
    AND delivery_id NOT IN (SELECT delivery_id FROM hidden)`)
  return {
    hidden: (deletion, below, limit) => page.all(deletion, below, limit).map((row) => Number(row['delivery_id'])),
    removableOf(deletion) {
      const ids: number[] = []
      let bytes = 0
      for (const row of removable.iterate(deletion)) {
        ids.push(Number(row['id']))
        bytes += Number(row['size'])
        if (bytes >= maxRemoved.bytes) break
      }
      return ids
    },
    pinnedAmong: (ids) => Number(pinned.get(JSON.stringify(ids))?.['count'] ?? 0),
  }
}
