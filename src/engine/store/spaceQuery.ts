import type { DatabaseSync } from 'node:sqlite'
import type { EnvironmentSize } from './environmentSizes.ts'
import { type FileSpace, fileSpace } from './freeSpace.ts'
import { atOneMoment } from './openReader.ts'

/** How much the store has, and how fast it grows. */
export interface StoreSpace {
  truth: FileSpace
  index: FileSpace
  /** By the id of the environment; with when its oldest delivery came, ms since the epoch. */
  environments: Record<string, EnvironmentSize & { oldestAt: number }>
  /** Deliveries of the last days, and over how long they were counted, ms. Null while that is too short to tell. */
  growth: { deliveries: number; ms: number } | null
  /** Number of the newest removal that the index has taken in. */
  removalsTaken: number
}

const dayMs = 86_400_000
/** Growth is what came in this time. */
const longestMs = 7 * dayMs
/** A shorter time says nothing about a day. */
const shortestMs = dayMs / 24

/** Makes the query of a connection that openReader made. It reads sums that are kept, and counts a week in an index. */
export function createSpaceQuery(database: DatabaseSync): (now: number) => StoreSpace {
  const sizes = database.prepare(`
    SELECT environment_id AS id, deliveries, bytes,
      (SELECT min(received_at) FROM idx.entries INDEXED BY by_arrival WHERE environment_id = s.environment_id) AS oldest
    FROM idx.environment_sizes AS s WHERE deliveries > 0`)
  const since = database.prepare(
    'SELECT count(*) AS count FROM idx.entries INDEXED BY by_arrival WHERE environment_id = ? AND received_at >= ?',
  )
  const progress = database.prepare('SELECT removals FROM idx.progress')
  return (now) =>
    atOneMoment(database, () => {
      const environments: StoreSpace['environments'] = {}
      for (const row of sizes.all()) {
        const { id, deliveries, bytes, oldest } = row
        environments[String(id)] = {
          deliveries: Number(deliveries),
          bytes: Number(bytes),
          oldestAt: Number(oldest ?? 0),
        }
      }
      const oldest = Math.min(...Object.values(environments).map(({ oldestAt }) => oldestAt))
      const ms = Math.min(longestMs, now - oldest)
      const from = now - longestMs
      const count = () =>
        Object.keys(environments).reduce((sum, id) => sum + Number(since.get(id, from)?.['count'] ?? 0), 0)
      return {
        truth: fileSpace(database, 'main'),
        index: fileSpace(database, 'idx'),
        environments,
        growth: ms < shortestMs ? null : { deliveries: count(), ms },
        removalsTaken: Number(progress.get()?.['removals'] ?? 0),
      }
    })
}
