import type { DatabaseSync } from 'node:sqlite'
import { inReadTransaction } from '../schema/openReader.ts'
import { withoutCredentials } from '../schema/truthSchema.ts'
import type { FollowUpCounts, FollowUpRecord, JobKind, KeptFollowUp } from '../records/jobs.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { followUpRecordOf } from '../write/jobRow.ts'

/** Every query about jobs. */
export interface JobQueries {
  jobsCreatedUpTo(): number
  followUpOf(environmentId: string, notificationId: string): FollowUpRecord | null
  endedFollowUps(
    environmentId: string,
    state: 'failed' | 'skipped',
    before: number | null,
    limit: number,
  ): KeptFollowUp[]
  followUpCounts(): FollowUpCounts
}

const followUp = 'follow-up' satisfies JobKind

/** Genuine, the first of its notification, and names an object: such a delivery is followed up. */
const isFollowed =
  'verified = 1 AND duplicate = 0 AND notification_id IS NOT NULL AND resource_type IS NOT NULL AND resource_id IS NOT NULL'

/** Makes the queries of a connection that openReader made. */
export function createJobQueries(database: DatabaseSync): JobQueries {
  const progress = database.prepare('SELECT created_up_to AS id FROM job_progress')
  const ofNotification = database.prepare('SELECT * FROM jobs WHERE claim = ? AND owner = ?')
  const ended = (state: 'failed' | 'skipped') =>
    database.prepare(`
      SELECT * FROM jobs WHERE kind = '${followUp}' AND state = '${state}' AND owner = ? AND claim IS NOT NULL
      AND delivery_id < ? ORDER BY delivery_id DESC LIMIT ?`)
  const inState = { failed: ended('failed'), skipped: ended('skipped') }

  return {
    jobsCreatedUpTo: () => Number(progress.get()?.['id'] ?? 0),
    followUpOf(environmentId, notificationId) {
      const row = ofNotification.get(notificationId, environmentId)
      return row === undefined ? null : followUpRecordOf(row)
    },
    endedFollowUps: (environmentId, state, before, limit) =>
      inState[state]
        .all(environmentId, before ?? Number.MAX_SAFE_INTEGER, limit)
        .map((row) => ({ ...followUpRecordOf(row), jobId: Number(row['id']) })),
    followUpCounts: createCounts(database),
  }
}

/** Jobs are counted in partial indexes; deliveries only from the first that has no jobs yet, which a join would not make SQLite do. */
function createCounts(database: DatabaseSync): () => FollowUpCounts {
  const counts = database.prepare(`
    SELECT (SELECT count(*) FROM jobs WHERE kind = '${followUp}' AND state IN ('waiting', 'running')) AS waiting,
    (SELECT count(*) FROM jobs WHERE kind = '${followUp}' AND state = 'failed') AS failed,
    (SELECT count(*) FROM entries AS e WHERE e.id > (SELECT created_up_to FROM job_progress) AND ${isFollowed}
      AND e.events IS NULL AND NOT EXISTS (SELECT 1 FROM jobs WHERE delivery_id = e.id AND kind = '${followUp}')) AS coming`)
  const skipped = database.prepare(`
    SELECT owner, count(*) AS count FROM jobs WHERE ${withoutCredentials} GROUP BY owner`)
  const lastFailed = database.prepare(`
    SELECT d.id, ${headColumns} FROM deliveries AS d ${laterFacts}
    WHERE d.id = (SELECT max(delivery_id) FROM jobs WHERE kind = '${followUp}' AND state = 'failed')`)

  return () =>
    inReadTransaction(database, () => {
      const row = counts.get()
      const failed = lastFailed.get()
      return {
        waiting: Number(row?.['waiting'] ?? 0) + Number(row?.['coming'] ?? 0),
        failed: Number(row?.['failed'] ?? 0),
        lastFailed:
          failed === undefined ? null : { deliveryId: String(failed['id']), receivedAt: headOf(failed).receivedAt },
        withoutCredentials: Object.fromEntries(skipped.all().map(({ owner, count }) => [String(owner), Number(count)])),
      }
    })
}
