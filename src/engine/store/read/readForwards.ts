import type { ContentTerms } from '../search/entriesQuery.ts'
import { fieldTermsOf } from '../search/fieldTerms.ts'
import type { DatabaseSync } from 'node:sqlite'
import { type DeliveryFilter, matchesFields } from '../../../shared/filter/deliveryFilter.ts'
import type { ForwardSummary } from '../../../shared/model.ts'
import { entryOf } from '../index/entryRow.ts'
import type { IndexEntry } from '../index/indexEntry.ts'
import { summaryReader } from '../index/summaryReader.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { isWaiting } from '../schema/truthSchema.ts'
import { filterConditions } from '../search/filterConditions.ts'
import { contentCheck } from '../search/listDeliveries.ts'
import { wordTermsOf } from '../search/wordTerms.ts'
import type { ForwardCounts, MatchedDelivery, MatchPage, MatchQuery } from '../records/jobs.ts'
import { forwardReader } from '../write/forwardRow.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'

/** Every query about forwarding. */
export interface ForwardQueries {
  matching(query: MatchQuery): MatchPage
  wasForwarded(deliveryId: string, ruleId: string): boolean
  forwardCounts(ruleId: string, now: number): ForwardCounts
  failedForwards(): Record<string, number>
  firstOfCatchUp(ruleId: string, catchUp: number): number | null
  catchUpCounts(ruleId: string, catchUp: number): { sent: number; failed: number }
  forwardOf(deliveryId: string): ForwardSummary | null
  firstSince(environmentId: string, since: number): number
}

/** Maximum ids per query, of all environments: the reader has other queries to answer. */
const maxExamined = 20_000
/** More are not counted, and more held lanes are not named. */
const max = { counted: 5000, held: 20 }

/** Makes the queries of a connection that openReader made. */
export function createForwardQueries(database: DatabaseSync): ForwardQueries {
  const progress = database.prepare('SELECT indexed_up_to AS indexed, indexed_from FROM progress')
  const firstSince = database.prepare('SELECT min(id) AS id FROM entries WHERE environment_id = ? AND received_at >= ?')
  const wasForwarded = database.prepare(`
    SELECT 1 FROM attempts WHERE delivery_id = ? AND kind = 'forward' AND status BETWEEN 200 AND 299
    AND json_extract(rest, '$.forwarded.ruleId') = ? AND json_extract(rest, '$.error') IS NULL`)
  const matches = matchingEntries(database)
  const forwardOf = forwardReader(database)

  /** Up to where there is something to look at, and whether there is more behind it. */
  function windowOf({ after, upTo }: MatchQuery): { end: number; more: boolean } {
    const { indexed, indexed_from: from } = progress.get() ?? {}
    // While the index is rebuilt, what lies before an unindexed delivery is not known.
    if (after + 1 < Number(from)) return { end: after, more: false }
    const reached = Math.min(Number(indexed), upTo)
    const end = Math.min(reached, after + maxExamined)
    return { end: Math.max(after, end), more: end < reached }
  }

  return {
    matching: (query) =>
      inReadTransaction(database, () => {
        const { end, more } = windowOf(query)
        const items: MatchedDelivery[] = []
        for (const item of matches(query, end)) {
          if (items.length === query.limit) return { items, upTo: items.at(-1)?.id ?? query.after, more: true }
          items.push(item)
        }
        return { items, upTo: end, more }
      }),
    wasForwarded: (deliveryId, ruleId) => wasForwarded.get(Number(deliveryId), ruleId) !== undefined,
    ...createCounts(database),
    forwardOf: (deliveryId) => forwardOf(Number(deliveryId)) ?? null,
    firstSince: (environmentId, since) =>
      inReadTransaction(database, () => {
        const reached = Number(progress.get()?.['indexed'] ?? 0)
        return Number(firstSince.get(environmentId, since)?.['id'] ?? reached + 1)
      }),
  }
}

function createCounts(
  database: DatabaseSync,
): Pick<ForwardQueries, 'forwardCounts' | 'failedForwards' | 'firstOfCatchUp' | 'catchUpCounts'> {
  const ofRule = "kind = 'forward' AND owner = ?"
  const waiting = database.prepare(
    `SELECT count(*) AS count FROM (SELECT 1 FROM jobs WHERE ${ofRule} AND ${isWaiting} AND hidden = 0 LIMIT ${max.counted + 1})`,
  )
  const failed = database.prepare(`SELECT count(*) AS count FROM jobs WHERE ${ofRule} AND state = 'failed'`)
  const failedByRule = database.prepare(
    "SELECT owner, count(*) AS count FROM jobs WHERE kind = 'forward' AND state = 'failed' GROUP BY owner",
  )
  const held = database.prepare(`
    SELECT j.delivery_id, j.attempts, j.due_at, e.resource_type, e.resource_id, count(*) OVER () AS lanes
    FROM jobs AS j LEFT JOIN entries AS e ON e.id = j.delivery_id
    WHERE j.kind = 'forward' AND j.owner = ? AND j.state = 'waiting' AND j.blocked = 0 AND j.hidden = 0
    AND j.attempts > 0 AND j.due_at > ? ORDER BY j.due_at LIMIT ${max.held}`)
  const ofCatchUp = 'owner = ? AND catch_up = ? AND catch_up IS NOT NULL'
  const first = (['waiting', 'running'] as const).map((state) =>
    database.prepare(`
      SELECT delivery_id AS id FROM jobs WHERE ${ofCatchUp} AND state = '${state}' AND hidden = 0
      ORDER BY delivery_id LIMIT 1`),
  )
  const ended = database.prepare(`SELECT count(*) AS count FROM jobs WHERE ${ofCatchUp} AND state = ?`)
  const countOf = (row: Record<string, unknown> | undefined): number => Number(row?.['count'] ?? 0)

  return {
    forwardCounts: (ruleId, now) =>
      inReadTransaction(database, () => {
        const count = countOf(waiting.get(ruleId))
        const heads = held.all(ruleId, now)
        return {
          waiting: Math.min(count, max.counted),
          waitingMore: count > max.counted,
          failed: countOf(failed.get(ruleId)),
          held: heads.map((row) => ({
            deliveryId: String(row['delivery_id']),
            resourceType: row['resource_type'] as string | null,
            resourceId: row['resource_id'] as string | null,
            tries: Number(row['attempts']),
            dueAt: Number(row['due_at']),
          })),
          heldLanes: Number(heads[0]?.['lanes'] ?? 0),
        }
      }),
    failedForwards: () =>
      Object.fromEntries(failedByRule.all().map(({ owner, count }) => [String(owner), Number(count)])),
    firstOfCatchUp: (ruleId, catchUp) =>
      inReadTransaction(database, () => {
        const found = first.map((query) => Number(query.get(ruleId, catchUp)?.['id'] ?? Infinity))
        const id = Math.min(...found)
        return id === Infinity ? null : id
      }),
    catchUpCounts: (ruleId, catchUp) =>
      inReadTransaction(database, () => ({
        sent: countOf(ended.get(ruleId, catchUp, 'done')),
        failed: countOf(ended.get(ruleId, catchUp, 'failed')),
      })),
  }
}

/** Makes a function that finds the deliveries that match a rule, in order of arrival. */
function matchingEntries(database: DatabaseSync): (query: MatchQuery, end: number) => Generator<MatchedDelivery> {
  const readHidden = hiddenReader(database)
  const fits = filterCheck(database)

  return function* open({ environmentId, after, filter }, end) {
    const conditions = filterConditions(filter.terms)
    const sql = `SELECT e.* FROM entries AS e WHERE e.id > ? AND e.id <= ? AND +e.environment_id = ?
      ${conditions.map((condition) => `AND ${condition.sql}`).join(' ')} ORDER BY e.id`
    const values = [after, end, environmentId, ...conditions.flatMap((condition) => condition.values)]
    const isHidden = readHidden()
    const terms = { terms: wordTermsOf(filter), fieldTerms: fieldTermsOf(filter) }
    for (const found of database.prepare(sql).iterate(...values)) {
      const entry = entryOf(found)
      // Hookscope has answered its sender's question itself.
      if (entry.handshake?.outcome === 'answered' || isHidden(entry.id) || !fits(filter, terms, entry)) continue
      const { id, resourceType, resourceId } = entry
      yield { id, resourceType, resourceId }
    }
  }
}

/** The index narrows down; the language itself, which the page shares, has the last word. */
function filterCheck(database: DatabaseSync) {
  const summarise = summaryReader(database)
  const hasContent = contentCheck(database)
  return (filter: DeliveryFilter, terms: ContentTerms, entry: IndexEntry): boolean => {
    if (filter.terms.length === 0) return true
    if (!matchesFields(filter, summarise(entry))) return false
    return hasContent(entry.id, terms)
  }
}
