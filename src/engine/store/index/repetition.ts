import type { DatabaseSync } from 'node:sqlite'
import { isGenuine } from '../../../shared/model.ts'
import { isWellAnswered } from '../../latency/deliveryTiming.ts'
import { isInTime, legsOf } from '../../latency/legsOf.ts'
import { batchTimesReader } from '../write/batchTimes.ts'
import { entryOf } from './entryRow.ts'
import type { IndexEntry, Repetition } from './indexEntry.ts'
import { limitReader } from './meanings.ts'

/** An earlier delivery of the same notification. */
interface Copy {
  id: number
  nth: number
  answeredStatus: number
  receivedAt: number
}

/**
 * Selects the entries of notification ?1 in environment ?2. Its index ignores case, because filters do; without the COLLATE
 * term SQLite scans the whole environment.
 */
export const sameNotification = 'notification_id = ?1 COLLATE NOCASE AND +notification_id = ?1 AND environment_id = ?2'

/** More deliveries of one notification than this keep the places that they have. */
const maxCopies = 1000

/** Places deliveries among those of their notification. A genuine one is repeated by genuine ones only. */
export interface Repetitions {
  /** Place of a delivery that is newer than all that are indexed. */
  next(environmentId: string, notificationId: string, genuine: boolean): Repetition
  /**
   * Recomputes the places of all deliveries of a notification, after one of them changed or was removed. Calls `onChange` for each
   * whose place changed.
   */
  replace(
    notificationId: string,
    environmentId: string,
    onChange: (before: IndexEntry, after: IndexEntry) => void,
  ): void
}

/** Makes it for the index connection. */
export function createRepetitions(database: DatabaseSync): Repetitions {
  const any = database.prepare(`SELECT 1 FROM entries WHERE ${sameNotification} LIMIT 1`)
  // Each with its own number: with a parameter in its place, SQLite plans the query again every time, because an index that
  // holds proven deliveries only might serve it.
  const newest = (verified: 0 | 1) =>
    database.prepare(`
      SELECT id, nth, answered_status, received_at FROM entries
      WHERE ${sameNotification} AND verified = ${verified} ORDER BY id DESC LIMIT 1`)
  const [newestGenuine, newestOther] = [newest(1), newest(0)]
  // The plus signs force SQLite to use the index by notification.
  const copies = database.prepare(
    `SELECT * FROM entries WHERE notification_id = ?1 COLLATE NOCASE AND +notification_id = ?1 AND +environment_id = ?2 ORDER BY +id LIMIT ${maxCopies}`,
  )
  const setRepetition = database.prepare('UPDATE entries SET duplicate = ?, nth = ?, retried = ? WHERE id = ?')
  const timesOf = batchTimesReader(database)
  const limitOf = limitReader(database)

  function after(environmentId: string, before: Copy | null, duplicate: boolean): Repetition {
    if (before === null) return { duplicate, nth: 1, retried: false }
    const { receivedAt, answeredStatus: status } = before
    const legs = legsOf({ createdAt: null, receivedAt, ...timesOf(before.id), fetchedAt: null })
    const inTime = isInTime(legs, limitOf(environmentId))
    return { duplicate, nth: before.nth + 1, retried: !isWellAnswered({ status, inTime }) }
  }

  return {
    next(environmentId, notificationId, genuine) {
      const row = (genuine ? newestGenuine : newestOther).get(notificationId, environmentId)
      const last = row === undefined ? null : copyOf(row)
      const isFirst = last === null && (genuine || any.get(notificationId, environmentId) === undefined)
      return after(environmentId, last, !isFirst)
    },
    replace(notificationId, environmentId, onChange) {
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
          onChange(before, { ...before, ...now })
        }
        const copy: Copy = { id, nth: now.nth ?? 1, answeredStatus, receivedAt }
        if (genuine) lastGenuine = copy
        else lastOther = copy
      }
    },
  }
}

function copyOf(row: Record<string, unknown>): Copy {
  return {
    id: Number(row['id']),
    nth: Number(row['nth'] ?? 1),
    answeredStatus: Number(row['answered_status']),
    receivedAt: Number(row['received_at']),
  }
}
