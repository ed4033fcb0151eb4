import type { DatabaseSync } from 'node:sqlite'
import { mostRemoved, sizeOfDelivery } from './removable.ts'

/** What is deleted and can still be brought back; on the reader's connection. */
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
    WHERE h.deletion = ? ORDER BY h.delivery_id DESC LIMIT ${mostRemoved.deliveries}`)
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
        if (bytes >= mostRemoved.bytes) break
      }
      return ids
    },
    pinnedAmong: (ids) => Number(pinned.get(JSON.stringify(ids))?.['count'] ?? 0),
  }
}

/** Makes a function that says whether a delivery is hidden. Mostly none is, and then that is all it looks at. */
export function hiddenReader(database: DatabaseSync): () => (id: number) => boolean {
  const any = database.prepare('SELECT 1 FROM hidden LIMIT 1')
  const find = database.prepare('SELECT 1 FROM hidden WHERE delivery_id = ?')
  return () => (any.get() === undefined ? () => false : (id) => find.get(id) !== undefined)
}

/** Each answers how many there were. */
export type HidingOperation =
  | { kind: 'hide-deliveries'; deletion: string; ids: number[]; keepPinned: boolean }
  | { kind: 'show-deliveries'; deletion: string; count: number }

/** Makes a function that hides deliveries and brings them back in the open transaction of the writer; answers how many. */
export function hiddenWriter(database: DatabaseSync): (operation: HidingOperation) => number {
  const hide = database.prepare(`
    INSERT OR IGNORE INTO hidden (delivery_id, deletion)
    SELECT id, ?2 FROM deliveries WHERE id = ?1 AND (?3 = 0 OR NOT EXISTS (
      SELECT 1 FROM annotations WHERE delivery_id = ?1 AND pinned = 1))`)
  const show = database.prepare(
    'DELETE FROM hidden WHERE delivery_id IN (SELECT delivery_id FROM hidden WHERE deletion = ? LIMIT ?)',
  )
  return (operation) => {
    if (operation.kind === 'show-deliveries') return Number(show.run(operation.deletion, operation.count).changes)
    const { deletion, ids, keepPinned } = operation
    return ids.reduce((sum, id) => sum + Number(hide.run(id, deletion, keepPinned ? 1 : 0).changes), 0)
  }
}
