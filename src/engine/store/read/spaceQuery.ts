import type { DatabaseSync } from 'node:sqlite'
import type { EnvironmentSize } from './retentionPlan.ts'
import { type FileSpace, fileSpace } from '../schema/freeSpace.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { newestIdReader } from '../schema/truthSchema.ts'

/** How much the store has, and how fast it grows. */
export interface StoreSpace {
  truth: FileSpace
  index: FileSpace
  /** By the id of the environment; with when its oldest delivery came, ms since the epoch. */
  environments: Record<string, EnvironmentSize & { oldestAt: number }>
  /** Deliveries since the oldest one of the last days that is still there, and the time between, ms. Null while that is too short. */
  growth: { deliveries: number; ms: number } | null
}

const dayMs = 86_400_000
/** Growth is what came in this time. */
const longestMs = 7 * dayMs
/** A shorter time says nothing about a day. */
const shortestMs = dayMs / 24

/** Makes the query of a connection that openReader made. It counts nothing: however much is stored, it takes as long. */
export function createSpaceQuery(database: DatabaseSync): (now: number) => StoreSpace {
  const sizes = database.prepare(`
    SELECT environment_id AS id, sum(deliveries) AS deliveries, sum(bytes) AS bytes,
      (SELECT min(received_at) FROM entries INDEXED BY by_arrival WHERE environment_id = s.environment_id) AS oldest
    FROM environment_sizes AS s WHERE deliveries > 0 GROUP BY environment_id`)
  const firstSince = database.prepare(
    'SELECT id, received_at FROM entries INDEXED BY by_arrival WHERE environment_id = ? AND received_at >= ? ORDER BY received_at LIMIT 1',
  )
  const newestId = newestIdReader(database)
  const isThere = database.prepare('SELECT 1 FROM deliveries WHERE id = ?')

  /** Ids are given in order of arrival, one by one. @param firsts of each environment, the first of the last days */
  function growthSince(firsts: readonly { id: number; at: number }[], now: number): StoreSpace['growth'] {
    const newest = newestId()
    if (firsts.length === 0) return newest === 0 ? null : { deliveries: 0, ms: longestMs }
    const first = firsts.reduce((one, other) => (other.id < one.id ? other : one))
    // The delivery right before it is older than these days, so none of them is missing. Else they begin with it.
    const ms = isThere.get(first.id - 1) === undefined ? now - first.at : longestMs
    return ms < shortestMs ? null : { deliveries: newest + 1 - first.id, ms }
  }

  return (now) =>
    inReadTransaction(database, () => {
      const environments: StoreSpace['environments'] = {}
      for (const row of sizes.all()) {
        const { id, deliveries, bytes, oldest } = row
        environments[String(id)] = {
          deliveries: Number(deliveries),
          bytes: Number(bytes),
          oldestAt: Number(oldest ?? 0),
        }
      }
      const firsts = Object.keys(environments)
        .flatMap((id) => firstSince.all(id, now - longestMs))
        .map((row) => ({ id: Number(row['id']), at: Number(row['received_at']) }))
      return {
        truth: fileSpace(database, 'main'),
        index: fileSpace(database, 'idx'),
        environments,
        growth: growthSince(firsts, now),
      }
    })
}
