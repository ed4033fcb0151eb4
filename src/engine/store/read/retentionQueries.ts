import type { DatabaseSync } from 'node:sqlite'
import { inReadTransaction } from '../schema/openReader.ts'
import { maxRemoved, sizeOfDelivery } from './removable.ts'
import { type EnvironmentSize, type Held, perDelivery } from './retentionPlan.ts'

/** Where a walk over the oldest deliveries goes on. */
export interface WalkPlace {
  /** Arrival time and id of the last delivery that was looked at; both are compared. */
  at: number
  id: number
}

/** A part of the oldest deliveries, in one of two orders. */
export interface WalkQuery {
  environmentId: string
  /** By time of arrival, only those before this moment; null: by id, all of them. */
  before: number | null
  /** Leaves those out that came before this moment: an age limit removes them anyway. */
  notBefore: number | null
  from: WalkPlace | null
  /** Ends when both are found; bytes include `perDelivery` for each. */
  max: { deliveries: number; bytes: number }
  /** Answers the ids, so few that one transaction of the writer removes them; else only sums, of a larger page. */
  withIds: boolean
}

/** Some of the oldest deliveries that limits may remove. */
export interface WalkPage extends EnvironmentSize {
  ids: number[]
  /** Where to go on; null at the end. */
  next: WalkPlace | null
}

export interface RetentionQueries {
  held(environmentId: string): Held
  oldest(query: WalkQuery): WalkPage
}

/** Maximum deliveries that a page of sums looks at: some 20 ms of the reader thread. */
const maxExamined = 20_000

/** Makes the queries of a connection that openReader made. */
export function createRetentionQueries(database: DatabaseSync): RetentionQueries {
  const size = database.prepare(
    'SELECT sum(deliveries) AS deliveries, sum(bytes) AS bytes FROM environment_sizes WHERE environment_id = ?',
  )
  const pinned = database.prepare(`
    SELECT count(*) AS deliveries, coalesce(sum(e.size), 0) AS bytes FROM annotations AS a
    CROSS JOIN entries AS e ON e.id = a.delivery_id WHERE a.pinned = 1 AND e.environment_id = ?`)
  const hidden = database.prepare(`
    SELECT count(*) AS deliveries, coalesce(sum(e.size), 0) AS bytes FROM hidden AS h
    CROSS JOIN entries AS e ON e.id = h.delivery_id
    WHERE e.environment_id = ? AND NOT EXISTS (SELECT 1 FROM annotations AS a WHERE a.delivery_id = e.id AND a.pinned = 1)`)
  const many = database.prepare('SELECT count(*) AS count FROM (SELECT 1 FROM hidden LIMIT ?)')
  const kept = `
    AND NOT EXISTS (SELECT 1 FROM annotations AS a WHERE a.delivery_id = e.id AND a.pinned = 1)
    AND NOT EXISTS (SELECT 1 FROM hidden AS h WHERE h.delivery_id = e.id)`
  const byArrival = database.prepare(`
    SELECT e.id, e.received_at AS at, e.size FROM entries AS e INDEXED BY by_arrival
    WHERE e.environment_id = ?1 AND (e.received_at, e.id) > (?2, ?3) AND e.received_at < ?4 ${kept}
    ORDER BY e.received_at, e.id LIMIT ?5`)
  const byId = database.prepare(`
    SELECT e.id, e.received_at AS at, e.size FROM entries AS e INDEXED BY by_environment
    WHERE e.environment_id = ?1 AND e.id > ?2 ${kept} ORDER BY e.id LIMIT ?3`)
  const wholeSize = database.prepare(`SELECT ${sizeOfDelivery} AS size FROM deliveries AS d WHERE d.id = ?`)
  const sizeOf = (row: Record<string, unknown> | undefined): EnvironmentSize => ({
    deliveries: Number(row?.['deliveries'] ?? 0),
    bytes: Number(row?.['bytes'] ?? 0),
  })

  function walk({ environmentId, before, notBefore, from, max, withIds }: WalkQuery): WalkPage {
    const limit = withIds ? maxRemoved.deliveries : maxExamined
    const rows =
      before === null
        ? byId.iterate(environmentId, from?.id ?? 0, limit)
        : byArrival.iterate(environmentId, from?.at ?? 0, from?.id ?? 0, before, limit)
    const page: WalkPage = { deliveries: 0, bytes: 0, ids: [], next: null }
    let looked = 0
    let toWrite = 0
    for (const row of rows) {
      if (page.deliveries >= max.deliveries && page.bytes >= max.bytes) return { ...page, next: null }
      const id = Number(row['id'])
      looked += 1
      page.next = { at: Number(row['at']), id }
      if (notBefore !== null && Number(row['at']) < notBefore) continue
      page.deliveries += 1
      page.bytes += Number(row['size']) + perDelivery
      if (!withIds) continue
      page.ids.push(id)
      toWrite += Number(wholeSize.get(id)?.['size'] ?? 0)
      if (toWrite >= maxRemoved.bytes) return page
    }
    return looked < limit ? { ...page, next: null } : page
  }

  return {
    held: (environmentId) =>
      inReadTransaction(database, () => {
        const isFull = Number(many.get(maxExamined)?.['count']) === maxExamined
        return {
          ...sizeOf(size.get(environmentId)),
          pinned: sizeOf(pinned.get(environmentId)),
          hidden: sizeOf(isFull ? undefined : hidden.get(environmentId)),
          unsettled: isFull,
        }
      }),
    oldest: (query) => inReadTransaction(database, () => walk(query)),
  }
}
