import type { DatabaseSync } from 'node:sqlite'
import { isGenuine } from '../../shared/model.ts'
import { type DeliveryHead, headColumns, headOf, laterFacts } from './deliveryHead.ts'
import type { Meaning } from '../../shared/signature/meaning.ts'
import { indexEntryOf, type IndexEntry } from './indexEntry.ts'
import { meaningReader } from './meanings.ts'
import { type Copy, copyFinder, noRepetition, type Repetition, repetitionAfter } from './repetition.ts'

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
  const rows = `SELECT d.id, ${headColumns}, d.body FROM deliveries AS d ${laterFacts('main')}`
  const upwards = database.prepare(`${rows} WHERE d.id > ? AND d.id <= ? ORDER BY d.id`)
  const downwards = database.prepare(`${rows} WHERE d.id > ? AND d.id < ? ORDER BY d.id DESC LIMIT 100`)
  const inIndex = copyFinder(database, 'idx')
  const after = repetitionAfter(database)
  const meaningOf = meaningReader(database, 'main')
  let memory = emptyMemory(0)

  function remember(indexed: number): void {
    const last = Number(newest.get()?.['id'] ?? 0)
    const from = Math.max(indexed, last - longestMemory)
    // What was remembered stays right while the index moves on; it is dropped when it has grown far beyond the tail.
    if (from >= memory.to || memory.to - memory.from > 2 * longestMemory) memory = emptyMemory(from)
    for (const row of upwards.iterate(memory.to, last)) noteNotification(memory, row, meaningOf)
    memory.to = last
  }

  function repetitionOf(
    id: number,
    indexed: number,
    [environmentId, notificationId, genuine]: [string, string, boolean],
  ): Repetition {
    const copies = (memory.copies.get(keyOf(environmentId, notificationId)) ?? []).filter((copy) => copy.id < id)
    const alike = copies.filter((copy) => copy.genuine === genuine)
    const duplicate =
      alike.length > 0 || (!genuine && copies.length > 0) || inIndex.isRepeated(environmentId, notificationId, genuine)
    const indexedBefore = inIndex.last(environmentId, notificationId, genuine)
    // The index may have taken in some of what is remembered meanwhile.
    const since = alike.filter((copy) => copy.id > indexed)
    const newest = since.at(-1)
    const before = newest === undefined ? indexedBefore : { ...newest, nth: since.length + (indexedBefore?.nth ?? 0) }
    return after(before, duplicate)
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
          yield {
            entry: indexEntryOf(id, head, body, meaningOf(head.environmentId), (...key) =>
              repetitionOf(id, indexed, key),
            ),
            head,
            body,
          }
          below = id
        }
        if (rows.length < 100) return
      }
    },
  }
}

/** The deliveries (from, to] of each notification, in order of arrival. */
interface Memory {
  from: number
  to: number
  copies: Map<string, Copy[]>
}

function emptyMemory(from: number): Memory {
  return { from, to: from, copies: new Map() }
}

function keyOf(environmentId: string, notificationId: string): string {
  return `${environmentId}\n${notificationId}`
}

function noteNotification(
  memory: Memory,
  row: Record<string, unknown>,
  meaningOf: (environmentId: string) => Meaning | null,
): void {
  const head = headOf(row)
  const body = row['body'] as Uint8Array
  const entry = indexEntryOf(Number(row['id']), head, body, meaningOf(head.environmentId), () => noRepetition)
  const { id, environmentId, notificationId, answeredStatus, receivedAt } = entry
  if (notificationId === null) return
  const key = keyOf(environmentId, notificationId)
  const copies = memory.copies.get(key)
  const copy = { id, genuine: isGenuine(entry), nth: 1, answeredStatus, receivedAt }
  if (copies === undefined) memory.copies.set(key, [copy])
  else copies.push(copy)
}
