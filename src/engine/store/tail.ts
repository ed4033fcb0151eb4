import type { DatabaseSync } from 'node:sqlite'
import { isGenuine } from '../../shared/model.ts'
import { type DeliveryHead, headColumns, headOf, laterVerdicts } from './deliveryHead.ts'
import { indexEntryOf, type IndexEntry } from './indexEntry.ts'
import { duplicateFinder } from './indexer.ts'

/** A delivery that is committed but not yet in the index. */
export interface TailRow {
  entry: IndexEntry
  head: DeliveryHead
  body: Uint8Array
}

/** Deliveries that the index has not reached yet, read from the truth itself. */
export interface Tail {
  /** Those with an id below `before`, newest first. Read one by one: stop when there are enough. */
  newestFirst(indexed: number, before: number): Generator<TailRow>
}

/** So far back the tail is searched for an earlier copy of a notification; the index itself will know for sure. */
const longestMemory = 50_000

/** Makes the tail of a reader's connection. It remembers which notifications the tail holds from one call to the next. */
export function createTail(database: DatabaseSync): Tail {
  const newest = database.prepare('SELECT max(id) AS id FROM deliveries')
  const rows = `SELECT d.id, ${headColumns}, d.body FROM deliveries AS d ${laterVerdicts('main')}`
  const upwards = database.prepare(`${rows} WHERE d.id > ? AND d.id <= ? ORDER BY d.id`)
  const downwards = database.prepare(`${rows} WHERE d.id > ? AND d.id < ? ORDER BY d.id DESC LIMIT 100`)
  const isInIndex = duplicateFinder(database, 'idx')
  let memory = emptyMemory(0)

  function remember(indexed: number): void {
    const last = Number(newest.get()?.['id'] ?? 0)
    const from = Math.max(indexed, last - longestMemory)
    // What was remembered stays right while the index moves on; it is dropped when it has grown far beyond the tail.
    if (from >= memory.to || memory.to - memory.from > 2 * longestMemory) memory = emptyMemory(from)
    for (const row of upwards.iterate(memory.to, last)) noteNotification(memory, row)
    memory.to = last
  }

  return {
    *newestFirst(indexed, before) {
      remember(indexed)
      let below = before
      for (;;) {
        const rows = downwards.all(indexed, below)
        for (const row of rows) {
          const id = Number(row['id'])
          const head = headOf(row)
          const body = row['body'] as Uint8Array
          const entry = indexEntryOf(id, head, body, (environmentId, notificationId, verified) => {
            const known = verified ? memory.verified : memory.any
            const first = known.get(keyOf(environmentId, notificationId))
            return (first !== undefined && first < id) || isInIndex(environmentId, notificationId, verified)
          })
          yield { entry, head, body }
          below = id
        }
        if (rows.length < 100) return
      }
    },
  }
}

/** The first delivery of each notification among the deliveries (from, to]. */
interface Memory {
  from: number
  to: number
  any: Map<string, number>
  verified: Map<string, number>
}

function emptyMemory(from: number): Memory {
  return { from, to: from, any: new Map(), verified: new Map() }
}

function keyOf(environmentId: string, notificationId: string): string {
  return `${environmentId}\n${notificationId}`
}

function noteNotification(memory: Memory, row: Record<string, unknown>): void {
  const head = headOf(row)
  const entry = indexEntryOf(Number(row['id']), head, row['body'] as Uint8Array, () => false)
  if (entry.notificationId === null) return
  const key = keyOf(entry.environmentId, entry.notificationId)
  if (!memory.any.has(key)) memory.any.set(key, entry.id)
  if (isGenuine(entry) && !memory.verified.has(key)) memory.verified.set(key, entry.id)
}
