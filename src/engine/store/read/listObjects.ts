import type { DatabaseSync } from 'node:sqlite'
import { inReadTransaction } from '../schema/openReader.ts'
import { createObjectKinds, type ObjectKinds } from './objectKinds.ts'
import { objectHeadline } from '../../../shared/headline/headline.ts'
import type { Headline } from '../../../shared/model.ts'
import type { ReadObjectQuery, ObjectSummary } from '../../../shared/wireTypes.ts'

/** Every query that answers objects. Pages go by key: never OFFSET, never a count. */
export interface ObjectLists {
  objects(query: ReadObjectQuery): { items: ObjectSummary[]; next: string | null }
  object(environmentId: string, resourceType: string, resourceId: string): ObjectSummary | null
}

/** `hint` names the index to read, because SQLite keeps no statistics here and would not always choose it. */
const select = (hint = ''): string => `
  SELECT o.*, l.resource_type AS spelled, f.received_at AS first_seen_at, l.received_at AS last_seen_at, l.action, l.headline
  FROM objects AS o ${hint} CROSS JOIN entries AS f ON f.id = o.first_id CROSS JOIN entries AS l ON l.id = o.last_id`

/** Larger objects are not parsed for a line of a list. */
const maxHeadlineBytes = 64 * 1024

/** A removed delivery stays in the index for some milliseconds. */
const isPresent = 'EXISTS (SELECT 1 FROM deliveries AS d WHERE d.id = o.last_id)'

/** Makes the lists of a connection that openReader made. */
export function createObjectLists(database: DatabaseSync): ObjectLists {
  const one = database.prepare(`${select()} WHERE o.resource_id = ? AND o.resource_type = ? AND o.environment_id = ?`)
  const kinds = createObjectKinds(database)
  const snapshots = database.prepare(`
    SELECT count(*) AS snapshots FROM attempts WHERE environment_id = ? AND resource_type = ? AND resource_id = ?
    AND kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL`)
  const newestSnapshot = database.prepare(`
    SELECT CASE WHEN length(body) <= ${maxHeadlineBytes} THEN body END AS body FROM attempts
    WHERE environment_id = ? AND resource_type = ? AND resource_id = ?
    AND kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL ORDER BY started_at DESC LIMIT 1`)

  /** The object as it was last fetched; without a snapshot, as its last delivery describes it. */
  function headlineOf(object: [string, string, string], ofDelivery: unknown): Headline | null {
    const snapshot = newestSnapshot.get(...object)
    if (snapshot === undefined) {
      return typeof ofDelivery === 'string' ? (JSON.parse(ofDelivery) as Headline) : null
    }
    const { body } = snapshot
    return body instanceof Uint8Array ? objectHeadline(null, new TextDecoder().decode(body)) : null
  }

  function summaryOf(row: Record<string, unknown>): ObjectSummary {
    const environmentId = String(row['environment_id'])
    const resourceType = String(row['spelled'])
    const resourceId = String(row['resource_id'])
    return {
      environmentId,
      resourceType,
      resourceId,
      firstSeenAt: new Date(Number(row['first_seen_at'])).toISOString(),
      lastSeenAt: new Date(Number(row['last_seen_at'])).toISOString(),
      lastAction: row['action'] as string | null,
      notifications: Number(row['notifications']),
      deliveries: Number(row['proven']),
      unproven: Number(row['unproven']),
      headline: headlineOf([environmentId, resourceType, resourceId], row['headline']),
      snapshots: Number(snapshots.get(environmentId, resourceType, resourceId)?.['snapshots'] ?? 0),
    }
  }

  /** The newest rows of several queries together. */
  function newestOf(conditions: readonly Condition[], { before, limit }: ReadObjectQuery): Record<string, unknown>[] {
    const found = new Map<unknown, Record<string, unknown>>()
    for (const { hint, sql, values } of conditions) {
      const below = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)
      const rows = database.prepare(
        `${select(hint)} WHERE o.last_id < ? ${sql} AND ${isPresent} ORDER BY o.last_id DESC LIMIT ?`,
      )
      for (const row of rows.iterate(below, ...values, limit)) found.set(row['number'], row)
    }
    return [...found.values()].sort((a, b) => Number(b['last_id']) - Number(a['last_id'])).slice(0, limit)
  }

  return {
    objects: (query) =>
      inReadTransaction(database, () => {
        // One more than wanted says whether there is another page.
        const rows = newestOf(conditionsOf(query, kinds), { ...query, limit: query.limit + 1 })
        const items = rows.slice(0, query.limit)
        const next = rows.length > query.limit ? String(Number(items.at(-1)?.['last_id'])) : null
        return { items: items.map(summaryOf), next }
      }),
    object: (environmentId, resourceType, resourceId) =>
      inReadTransaction(database, () => {
        const row = one.get(resourceId, resourceType, environmentId)
        return row === undefined ? null : summaryOf(row)
      }),
  }
}

interface Condition {
  hint?: string
  sql: string
  values: string[]
}

/**
 * Returns queries that each read their rows in order from an index and stop when they have enough. Text is looked for at the
 * beginning of ids and anywhere in types: to find it in the middle of an id, every object would have to be read.
 */
function conditionsOf({ environment, resourceType, q }: ReadObjectQuery, kinds: ObjectKinds): Condition[] {
  const text = q?.trim().slice(0, 300) ?? ''
  if (text !== '') {
    const filters = joined([
      ...(environment === undefined ? [] : [{ sql: 'AND o.environment_id = ?', values: [environment] }]),
      ...(resourceType === undefined ? [] : [{ sql: 'AND o.resource_type = ?', values: [resourceType] }]),
    ])
    const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
    return [
      ...kinds.like(text, environment, resourceType).map(ofKind),
      ...spellings.map((start) => ({
        hint: 'INDEXED BY object_names',
        sql: `AND o.resource_id >= ? AND o.resource_id < ? ${filters.sql}`,
        values: [start, `${start}\u{10FFFF}`, ...filters.values],
      })),
    ]
  }
  if (resourceType !== undefined) {
    const environments = environment === undefined ? kinds.environments() : [environment]
    return environments.map((environmentId) => ofKind({ environmentId, resourceType }))
  }
  return [
    environment === undefined ? { sql: '', values: [] } : { sql: 'AND o.environment_id = ?', values: [environment] },
  ]
}

function ofKind({ environmentId, resourceType }: { environmentId: string; resourceType: string }): Condition {
  return { sql: 'AND o.environment_id = ? AND o.resource_type = ?', values: [environmentId, resourceType] }
}

function joined(conditions: readonly Condition[]): Condition {
  return { sql: conditions.map(({ sql }) => sql).join(' '), values: conditions.flatMap(({ values }) => values) }
}
