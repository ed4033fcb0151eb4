import type { DatabaseSync } from 'node:sqlite'
import { type DeliverySummary, isGenuine } from '../../../shared/model.ts'
import type { DeliveryLists } from '../search/listDeliveries.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import type { Records } from './readRecords.ts'
import { sameNotification } from '../index/repetition.ts'
import type { DeliveryFacts, StoredDelivery } from '../records/deliveries.ts'

/** One query for all that is stored of some deliveries. */
export interface FactsQueries {
  facts(ids: readonly string[]): (DeliveryFacts | null)[]
}

/** An answer ends after the delivery with which its bodies become larger than this, bytes. */
const maxBytes = 4 * 1024 * 1024
/** Maximum deliveries looked at per notification. */
const maxCopies = 500

/** Makes the query of a connection that openReader made. */
export function createFactsQuery(database: DatabaseSync, lists: DeliveryLists, records: Records): FactsQueries {
  const carrying = database.prepare(`SELECT 1 FROM entries WHERE ${sameNotification} LIMIT 2`)

  return {
    facts(ids) {
      const found: (DeliveryFacts | null)[] = []
      const copiesOf = new Map<string, DeliverySummary[]>()

      function copies(summary: DeliverySummary): DeliverySummary[] {
        const { environmentId, notificationId } = summary
        if (notificationId === null) return []
        if (carrying.all(notificationId, environmentId).length < 2) return [summary]
        const key = `${environmentId}\n${notificationId}`
        const known = copiesOf.get(key) ?? lists.deliveriesCarrying(environmentId, notificationId, maxCopies)
        copiesOf.set(key, known)
        return known
      }

      let bytes = 0
      for (const id of ids) {
        if (bytes > maxBytes) break
        const [stored, attempts] = inReadTransaction(database, () => [records.get(id), records.attempts(id)] as const)
        const summary = stored === null ? null : lists.summary(id)
        if (stored === null || summary === null) {
          found.push(null)
          continue
        }
        bytes += stored.request.body.length
        for (const { body, requestBody } of attempts) bytes += (body?.length ?? 0) + (requestBody?.length ?? 0)
        const all = copies(summary)
        found.push({ stored, summary, attempts, copies: all, before: before(summary, all) })
      }
      return found
    },
  }

  /** The copy before it among those that are as trustworthy as it is, without its body. */
  function before(summary: DeliverySummary, all: readonly DeliverySummary[]): StoredDelivery | null {
    const alike = all.filter((copy) => isGenuine(copy) === isGenuine(summary))
    const place = alike.findIndex(({ id }) => id === summary.id)
    const copy = place < 0 ? undefined : alike[place + 1]
    const stored = copy === undefined ? null : records.get(copy.id)
    return stored === null ? null : { ...stored, request: { ...stored.request, body: new Uint8Array() } }
  }
}
