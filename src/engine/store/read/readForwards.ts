import type { DatabaseSync } from 'node:sqlite'
import { type DeliveryFilter, matchesFields } from '../../../shared/deliveryFilter.ts'
import type { ForwardSummary } from '../../../shared/model.ts'
import { textReader } from '../search/listDeliveries.ts'
import { entryOf } from '../index/entryRow.ts'
import { filterConditions } from '../search/filterConditions.ts'
import { forwardReader, forwardRowOf } from '../write/forwardRow.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import type { IndexEntry } from '../index/indexEntry.ts'
import { atOneMoment } from '../schema/openReader.ts'
import { summaryReader } from '../index/summaryReader.ts'
import type {
  FailedBefore,
  ForwardLane,
  ForwardProgressRow,
  ForwardRow,
  ToForward,
  ToForwardPage,
  ToForwardQuery,
  WaitingForwards,
} from '../records/forwards.ts'
import { textFits, type WordTerm, wordTermsOf } from '../search/wordTerms.ts'

/** Every query about forwarding. */
export interface ForwardQueries {
  forwardProgress(): ForwardProgressRow[]
  toForward(query: ToForwardQuery): ToForwardPage
  waitingForwards(query: Omit<ToForwardQuery, 'limit' | 'lane'>, most: number): WaitingForwards
  forwardOf(deliveryId: string): ForwardSummary | null
  firstSince(environmentId: string, since: number): number
}

/** Maximum ids per query, of all environments: the reader has other queries to answer. */
const mostLooked = 20_000

/** Makes the queries of a connection that openReader made. */
export function createForwardQueries(database: DatabaseSync): ForwardQueries {
  const progress = database.prepare('SELECT rule_id, environment_id, json FROM forward_progress')
  const progressOfIndex = database.prepare('SELECT indexed_up_to AS indexed, indexed_from FROM progress')
  const firstSince = database.prepare('SELECT min(id) AS id FROM entries WHERE environment_id = ? AND received_at >= ?')
  const failed = database.prepare("SELECT count(*) AS count FROM forwards WHERE rule_id = ? AND state = 'failed'")
  const open = openEntries(database)
  const forwardOf = forwardReader(database)

  /** Up to where there is something to look at, and whether there is more behind it. */
  function windowOf({ after, upTo, lane }: Omit<ToForwardQuery, 'limit'>): { end: number; more: boolean } {
    const { indexed, indexed_from: from } = progressOfIndex.get() ?? {}
    // While the index is rebuilt, what lies before an unindexed delivery is not known.
    if (after + 1 < Number(from)) return { end: after, more: false }
    const reached = Math.min(Number(indexed), upTo ?? Infinity)
    // An index finds what is of one object.
    const end = lane?.resourceId == null ? Math.min(reached, after + mostLooked) : reached
    return { end: Math.max(after, end), more: end < reached }
  }

  return {
    forwardProgress: () =>
      progress.all().map((row) => ({
        ruleId: String(row['rule_id']),
        environmentId: String(row['environment_id']),
        progress: JSON.parse(String(row['json'])) as unknown,
      })),
    toForward: (query) =>
      atOneMoment(database, () => {
        const { end, more } = windowOf(query)
        const items: ToForward[] = []
        for (const item of open(query, end)) {
          if (items.length === query.limit) return { items, upTo: items.at(-1)?.id ?? query.after, more: true }
          items.push(item)
        }
        return { items, upTo: end, more }
      }),
    waitingForwards: (query, most) =>
      atOneMoment(database, () => {
        const { end, more } = windowOf(query)
        let waiting = 0
        for (const _ of open(query, end)) {
          if (waiting === most) break
          waiting += 1
        }
        const failures = Number(failed.get(query.ruleId)?.['count'] ?? 0)
        return { waiting, more: more || waiting === most, failed: failures }
      }),
    forwardOf: (deliveryId) => forwardOf(Number(deliveryId)) ?? null,
    firstSince: (environmentId, since) =>
      atOneMoment(database, () => {
        const reached = Number(progressOfIndex.get()?.['indexed'] ?? 0)
        return Number(firstSince.get(environmentId, since)?.['id'] ?? reached + 1)
      }),
  }
}

/** Makes a function that finds what a rule has still to send, in order of arrival. */
function openEntries(
  database: DatabaseSync,
): (query: Omit<ToForwardQuery, 'limit'>, end: number) => Generator<ToForward> {
  const readHidden = hiddenReader(database)
  const row = database.prepare('SELECT * FROM forwards WHERE delivery_id = ? AND rule_id = ?')
  const wasTaken = database.prepare(`
    SELECT 1 FROM attempts WHERE delivery_id = ? AND kind = 'forward' AND status BETWEEN 200 AND 299
    AND json_extract(rest, '$.forwarded.ruleId') = ? AND json_extract(rest, '$.error') IS NULL`)
  const fits = filterCheck(database)

  return function* open(query, end) {
    const { ruleId, environmentId, after, filter, lane, failedBefore } = query
    const conditions = [...filterConditions(filter.terms), ...(lane === undefined ? [] : [laneCondition(lane)])]
    const sql = `SELECT e.* FROM entries AS e WHERE e.id > ? AND e.id <= ? AND ${lane?.resourceId == null ? '+' : ''}e.environment_id = ?
      ${conditions.map((condition) => `AND ${condition.sql}`).join(' ')} ORDER BY e.id`
    const values = [after, end, environmentId, ...conditions.flatMap((condition) => condition.values)]
    const isHidden = readHidden()
    const terms = wordTermsOf(filter)
    for (const found of database.prepare(sql).iterate(...values)) {
      const entry = entryOf(found)
      // Hookscope has answered its sender's question itself.
      if (entry.handshake?.outcome === 'answered' || isHidden(entry.id) || !fits(filter, terms, entry)) continue
      const noted = row.get(entry.id, ruleId)
      const exception = noted === undefined ? null : forwardRowOf(noted)
      if (exception?.state === 'failed' && !failedEarlier(exception, entry.id, failedBefore)) continue
      if (wasTaken.get(entry.id, ruleId) !== undefined) continue
      const { id, resourceType, resourceId } = entry
      yield { id, resourceType, resourceId, row: exception?.state === 'failed' ? null : exception }
    }
  }
}

function failedEarlier({ changedAt }: ForwardRow, id: number, { id: upTo, at, now }: FailedBefore): boolean {
  return id <= upTo && (changedAt < at || changedAt > now)
}

function laneCondition({ resourceType, resourceId }: ForwardLane): { sql: string; values: string[] } {
  if (resourceType === null || resourceId === null) {
    return { sql: '(e.resource_type IS NULL OR e.resource_id IS NULL)', values: [] }
  }
  return {
    sql: 'e.resource_id = ? COLLATE NOCASE AND +e.resource_id = ? AND e.resource_type = ?',
    values: [resourceId, resourceId, resourceType],
  }
}

/** The index narrows down; the language itself, which the page shares, has the last word. */
function filterCheck(database: DatabaseSync) {
  const summarise = summaryReader(database)
  const textIn = textReader(database)
  return (filter: DeliveryFilter, terms: readonly WordTerm[], entry: IndexEntry): boolean => {
    if (filter.terms.length === 0) return true
    if (!matchesFields(filter, summarise(entry))) return false
    return terms.length === 0 || textFits(textIn(entry.id), terms)
  }
}
