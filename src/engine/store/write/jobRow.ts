import type { DatabaseSync } from 'node:sqlite'
import { type FollowUp, type Headline, isGenuine } from '../../../shared/model.ts'
import { followUpSentence } from '../../../shared/words/callFailures.ts'
import type { FollowUpRecord, Job, NotedFollowUp } from '../records/jobs.ts'

/** The result of a follow-up without its state, which is the job's own. */
type FollowUpResult = Omit<FollowUp, 'state'> & { headline?: Headline | null }

/** The result of a follow-up as its job keeps it. */
export function followUpResult({ state: _state, ...rest }: FollowUp, headline: Headline | null | undefined): string {
  return JSON.stringify({ ...rest, ...(headline == null ? {} : { headline }) } satisfies FollowUpResult)
}

/** A job from a row of `jobs`. */
export function jobOf(row: Record<string, unknown>): Job {
  return {
    id: Number(row['id']),
    kind: row['kind'] as Job['kind'],
    owner: String(row['owner']),
    deliveryId: String(row['delivery_id']),
    claim: row['claim'] as string | null,
    lane: row['lane'] as string | null,
    state: row['state'] as Job['state'],
    dueAt: Number(row['due_at']),
    attempts: Number(row['attempts']),
    again: row['again'] === 1,
  }
}

/** The follow-up of a delivery from a row of `jobs`. */
export function followUpRecordOf(row: Record<string, unknown>): FollowUpRecord {
  const state = row['state'] as FollowUp['state']
  const known = typeof row['result'] === 'string' ? (JSON.parse(row['result']) as FollowUpResult) : null
  const { headline, ...rest } = known ?? { status: null, reason: null }
  return {
    deliveryId: String(row['delivery_id']),
    environmentId: String(row['owner']),
    notificationId: row['claim'] as string | null,
    // The result of the last try is over as soon as the next one runs.
    followUp: state === 'running' ? { state, status: null, reason: null } : { state, ...rest },
    ...(headline == null ? {} : { headline }),
  }
}

/** Facts of a delivery that its follow-up depends on. */
type Followed = Parameters<typeof isGenuine>[0] & {
  id: number
  environmentId: string
  notificationId: string | null
  duplicate: boolean
}

/**
 * Makes a function that looks up the follow-up of a delivery, or null when it has no job. A notification is followed up
 * once: where a later copy was proven first and got it, the copy that now counts as the first points to it.
 */
export function followUpReader(database: DatabaseSync): (entry: Followed) => NotedFollowUp | null {
  const ofDelivery = database.prepare(`SELECT * FROM jobs WHERE delivery_id = ? AND kind = 'follow-up'`)
  const ofNotification = database.prepare('SELECT 1 FROM jobs WHERE claim = ? AND owner = ?')
  return (entry) => {
    const row = ofDelivery.get(entry.id)
    if (row !== undefined) return followUpRecordOf(row)
    const { environmentId, notificationId } = entry
    const isFirst = notificationId !== null && !entry.duplicate && isGenuine(entry)
    return isFirst && ofNotification.get(notificationId, environmentId) !== undefined ? elsewhere : null
  }
}

const elsewhere: NotedFollowUp = {
  followUp: {
    state: 'skipped',
    status: null,
    reason: followUpSentence({ code: 'fetched-for-another', fields: {} }),
    why: { code: 'fetched-for-another', fields: {} },
  },
  headline: null,
}
