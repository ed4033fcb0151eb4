import type { DatabaseSync } from 'node:sqlite'
import type { FollowUp, FollowUpState } from '../../shared/model.ts'
import type { FollowUpRecord } from './types.ts'

/** A record from a row of `follow_ups`. */
export function followUpRecordOf(row: Record<string, unknown>): FollowUpRecord {
  return {
    deliveryId: String(row['delivery_id']),
    environmentId: String(row['environment_id']),
    notificationId: String(row['notification_id']),
    followUp: {
      state: row['state'] as FollowUpState,
      status: row['status'] as number | null,
      reason: row['reason'] as string | null,
    },
  }
}

/** Makes a function that looks up the follow-up of a delivery, or null when none was noted. */
export function followUpReader(database: DatabaseSync, schema: string): (deliveryId: number) => FollowUp | null {
  const find = database.prepare(`SELECT * FROM ${schema}.follow_ups WHERE delivery_id = ?`)
  return (deliveryId) => {
    const row = find.get(deliveryId)
    return row === undefined ? null : followUpRecordOf(row).followUp
  }
}
