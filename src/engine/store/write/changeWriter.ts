import type { DatabaseSync } from 'node:sqlite'
import type { ChangeFindings } from '../records/changes.ts'

/** An operation on the changes of shapes. */
export type ChangeOperation =
  | { kind: 'add-changes'; findings: ChangeFindings }
  /** Answers how many were not accepted before. */
  | { kind: 'accept-changes'; numbers: readonly number[]; at: number }

/** Writes changes in the open transaction of the writer. */
export interface ChangeWriter {
  /** Answers how many changes are new or accepted. */
  write(operation: ChangeOperation): number
  /** Removes the changes of an environment that is removed. */
  forget(environmentId: string): void
}

/** Makes it for the writer's connection. */
export function changeWriter(database: DatabaseSync, isGone: (deliveryId: number) => boolean): ChangeWriter {
  const insert = database.prepare(`
    INSERT INTO shape_changes (environment_id, source, type, kind, path, detail, first_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING RETURNING number`)
  const find = database.prepare(`
    SELECT number, accepted_at FROM shape_changes
    WHERE environment_id = ? AND source = ? AND type = ? AND kind = ? AND path = ? AND detail = ?`)
  const mark = database.prepare('INSERT OR IGNORE INTO change_marks (delivery_id, change, at) VALUES (?, ?, ?)')
  const progress = database.prepare('UPDATE change_progress SET deliveries_up_to = ?, attempts_up_to = ?')
  const accept = database.prepare(`
    UPDATE shape_changes SET accepted_at = ?2,
      deliveries = (SELECT count(*) FROM change_marks WHERE change = number),
      last_at = (SELECT max(at) FROM change_marks WHERE change = number)
    WHERE accepted_at IS NULL AND number IN (SELECT value FROM json_each(?1))`)
  const unmark = database.prepare(
    'DELETE FROM change_marks WHERE change NOT IN (SELECT number FROM shape_changes WHERE accepted_at IS NULL)',
  )
  const forget = database.prepare('DELETE FROM shape_changes WHERE environment_id = ?')

  function add({ changes, deliveriesUpTo, attemptsUpTo }: ChangeFindings): number {
    let added = 0
    for (const { environmentId, source, type, kind, path, detail, marks } of changes) {
      const kept = marks.filter(({ deliveryId }) => !isGone(deliveryId))
      const [first] = kept
      if (first === undefined) continue
      const key = [environmentId, source, type, kind, JSON.stringify(path), detail] as const
      if (insert.get(...key, first.at) !== undefined) added += 1
      const row = find.get(...key)
      // Accepted while it was looked for.
      if (row === undefined || row['accepted_at'] !== null) continue
      for (const { deliveryId, at } of kept) mark.run(deliveryId, Number(row['number']), at)
    }
    progress.run(deliveriesUpTo, attemptsUpTo)
    return added
  }

  return {
    write(operation) {
      if (operation.kind === 'add-changes') return add(operation.findings)
      const { changes } = accept.run(JSON.stringify(operation.numbers), operation.at)
      unmark.run()
      return Number(changes)
    },
    forget(environmentId) {
      forget.run(environmentId)
      unmark.run()
    },
  }
}

/** Makes a function that drops changes without any delivery left. Accepted ones stay: they are a choice of the user. */
export function unseenChangeRemover(database: DatabaseSync): () => void {
  const remove = database.prepare(
    'DELETE FROM shape_changes WHERE accepted_at IS NULL AND number NOT IN (SELECT change FROM change_marks)',
  )
  return () => void remove.run()
}

/** Makes a function that returns the numbers of the changes that a delivery shows and that are not accepted. */
export function deliveryChangesReader(database: DatabaseSync): (deliveryId: number) => number[] {
  const find = database.prepare('SELECT change FROM change_marks WHERE delivery_id = ? ORDER BY change')
  return (deliveryId) => find.all(deliveryId).map(({ change }) => Number(change))
}
