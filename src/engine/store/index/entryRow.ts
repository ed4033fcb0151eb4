import { type AnsweredBy, type Headline, isGenuine } from '../../../shared/model.ts'
import type { IndexEntry } from './indexEntry.ts'

/** The columns of `entries` in the order of `entryValues`. */
export const entryColumns =
  'id, environment_id, received_at, method, size, verdict, answered_status, notification_id, resource_type, resource_id, action, verified, duplicate, created_at, nth, retried, headline, events, handshake, answered_by'

/** An entry as the values of `entryColumns`. */
export function entryValues(entry: IndexEntry): (string | number | null)[] {
  return [
    entry.id,
    entry.environmentId,
    entry.receivedAt,
    entry.method,
    entry.size,
    entry.verdict,
    entry.answeredStatus,
    entry.notificationId,
    entry.resourceType,
    entry.resourceId,
    entry.action,
    isGenuine(entry) ? 1 : 0,
    entry.duplicate ? 1 : 0,
    entry.createdAt,
    entry.nth,
    entry.retried ? 1 : 0,
    entry.headline === null ? null : JSON.stringify(entry.headline),
    entry.events,
    entry.handshake === null ? null : JSON.stringify({ name: entry.handshake.name, outcome: entry.handshake.outcome }),
    entry.answeredBy === null ? null : JSON.stringify(entry.answeredBy),
  ]
}

/** An entry from a row of `entries`. */
export function entryOf(row: Record<string, unknown>): IndexEntry {
  return {
    id: Number(row['id']),
    environmentId: String(row['environment_id']),
    receivedAt: Number(row['received_at']),
    method: String(row['method']),
    size: Number(row['size']),
    verdict: row['verdict'] as IndexEntry['verdict'],
    answeredStatus: Number(row['answered_status']),
    notificationId: row['notification_id'] as string | null,
    resourceType: row['resource_type'] as string | null,
    resourceId: row['resource_id'] as string | null,
    action: row['action'] as string | null,
    duplicate: row['duplicate'] === 1,
    events: row['events'] as number | null,
    handshake: typeof row['handshake'] === 'string' ? (JSON.parse(row['handshake']) as IndexEntry['handshake']) : null,
    answeredBy: typeof row['answered_by'] === 'string' ? (JSON.parse(row['answered_by']) as AnsweredBy) : null,
    createdAt: row['created_at'] as number | null,
    nth: row['nth'] as number | null,
    retried: row['retried'] === 1,
    headline: typeof row['headline'] === 'string' ? (JSON.parse(row['headline']) as Headline) : null,
  }
}
