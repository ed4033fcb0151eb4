import type { DatabaseSync } from 'node:sqlite'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { atOneMoment } from './openReader.ts'

/** The next deliveries of an environment to remove, newest first. */
export interface RemovablePage {
  ids: number[]
  /** Where the next page begins (only ids below), or null at the end. */
  next: number | null
}

/** So much one transaction of the writer removes at most: the next batch of deliveries waits for it. */
export const mostRemoved = { deliveries: 500, bytes: 2 * 1024 * 1024 }
/** Bytes of a delivery `d` with its attempts. */
export const sizeOfDelivery = `length(d.body) + coalesce((SELECT sum(coalesce(length(a.body), 0) + coalesce(length(a.request_body), 0)) FROM attempts AS a WHERE a.delivery_id = d.id), 0)`
/** So many deliveries that the index does not know yet are looked at in one page. */
const mostLooked = 2000

/** Makes the query of a connection that openReader made. */
export function createRemovable(database: DatabaseSync): (environmentId: string, before: number) => RemovablePage {
  const progress = database.prepare('SELECT indexed FROM idx.progress')
  const indexed = database.prepare(`
    SELECT e.id, ${sizeOfDelivery} AS size FROM idx.entries AS e CROSS JOIN deliveries AS d ON d.id = e.id
    WHERE e.environment_id = ? AND e.id < ? ORDER BY e.id DESC LIMIT ${mostRemoved.deliveries}`)
  const notIndexed = database.prepare(`
    SELECT d.id, ${headColumns}, ${sizeOfDelivery} AS size FROM deliveries AS d ${laterFacts('main')}
    WHERE d.id > ? AND d.id < ? ORDER BY d.id DESC LIMIT ${mostLooked}`)

  return (environmentId, before) =>
    atOneMoment(database, () => {
      const reached = Number(progress.get()?.['indexed'] ?? 0)
      if (before <= reached + 1) {
        const page = firstOf(indexed.iterate(environmentId, before), () => true)
        return { ids: page.ids, next: page.ids.length === 0 ? null : page.last }
      }
      const page = firstOf(notIndexed.iterate(reached, before), (row) => headOf(row).environmentId === environmentId)
      return { ids: page.ids, next: page.whole && page.looked < mostLooked ? reached + 1 : page.last }
    })
}

function firstOf(rows: Iterable<Record<string, unknown>>, fits: (row: Record<string, unknown>) => boolean) {
  const ids: number[] = []
  let bytes = 0
  let looked = 0
  let last: number | null = null
  for (const row of rows) {
    looked += 1
    last = Number(row['id'])
    if (!fits(row)) continue
    ids.push(last)
    bytes += Number(row['size'])
    if (ids.length >= mostRemoved.deliveries || bytes >= mostRemoved.bytes) return { ids, last, looked, whole: false }
  }
  return { ids, last, looked, whole: true }
}
