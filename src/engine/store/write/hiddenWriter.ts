import type { DatabaseSync } from 'node:sqlite'
import type { JobLanes } from './jobLanes.ts'

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
export function hiddenWriter(database: DatabaseSync, lanes: JobLanes): (operation: HidingOperation) => number {
  const hide = database.prepare(`
    INSERT OR IGNORE INTO hidden (delivery_id, deletion)
    SELECT id, ?2 FROM deliveries WHERE id = ?1 AND (?3 = 0 OR NOT EXISTS (
      SELECT 1 FROM annotations WHERE delivery_id = ?1 AND pinned = 1))`)
  const next = database.prepare('SELECT delivery_id AS id FROM hidden WHERE deletion = ? LIMIT ?')
  const those = '(SELECT value FROM json_each(?))'
  const show = database.prepare(`DELETE FROM hidden WHERE delivery_id IN ${those}`)
  const hideJob = database.prepare('UPDATE jobs SET hidden = 1 WHERE delivery_id = ?')
  const showJobs = database.prepare(`UPDATE jobs SET hidden = 0 WHERE delivery_id IN ${those}`)

  return (operation) => {
    if (operation.kind === 'show-deliveries') {
      const ids = next.all(operation.deletion, operation.count).map(({ id }) => Number(id))
      return lanes.around(ids, () => {
        showJobs.run(JSON.stringify(ids))
        return Number(show.run(JSON.stringify(ids)).changes)
      })
    }
    const { deletion, ids, keepPinned } = operation
    return lanes.around(ids, () => {
      let hidden = 0
      for (const id of ids) {
        if (hide.run(id, deletion, keepPinned ? 1 : 0).changes === 0) continue
        hideJob.run(id)
        hidden += 1
      }
      return hidden
    })
  }
}
