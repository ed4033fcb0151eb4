import type { DatabaseSync } from 'node:sqlite'
import { isInTime, legsOf } from '../latency/legsOf.ts'
import { isWellAnswered } from '../latency/deliveryTiming.ts'
import { batchTimesReader } from './batchTimes.ts'
import { limitReader } from './meanings.ts'

/** The place of a delivery among the deliveries of its notification. */
export interface Repetition {
  /** An earlier delivery is at least as trustworthy. */
  duplicate: boolean
  /** Its place among those as trustworthy as it is, from 1; null when it carries no notification id. */
  nth: number | null
  /** The one before it was not answered 2xx in time. */
  retried: boolean
}

export const noRepetition: Repetition = { duplicate: false, nth: null, retried: false }

/** An earlier delivery of the same notification. */
export interface Copy {
  id: number
  genuine: boolean
  nth: number
  answeredStatus: number
  receivedAt: number
}

/** Looks among the deliveries that the index holds. */
export interface CopyFinder {
  /** A genuine delivery (proven and accepted) is repeated by genuine ones only: a forged copy never makes it look so. */
  isRepeated(environmentId: string, notificationId: string, genuine: boolean): boolean
  /** The newest one that is as trustworthy, or null. */
  last(environmentId: string, notificationId: string, genuine: boolean): Copy | null
}

/**
 * Selects the entries of notification ?1 in environment ?2. Its index ignores case, because filters do; without the COLLATE
 * term SQLite scans the whole environment.
 */
export const sameNotification = 'notification_id = ?1 COLLATE NOCASE AND +notification_id = ?1 AND environment_id = ?2'

/** Makes it; `schema` is where the entries are. */
export function copyFinder(database: DatabaseSync, schema: 'main' | 'idx'): CopyFinder {
  const copies = `FROM ${schema}.entries WHERE ${sameNotification}`
  const any = database.prepare(`SELECT 1 ${copies} LIMIT 1`)
  const genuineOne = database.prepare(`SELECT 1 ${copies} AND verified = 1 LIMIT 1`)
  // Each with its own number: with a parameter in its place, SQLite plans the query again every time, because an index that
  // holds proven deliveries only might serve it.
  const newestWith = (verified: 0 | 1) =>
    database.prepare(
      `SELECT id, nth, answered_status, received_at ${copies} AND verified = ${verified} ORDER BY id DESC LIMIT 1`,
    )
  const [newestGenuine, newestOther] = [newestWith(1), newestWith(0)]
  return {
    isRepeated: (environmentId, notificationId, genuine) =>
      (genuine ? genuineOne : any).get(notificationId, environmentId) !== undefined,
    last(environmentId, notificationId, genuine) {
      const row = (genuine ? newestGenuine : newestOther).get(notificationId, environmentId)
      if (row === undefined) return null
      return {
        id: Number(row['id']),
        genuine,
        nth: Number(row['nth'] ?? 1),
        answeredStatus: Number(row['answered_status']),
        receivedAt: Number(row['received_at']),
      }
    },
  }
}

/**
 * Makes a function that places a delivery after the last one that is as trustworthy (null: there is none). `schema` is where
 * the documents are.
 */
export function repetitionAfter(
  database: DatabaseSync,
  schema: 'main' | 'truth',
): (environmentId: string, before: Copy | null, duplicate: boolean) => Repetition {
  const timesOf = batchTimesReader(database)
  const limitOf = limitReader(database, schema)
  return (environmentId, before, duplicate) => {
    if (before === null) return { duplicate, nth: 1, retried: false }
    const { receivedAt, answeredStatus: status } = before
    const legs = legsOf({ createdAt: null, receivedAt, ...timesOf(before.id), fetchedAt: null })
    const inTime = isInTime(legs, limitOf(environmentId))
    return { duplicate, nth: before.nth + 1, retried: !isWellAnswered({ status, inTime }) }
  }
}

/** Makes a function that places the next delivery of a notification; for the index thread's connection. */
export function repetitionFinder(
  database: DatabaseSync,
): (environmentId: string, notificationId: string, genuine: boolean) => Repetition {
  const copies = copyFinder(database, 'main')
  const after = repetitionAfter(database, 'truth')
  return (environmentId, notificationId, genuine) => {
    const last = copies.last(environmentId, notificationId, genuine)
    // A genuine delivery is repeated by genuine ones only, and of these there is none.
    const isFirst = last === null && (genuine || !copies.isRepeated(environmentId, notificationId, false))
    return after(environmentId, last, !isFirst)
  }
}
