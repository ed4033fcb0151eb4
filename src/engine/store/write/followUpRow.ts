import type { DatabaseSync } from 'node:sqlite'
import { type FollowUpState, type Headline, isGenuine } from '../../../shared/model.ts'
import type { FollowUpWhy } from '../../../shared/codes/callFailures.ts'
import { followUpSentence } from '../../../shared/words/callFailures.ts'
import type { FollowUpRecord, NotedFollowUp } from '../records/followUps.ts'

/** A record from a row of `follow_ups`. */
export function followUpRecordOf(row: Record<string, unknown>): FollowUpRecord {
  return {
    deliveryId: String(row['delivery_id']),
    environmentId: String(row['environment_id']),
    notificationId: row['notification_id'] as string | null,
    followUp: {
      state: row['state'] as FollowUpState,
      status: row['status'] as number | null,
      reason: row['reason'] as string | null,
      ...(typeof row['due_at'] === 'string' ? { dueAt: row['due_at'] } : {}),
      ...(typeof row['why'] === 'string' ? { why: JSON.parse(row['why']) as FollowUpWhy } : {}),
    },
    ...(typeof row['headline'] === 'string' ? { headline: JSON.parse(row['headline']) as Headline } : {}),
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
 * Makes a function that looks up the follow-up of a delivery, or null when none was noted. A notification is followed up
 * once: where a later copy was proven first and got it, the copy that now counts as the first says so.
 */
export function followUpReader(database: DatabaseSync): (entry: Followed) => NotedFollowUp | null {
  const ofDelivery = database.prepare(`SELECT * FROM follow_ups WHERE delivery_id = ?`)
  const ofNotification = database.prepare(`SELECT 1 FROM follow_ups WHERE environment_id = ? AND notification_id = ?`)
  return (entry) => {
    const row = ofDelivery.get(entry.id)
    if (row !== undefined) return followUpRecordOf(row)
    const { environmentId, notificationId } = entry
    const isFirst = notificationId !== null && !entry.duplicate && isGenuine(entry)
    return isFirst && ofNotification.get(environmentId, notificationId) !== undefined ? elsewhere : null
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
