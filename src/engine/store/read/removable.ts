import type { DatabaseSync } from 'node:sqlite'
import { newestIdReader } from '../schema/truthSchema.ts'

/** The next deliveries of an environment to remove, newest first. */
export interface RemovablePage {
  ids: number[]
  /** Where the next page begins (only ids below), or null at the end. */
  next: number | null
}

/** Maximum that one transaction removes: the next batch of deliveries waits for it. */
export const maxRemoved = { deliveries: 200, bytes: 2 * 1024 * 1024 }
/** Bytes of a delivery `d` with its attempts. */
export const sizeOfDelivery = `length(d.body) + coalesce((SELECT sum(coalesce(length(a.body), 0) + coalesce(length(a.request_body), 0)) FROM attempts AS a WHERE a.delivery_id = d.id), 0)`

/** Makes the query of a connection that openReader made. An unindexed delivery (while the index is rebuilt) is found by its head. */
export function createRemovable(database: DatabaseSync): (environmentId: string, before: number) => RemovablePage {
  const rows = database.prepare(`
    SELECT d.id, ${sizeOfDelivery} AS size FROM deliveries AS d
    WHERE d.id < ? AND d.id >= ? AND json_extract(CAST(d.head AS TEXT), '$[0]') = ? ORDER BY d.id DESC`)
  const newestId = newestIdReader(database)

  return (environmentId, before) => {
    const below = Math.min(before, newestId() + 1)
    const from = Math.max(0, below - maxExamined)
    const ids: number[] = []
    let bytes = 0
    for (const row of rows.iterate(below, from, environmentId)) {
      ids.push(Number(row['id']))
      bytes += Number(row['size'])
      if (ids.length >= maxRemoved.deliveries || bytes >= maxRemoved.bytes) return { ids, next: Number(row['id']) }
    }
    return { ids, next: from === 0 ? null : from }
  }
}

/** A page looks at this many deliveries, of all environments: some 20 ms. */
const maxExamined = 5000
