import type { DatabaseSync } from 'node:sqlite'
import type { Meaning } from '../../shared/signature/meaning.ts'
import { type DeliveryHead, headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { indexEntryOf, type IndexEntry, isGenuineHead, readSaid, type Said } from './indexEntry.ts'
import { meaningReader } from './meanings.ts'
import { type Copy, copyFinder, type Repetition, repetitionAfter } from './repetition.ts'

/** Deliveries that are committed but that the index has not reached yet, read from the truth itself. */
export interface Tail {
  /** Deliveries with an id below `before`, newest first. Reads lazily: stop when there are enough. */
  newestFirst(indexed: number, before: number): Generator<IndexEntry>
}

/** Maximum deliveries searched for an earlier copy of a notification; the index itself will be exact. */
const longestMemory = 50_000

/**
 * Maximum deliveries whose parsed facts are cached: otherwise each list would parse them again while deliveries arrive.
 */
const mostSaid = 2000

/** Facts from bodies larger than this, bytes, are copied: in V8, a slice of a long text keeps all of it in memory. */
const longBody = 4096

/** Makes the tail of a reader's connection. It remembers which notifications the tail holds from one call to the next. */
export function createTail(database: DatabaseSync): Tail {
  const newest = database.prepare('SELECT max(id) AS id FROM deliveries')
  const later = laterFacts('main')
  const upwards = database.prepare(
    `SELECT d.id, ${headColumns}, d.body FROM deliveries AS d ${later} WHERE d.id > ? AND d.id <= ? ORDER BY d.id`,
  )
  const downwards = database.prepare(
    `SELECT d.id, ${headColumns} FROM deliveries AS d ${later} WHERE d.id > ? AND d.id < ? ORDER BY d.id DESC LIMIT 100`,
  )
  const bodyOf = database.prepare('SELECT body FROM deliveries WHERE id = ?')
  const inIndex = copyFinder(database, 'idx')
  const after = repetitionAfter(database, 'main')
  const meaningOf = meaningReader(database, 'main')
  let memory = emptyMemory(0)

  function remember(indexed: number): void {
    const last = Number(newest.get()?.['id'] ?? 0)
    const from = Math.max(indexed, last - longestMemory)
    // The cache stays valid while the index advances; drop it once it has grown far beyond the tail.
    if (from >= memory.to || memory.to - memory.from > 2 * longestMemory) memory = emptyMemory(from)
    for (const row of upwards.iterate(memory.to, last)) {
      const id = Number(row['id'])
      const head = headOf(row)
      const meaning = meaningOf(head.environmentId)
      const body = row['body'] as Uint8Array
      const said = readSaid(head, body, meaning)
      noteNotification(memory, id, head, said)
      memory.said.set(id, { said: body.length > longBody ? structuredClone(said) : said, meaning })
      forgetSaid(indexed)
    }
    memory.to = last
    forgetSaid(indexed)
  }

  /** They are in the order of their ids. */
  function forgetSaid(indexed: number): void {
    for (const id of memory.said.keys()) {
      if (id > indexed && memory.said.size <= mostSaid) return
      memory.said.delete(id)
    }
  }

  function saidOf(id: number, head: DeliveryHead): Said {
    const meaning = meaningOf(head.environmentId)
    const known = memory.said.get(id)
    if (known?.meaning === meaning) return known.said
    return readSaid(head, bodyOf.get(id)?.['body'] as Uint8Array, meaning)
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
    // Some cached deliveries may be indexed by now.
    const since = alike.filter((copy) => copy.id > indexed)
    const newest = since.at(-1)
    const before = newest === undefined ? indexedBefore : { ...newest, nth: since.length + (indexedBefore?.nth ?? 0) }
    return after(environmentId, before, duplicate)
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
          yield indexEntryOf(id, head, saidOf(id, head), (...key) => repetitionOf(id, indexed, key))
          below = id
        }
        if (rows.length < 100) return
      }
    },
  }
}

interface Memory {
  from: number
  to: number
  /** The deliveries (from, to] of each notification, in order of arrival. */
  copies: Map<string, Copy[]>
  /** Facts of the newest deliveries and the meaning they were read with, in order of id. */
  said: Map<number, { said: Said; meaning: Meaning | null }>
}

function emptyMemory(from: number): Memory {
  return { from, to: from, copies: new Map(), said: new Map() }
}

function keyOf(environmentId: string, notificationId: string): string {
  return `${environmentId}\n${notificationId}`
}

function noteNotification(memory: Memory, id: number, head: DeliveryHead, { notificationId }: Said): void {
  if (notificationId === null) return
  const { environmentId, answeredStatus, receivedAt } = head
  const key = keyOf(environmentId, notificationId)
  const copies = memory.copies.get(key)
  const copy = { id, genuine: isGenuineHead(head), nth: 1, answeredStatus, receivedAt }
  if (copies === undefined) memory.copies.set(key, [copy])
  else copies.push(copy)
}
