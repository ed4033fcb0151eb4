import type { DatabaseSync } from 'node:sqlite'
import { isGenuine } from '../../../shared/model.ts'
import type { IndexEntry } from './indexEntry.ts'

/** Keeps the table of objects in step with the entries, within the transaction that changes those. */
export interface ObjectTally {
  /** An entry is new, changed or removed; null: it was not there before, or is there no longer. */
  change(before: IndexEntry | null, after: IndexEntry | null): void
  /** Finds the first and last delivery of each object that lost one of its own. To be called before the commit. */
  settle(): void
  /** Forgets what was not settled: the transaction was rolled back. */
  forget(): void
}

/** The share of one delivery in the numbers of its object. */
interface Share {
  notifications: number
  proven: number
  unproven: number
}

type ObjectKey = [resourceId: string, resourceType: string, environmentId: string]

const name = 'resource_id = ? AND resource_type = ? AND environment_id = ?'

/** The same of entries, whose index takes ids without their case: a filter asks for them so. */
const sameObject = 'resource_id = ?1 COLLATE NOCASE AND resource_id = ?1 AND resource_type = ?2 AND environment_id = ?3'

/** Makes it for the index connection. */
export function createObjectTally(database: DatabaseSync): ObjectTally {
  // A proven delivery takes over from unproven ones, in any order; an unproven one never does.
  const add = database.prepare(`
    INSERT INTO objects (resource_id, resource_type, environment_id, first_id, last_id, notifications, proven, unproven)
    VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)
    ON CONFLICT (resource_id, resource_type, environment_id) DO UPDATE SET
      first_id = CASE WHEN ?6 = 1 AND proven = 0 THEN ?4 WHEN ?6 = 1 OR proven = 0 THEN min(first_id, ?4) ELSE first_id END,
      last_id = CASE WHEN ?6 = 1 AND proven = 0 THEN ?4 WHEN ?6 = 1 OR proven = 0 THEN max(last_id, ?4) ELSE last_id END,
      notifications = notifications + ?5, proven = proven + ?6, unproven = unproven + ?7`)
  const change = database.prepare(`
    UPDATE objects SET notifications = notifications + ?, proven = proven + ?, unproven = unproven + ? WHERE ${name}`)
  const seek = (condition: string, order: string) =>
    database.prepare(`SELECT id FROM entries WHERE ${sameObject} ${condition} ORDER BY id ${order} LIMIT 1`)
  const proven = { first: seek('AND verified = 1', ''), last: seek('AND verified = 1', 'DESC') }
  const any = { first: seek('', ''), last: seek('', 'DESC') }
  const setEnds = database.prepare(`UPDATE objects SET first_id = ?, last_id = ? WHERE ${name}`)
  const remove = database.prepare(`DELETE FROM objects WHERE ${name}`)
  const changed = new Map<string, ObjectKey>()

  function subtract(key: ObjectKey, { notifications, proven, unproven }: Share): void {
    change.run(-notifications, -proven, -unproven, ...key)
    changed.set(key.join('\n'), key)
  }

  return {
    change(before, after) {
      const [was, is] = [before === null ? null : keyOf(before), after === null ? null : keyOf(after)]
      if (before !== null && was !== null) subtract(was, shareOf(before))
      if (after === null || is === null) return
      const { notifications, proven, unproven } = shareOf(after)
      add.run(...is, after.id, notifications, proven, unproven)
    },
    settle() {
      for (const key of changed.values()) {
        const ends = proven.first.get(...key) === undefined ? any : proven
        const first = ends.first.get(...key)?.['id']
        const last = ends.last.get(...key)?.['id']
        if (first === undefined || last === undefined) remove.run(...key)
        else setEnds.run(Number(first), Number(last), ...key)
      }
      changed.clear()
    },
    forget: () => changed.clear(),
  }
}

/** A repetition of a proven notification is a delivery of its own, but no other notification. */
function shareOf(entry: IndexEntry): Share {
  if (!isGenuine(entry)) return { notifications: 0, proven: 0, unproven: 1 }
  return { notifications: entry.duplicate ? 0 : 1, proven: 1, unproven: 0 }
}

/** Null when the delivery names no object. */
function keyOf({ resourceId, resourceType, environmentId }: IndexEntry): ObjectKey | null {
  return resourceId === null || resourceType === null ? null : [resourceId, resourceType, environmentId]
}
