import type { DatabaseSync } from 'node:sqlite'
import { isGenuine } from '../../shared/model.ts'
import { entryOf } from './entryRow.ts'
import type { EntryTallies } from './entryTallies.ts'
import { type Copy, repetitionAfter } from './repetition.ts'

/**
 * Makes a function that recomputes which delivery of a notification is the first and which repeat it, after a verdict
 * changed or a delivery was removed. It adds the ids of changed deliveries to `changed`.
 */
export function copyFolder(
  database: DatabaseSync,
  tallies: EntryTallies,
): (notificationId: string, environmentId: string, changed: Set<number>) => void {
  // The plus signs force SQLite to use the index by notification: any other would scan all entries per change.
  const copies = database.prepare(
    'SELECT * FROM entries WHERE notification_id = ?1 COLLATE NOCASE AND +notification_id = ?1 AND +environment_id = ?2 ORDER BY +id LIMIT 1000',
  )
  const setRepetition = database.prepare('UPDATE entries SET duplicate = ?, nth = ?, retried = ? WHERE id = ?')
  const after = repetitionAfter(database, 'truth')

  return (notificationId, environmentId, changed) => {
    let lastGenuine: Copy | null = null
    let lastOther: Copy | null = null
    for (const row of copies.all(notificationId, environmentId)) {
      const before = entryOf(row)
      const { id, duplicate, nth, retried, answeredStatus, receivedAt } = before
      const genuine = isGenuine(before)
      const isCopy: boolean = lastGenuine !== null || (!genuine && lastOther !== null)
      const now = after(environmentId, genuine ? lastGenuine : lastOther, isCopy)
      if (now.duplicate !== duplicate || now.nth !== nth || now.retried !== retried) {
        setRepetition.run(now.duplicate ? 1 : 0, now.nth, now.retried ? 1 : 0, id)
        tallies.change(before, { ...before, ...now })
        changed.add(id)
      }
      const copy: Copy = { id, genuine, nth: now.nth ?? 1, answeredStatus, receivedAt }
      if (genuine) lastGenuine = copy
      else lastOther = copy
    }
  }
}
