import type { DatabaseSync } from 'node:sqlite'
import type { ClockFacts } from '../../latency/clockRemark.ts'
import { latencyReport, type MeasuredDelivery } from '../../latency/latencyReport.ts'
import { batchTimesReader } from '../write/batchTimes.ts'
import { entryOf } from '../index/entryRow.ts'
import { isGenuine } from '../../../shared/model.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { maxTransitMs } from '../../../shared/transit.ts'
import { limitReader } from '../index/meanings.ts'
import type { LatencyQuery, StoredLatency } from '../records/deliveries.ts'

/** The queries about latency. Unindexed deliveries are left out. */
export interface LatencyQueries {
  latency(query: LatencyQuery): StoredLatency
  senderClock(environmentId: string): ClockFacts
}

/** The number of newest deliveries that are measured. */
const window = 10_000

/** Makes the queries of a connection that openReader made. */
export function createLatencyQueries(database: DatabaseSync): LatencyQueries {
  const newest = `ORDER BY id DESC LIMIT ${window}`
  const all = database.prepare(`SELECT * FROM entries ${newest}`)
  const ofEnvironment = database.prepare(`SELECT * FROM entries WHERE environment_id = ? ${newest}`)
  const fetched = database.prepare(`
    SELECT started_at + json_extract(rest, '$.timing.total') AS at FROM attempts
    WHERE delivery_id = ? AND kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL
    AND json_extract(rest, '$.error') IS NULL ORDER BY started_at LIMIT 1`)
  const clock = database.prepare(`
    SELECT min(transit) FILTER (WHERE abs(transit) <= ${maxTransitMs}) AS smallest,
    min(abs(transit)) FILTER (WHERE abs(transit) > ${maxTransitMs}) AS implausible, count(*) AS deliveries
    FROM (SELECT received_at - created_at AS transit, created_at, verified FROM entries WHERE environment_id = ? ${newest})
    WHERE verified = 1 AND created_at IS NOT NULL`)
  const timesOf = batchTimesReader(database)
  const limitOf = limitReader(database)

  function* measured(
    { environment, since }: LatencyQuery,
    seen: { from: number; to: number },
  ): Generator<MeasuredDelivery> {
    for (const row of environment === undefined ? all.iterate() : ofEnvironment.iterate(environment)) {
      const entry = entryOf(row)
      if (since !== undefined && entry.receivedAt < since) continue
      seen.from = Math.min(seen.from, entry.receivedAt)
      seen.to = Math.max(seen.to, entry.receivedAt)
      const { environmentId, resourceType, createdAt, receivedAt, duplicate } = entry
      const fetchedAt = duplicate ? undefined : fetched.get(entry.id)?.['at']
      yield {
        environmentId,
        resourceType,
        createdAt,
        receivedAt,
        ...timesOf(entry.id),
        fetchedAt: fetchedAt === undefined || fetchedAt === null ? null : Number(fetchedAt),
        limitMs: limitOf(environmentId),
        repeated: duplicate,
        unproven: !isGenuine(entry),
      }
    }
  }

  return {
    latency: (query) =>
      inReadTransaction(database, () => {
        const seen = { from: Infinity, to: -Infinity }
        const report = latencyReport(measured(query, seen))
        const iso = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null)
        return { window, from: iso(seen.from), to: iso(seen.to), ...report }
      }),
    senderClock(environmentId) {
      const row = clock.get(environmentId)
      const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)
      return {
        smallest: numberOrNull(row?.['smallest']),
        implausible: numberOrNull(row?.['implausible']),
        deliveries: Number(row?.['deliveries'] ?? 0),
      }
    },
  }
}
