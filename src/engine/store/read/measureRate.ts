import type { DatabaseSync } from 'node:sqlite'
import { type DeliveryFilter, noFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { Verdict } from '../../../shared/model.ts'
import { filterConditions } from '../search/filterConditions.ts'
import { inReadTransaction } from '../schema/openReader.ts'

/** The deliveries to count. Times are milliseconds since the epoch. */
export interface RateQuery {
  environment?: string | undefined
  /** The first moment that counts, and the first that does not any more. */
  from: number
  to: number
  /** Number of spans of equal length. */
  buckets: number
  /** Only what fits; its words are not looked at. */
  filter?: DeliveryFilter | undefined
}

/** How many deliveries of each verdict there are; a verdict without any is left out. */
export type VerdictCounts = Partial<Record<Verdict, number>>

export interface StoredRate {
  /** One for each span, the oldest first. */
  buckets: VerdictCounts[]
  /** Deliveries up to this id are counted: what is newer is reported as it is indexed. */
  upTo: string
}

export interface RateQueries {
  rate(query: RateQuery): StoredRate
  /** When the newest delivery of each environment came, ms since the epoch. Reads one key of the index for each. */
  lastArrivals(): Record<string, number>
}

/**
 * Makes the queries of a connection that openReader made. Each span is a range of keys of the index `by_arrival`, counted
 * in its order: nothing is sorted, and without a filter no row is read.
 */
export function createRateQueries(database: DatabaseSync): RateQueries {
  const progress = database.prepare('SELECT indexed_up_to AS indexed FROM progress')
  // From one environment to the next by key: SELECT DISTINCT would read the whole index.
  const environments = database.prepare(`
    WITH RECURSIVE known (id) AS (
      SELECT min(environment_id) FROM entries
      UNION ALL
      SELECT (SELECT min(environment_id) FROM entries WHERE environment_id > known.id) FROM known
      WHERE known.id IS NOT NULL
    )
    SELECT id FROM known WHERE id IS NOT NULL`)

  function countInto(buckets: VerdictCounts[], environment: string, { from, to, filter = noFilter }: RateQuery): void {
    const conditions = filterConditions(filter.terms)
    const counted = database.prepare(`
      SELECT e.verdict, count(*) AS count FROM entries AS e INDEXED BY by_arrival
      WHERE e.environment_id = ? AND e.received_at >= ? AND e.received_at < ?
      ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')} GROUP BY e.verdict`)
    const values = conditions.flatMap((condition) => condition.values)
    const edge = (place: number): number => from + ((to - from) * place) / buckets.length
    for (const [place, counts] of buckets.entries()) {
      for (const row of counted.all(environment, edge(place), edge(place + 1), ...values)) {
        addTo(counts, { [String(row['verdict'])]: Number(row['count']) })
      }
    }
  }

  const all = database.prepare(
    'SELECT verdict, deliveries AS count FROM environment_sizes WHERE environment_id = ? AND deliveries > 0',
  )
  const last = database.prepare(
    'SELECT max(received_at) AS at FROM entries INDEXED BY by_arrival WHERE environment_id = ?',
  )
  const environmentIds = (): string[] => environments.all().map((row) => String(row['id']))
  return {
    lastArrivals: () =>
      inReadTransaction(database, () =>
        Object.fromEntries(environmentIds().map((id) => [id, Number(last.get(id)?.['at'] ?? 0)])),
      ),
    rate: (query) =>
      inReadTransaction(database, () => {
        const buckets = Array.from({ length: query.buckets }, (): VerdictCounts => ({}))
        const wanted = query.environment === undefined ? environmentIds() : [query.environment]
        for (const environment of wanted) {
          const [counts] = buckets
          const isAll = buckets.length === 1 && query.from <= 0 && Number(last.get(environment)?.['at'] ?? 0) < query.to
          if (isAll && counts !== undefined && (query.filter ?? noFilter).terms.length === 0) {
            for (const row of all.all(environment)) addTo(counts, { [String(row['verdict'])]: Number(row['count']) })
          } else countInto(buckets, environment, query)
        }
        return { buckets, upTo: String(progress.get()?.['indexed'] ?? 0) }
      }),
  }
}

function addTo(counts: VerdictCounts, more: VerdictCounts): void {
  for (const verdict of Object.keys(more) as Verdict[]) counts[verdict] = (counts[verdict] ?? 0) + (more[verdict] ?? 0)
}
