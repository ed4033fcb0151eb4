import type { DatabaseSync } from 'node:sqlite'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { entryOf } from '../index/entryRow.ts'
import { followUpRecordOf } from '../write/followUpRow.ts'
import { isFollowed } from '../schema/indexSchema.ts'
import { atOneMoment } from '../schema/openReader.ts'
import { summaryReader } from '../index/summaryReader.ts'
import { withoutCredentials } from '../schema/truthSchema.ts'
import type { FollowUpCounts, FollowUpCursor, FollowUpRecord, ToFollowPage } from '../records/followUps.ts'

/** Every query about follow-ups. */
export interface FollowUpQueries {
  followUpOf(environmentId: string, notificationId: string): FollowUpRecord | null
  waitingFollowUps(environmentId: string, limit: number): FollowUpRecord[]
  followUpsWithoutCredentials(environmentId: string, before: string | null, limit: number): FollowUpRecord[]
  followUpCursors(): FollowUpCursor[]
  toFollow(environmentId: string, after: number, limit: number): ToFollowPage
  followUpCounts(): FollowUpCounts
}

/** Maximum deliveries looked at per page; most may already have a record. */
const mostLooked = 2000

/** Makes the queries of a connection that openReader made. */
export function createFollowUpQueries(database: DatabaseSync): FollowUpQueries {
  const followUp = database.prepare('SELECT * FROM follow_ups WHERE environment_id = ? AND notification_id = ?')
  const waiting = database.prepare(`
    SELECT * FROM follow_ups WHERE environment_id = ? AND state IN ('waiting', 'running')
    ORDER BY due_at, delivery_id LIMIT ?`)
  const skipped = database.prepare(`
    SELECT * FROM follow_ups
    WHERE ${withoutCredentials} AND environment_id = ? AND delivery_id < ?
    ORDER BY delivery_id DESC LIMIT ?`)
  const cursors = database.prepare('SELECT environment_id, up_to FROM follow_up_cursors')
  const progress = database.prepare('SELECT indexed_up_to AS indexed, indexed_from FROM progress')
  const followed = `FROM entries AS e INDEXED BY to_follow WHERE e.environment_id = ? AND e.id > ? AND ${isFollowed} AND e.events IS NULL`
  const next = database.prepare(`SELECT e.* ${followed} ORDER BY e.id LIMIT ${mostLooked}`)
  const hasRecord = database.prepare('SELECT 1 FROM follow_ups WHERE delivery_id = ?')
  const summarise = summaryReader(database)

  const afterCursor = database.prepare(`SELECT count(*) AS count ${followed}`)
  // Few have a record behind the cursor: what came while older ones waited, and was taken first.
  const recordsAfterCursor = database.prepare(`
    SELECT count(*) AS count FROM follow_ups AS f WHERE f.delivery_id > ? AND f.environment_id = ?
    AND EXISTS (SELECT 1 FROM entries WHERE id = f.delivery_id AND ${isFollowed} AND events IS NULL)`)
  const cursorsNow = (): FollowUpCursor[] =>
    cursors.all().map((row) => ({ environmentId: String(row['environment_id']), upTo: Number(row['up_to']) }))

  function waitingWithoutRecord(): number {
    let sum = 0
    for (const { environmentId, upTo } of cursorsNow()) {
      const all = Number(afterCursor.get(environmentId, upTo)?.['count'] ?? 0)
      if (all > 0) sum += all - Number(recordsAfterCursor.get(upTo, environmentId)?.['count'] ?? 0)
    }
    return sum
  }

  return {
    followUpOf(environmentId, notificationId) {
      const row = followUp.get(environmentId, notificationId)
      return row === undefined ? null : followUpRecordOf(row)
    },
    waitingFollowUps: (environmentId, limit) => waiting.all(environmentId, limit).map(followUpRecordOf),
    followUpsWithoutCredentials: (environmentId, before, limit) =>
      skipped
        .all(environmentId, before === null ? Number.MAX_SAFE_INTEGER : Number(before), limit)
        .map(followUpRecordOf),
    followUpCursors: cursorsNow,
    toFollow: (environmentId, after, limit) =>
      atOneMoment(database, () => {
        const { indexed: upTo, indexed_from: from } = progress.get() ?? {}
        // While the index is rebuilt, what lies before an unindexed delivery is not known.
        if (after + 1 < Number(from)) return { items: [], upTo: after, more: false }
        const reached = Math.max(after, Number(upTo))
        const items: ToFollowPage['items'] = []
        let looked = 0
        let last = after
        for (const row of next.iterate(environmentId, after)) {
          const entry = entryOf(row)
          looked += 1
          last = entry.id
          if (hasRecord.get(entry.id) !== undefined) continue
          items.push(summarise(entry))
          if (items.length === limit) return { items, upTo: last, more: true }
        }
        const more = looked === mostLooked
        return { items, upTo: more ? last : reached, more }
      }),
    followUpCounts: createCounts(database, waitingWithoutRecord),
  }
}

function createCounts(database: DatabaseSync, waitingWithoutRecord: () => number): () => FollowUpCounts {
  // These counts read nothing but an index of those that there are.
  const counts = database.prepare(`
    SELECT (SELECT count(*) FROM follow_ups WHERE state IN ('waiting', 'running')) AS waiting,
    (SELECT count(*) FROM follow_ups WHERE state = 'failed') AS failed`)
  const skipped = database.prepare(`
    SELECT environment_id, count(*) AS count FROM follow_ups
    WHERE ${withoutCredentials} GROUP BY environment_id`)
  const lastFailed = database.prepare(`
    SELECT d.id, ${headColumns} FROM deliveries AS d ${laterFacts}
    WHERE d.id = (SELECT max(delivery_id) FROM follow_ups WHERE state = 'failed')`)

  return () =>
    atOneMoment(database, () => {
      const row = counts.get()
      const failed = lastFailed.get()
      return {
        waiting: Number(row?.['waiting'] ?? 0) + waitingWithoutRecord(),
        failed: Number(row?.['failed'] ?? 0),
        lastFailed:
          failed === undefined ? null : { deliveryId: String(failed['id']), receivedAt: headOf(failed).receivedAt },
        withoutCredentials: Object.fromEntries(
          skipped.all().map(({ environment_id: id, count }) => [String(id), Number(count)]),
        ),
      }
    })
}
