import type { DatabaseSync } from 'node:sqlite'
import { isGenuine, type DeliverySummary } from '../../../shared/model.ts'
import { isDamaged } from '../schema/sqliteProblem.ts'
import { type DeliveryHead, headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { entryColumns, entryOf, entryValues } from './entryRow.ts'
import { indexEntryOf, type IndexEntry, noRepetition, readSaid } from './indexEntry.ts'
import { meaningReader } from './meanings.ts'
import { createObjectTally } from './objectTally.ts'
import { createRepetitions } from './repetition.ts'
import { searchTextReader } from './searchText.ts'
import { summaryReader } from './summaryReader.ts'

/** Selects a delivery `d` with all that its entry is made of. */
export const indexedColumns = `d.id, ${headColumns}, d.body FROM deliveries AS d ${laterFacts}`

/** A delivery as deliveries.db has it. */
interface Stored {
  id: number
  head: DeliveryHead
  body: Uint8Array
}

/** A delivery that was looked up; `stored` is undefined where there is none, and null where deliveries.db is damaged. */
export interface LookedUp {
  id: number
  stored: Stored | undefined | null
}

/**
 * Keeps the entries and all that hangs on them, inside a transaction of the index connection. Deliveries are read before it
 * begins: in a transaction that met a damaged page SQLite refuses every write.
 */
export interface EntryWriter {
  /** Returns the delivery of a row of `indexedColumns`. */
  lookedAt(row: Record<string, unknown>): LookedUp
  /** Looks deliveries up, until they are larger than this together, bytes. */
  look(ids: Iterable<number>, maxBytes: number): LookedUp[]
  /** Adds a delivery that is newer than all that are indexed. Returns its entry. */
  append(stored: Stored): IndexEntry
  /**
   * Brings the entry of a delivery in line with what was read: adds, changes or removes it. Adds to `changed` the ids of
   * it and of others whose place among the deliveries of their notification changed.
   * @param isReworded its note or its fetched object may be another: writing the words of many again holds up the index for seconds
   */
  reindex(looked: LookedUp, changed: Set<number>, isReworded: boolean): void
  /** To be called before the commit. */
  settle(): void
  /** Forgets what was not settled: the transaction was rolled back. */
  forget(): void
  /** Summaries of deliveries that have an entry, oldest first. */
  summaries(ids: ReadonlySet<number>): DeliverySummary[]
  summaryOf(entry: IndexEntry): DeliverySummary
}

/** Makes it for the index connection. @param onUnreadable called with each delivery that cannot be read */
export function createEntryWriter(database: DatabaseSync, onUnreadable: (id: number) => void): EntryWriter {
  // No OR REPLACE: SQLite would open a savepoint for each row, at which FTS5 writes its pending words to disk.
  const insertEntry = database.prepare(
    `INSERT INTO entries (${entryColumns}) VALUES (${entryColumns.replaceAll(/\w+/g, '?')})`,
  )
  const updateEntry = database.prepare(`UPDATE entries SET ${entryColumns.replaceAll(/\w+/g, '$& = ?')} WHERE id = ?`)
  const removeEntry = database.prepare('DELETE FROM entries WHERE id = ?')
  const insertWords = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const removeContractResult = database.prepare('DELETE FROM contract_results WHERE id = ?')
  const removeWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  const entryWithId = database.prepare('SELECT * FROM entries WHERE id = ?')
  const textOf = searchTextReader(database)
  const meaningOf = meaningReader(database)
  const repetitions = createRepetitions(database)
  const objects = createObjectTally(database)
  const summaryOf = summaryReader(database)
  const sizes = createSizeTally(database)

  function tally(before: IndexEntry | null, after: IndexEntry | null): void {
    objects.change(before, after)
    sizes.change(before, after)
  }

  /** Writes the entry of a delivery. @param before its entry, or null where it has none */
  function write(
    { id, head, body }: Stored,
    before: IndexEntry | null,
    placeOf: Parameters<typeof indexEntryOf>[3],
  ): IndexEntry {
    const entry = indexEntryOf(id, head, readSaid(head, body, meaningOf(head.environmentId)), placeOf)
    const values = entryValues(entry)
    if (before === null) insertEntry.run(...values)
    // Most changes are about the words alone: a fetched object, a note.
    else if (entryValues(before).every((value, at) => value === values[at])) return before
    else updateEntry.run(...values, id)
    tally(before, entry)
    return entry
  }

  function replace(entry: IndexEntry, changed: Set<number>): void {
    if (entry.notificationId === null) return
    repetitions.replace(entry.notificationId, entry.environmentId, (before, after) => {
      tally(before, after)
      changed.add(after.id)
    })
  }

  return {
    ...createLook(database, onUnreadable),
    append(delivery) {
      insertWords.run(delivery.id, textOf(delivery.id, delivery.head, delivery.body))
      return write(delivery, null, repetitions.next)
    },
    reindex({ id, stored }, changed, isReworded) {
      // One that cannot be read keeps the entry that it has, or has none.
      if (stored === null) return
      const known = entryWithId.get(id)
      const before = known === undefined ? null : entryOf(known)
      if (stored === undefined) {
        if (before === null) return
        removeWords.run(id)
        removeEntry.run(id)
        removeContractResult.run(id)
        tally(before, null)
        replace(before, changed)
        return
      }
      const { duplicate, nth, retried } = before ?? noRepetition
      if (before !== null && isReworded) removeWords.run(id)
      if (before === null || isReworded) insertWords.run(id, textOf(id, stored.head, stored.body))
      const after = write(stored, before, () => ({ duplicate, nth, retried }))
      changed.add(id)
      if (before !== null && isSamePlace(before, after)) return
      if (before !== null) replace(before, changed)
      replace(after, changed)
    },
    settle() {
      objects.settle()
      sizes.settle()
    },
    forget() {
      objects.forget()
      sizes.forget()
    },
    summaries: createSummaries(database, summaryOf),
    summaryOf,
  }
}

/** Whether nothing changed that its place among the deliveries of its notification depends on. */
function isSamePlace(before: IndexEntry, after: IndexEntry): boolean {
  return (
    before.notificationId === after.notificationId &&
    before.answeredStatus === after.answeredStatus &&
    isGenuine(before) === isGenuine(after)
  )
}

function createLook(
  database: DatabaseSync,
  onUnreadable: (id: number) => void,
): Pick<EntryWriter, 'lookedAt' | 'look'> {
  const rowWithId = database.prepare(`SELECT ${indexedColumns} WHERE d.id = ?`)

  function unreadable(id: number): LookedUp {
    onUnreadable(id)
    return { id, stored: null }
  }

  function lookedAt(row: Record<string, unknown>): LookedUp {
    const id = Number(row['id'])
    try {
      return { id, stored: { id, head: headOf(row), body: row['body'] as Uint8Array } }
    } catch {
      return unreadable(id)
    }
  }

  function lookUp(id: number): LookedUp {
    try {
      const row = rowWithId.get(id)
      return row === undefined ? { id, stored: undefined } : lookedAt(row)
    } catch (error) {
      if (!isDamaged(error)) throw error
      return unreadable(id)
    }
  }

  return {
    lookedAt,
    look(ids, maxBytes) {
      const all: LookedUp[] = []
      let bytes = 0
      for (const id of ids) {
        if (bytes > maxBytes) break
        const looked = lookUp(id)
        all.push(looked)
        bytes += looked.stored?.body.length ?? 0
      }
      return all
    },
  }
}

function createSummaries(database: DatabaseSync, summaryOf: EntryWriter['summaryOf']): EntryWriter['summaries'] {
  const entryWithId = database.prepare('SELECT * FROM entries WHERE id = ?')
  return (ids) =>
    [...ids]
      .toSorted((a, b) => a - b)
      .flatMap((id) => {
        const row = entryWithId.get(id)
        return row === undefined ? [] : [summaryOf(entryOf(row))]
      })
}

/** Keeps how much each environment has, by verdict, so that nothing is ever counted. */
interface SizeTally {
  /** An entry is new, changed or removed; null: it was not there before, or is there no longer. */
  change(before: IndexEntry | null, after: IndexEntry | null): void
  /** To be called before the commit. */
  settle(): void
  /** Forgets what was not settled: the transaction was rolled back. */
  forget(): void
}

/** Makes it for the index connection. */
function createSizeTally(database: DatabaseSync): SizeTally {
  const add = database.prepare(`
    INSERT INTO environment_sizes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      deliveries = deliveries + excluded.deliveries, bytes = bytes + excluded.bytes`)
  const changes = new Map<string, { environmentId: string; verdict: string; deliveries: number; bytes: number }>()

  function note({ environmentId, verdict, size }: IndexEntry, sign: 1 | -1): void {
    const key = `${environmentId} ${verdict}`
    const { deliveries, bytes } = changes.get(key) ?? { deliveries: 0, bytes: 0 }
    changes.set(key, { environmentId, verdict, deliveries: deliveries + sign, bytes: bytes + sign * size })
  }

  return {
    change(before, after) {
      if (before !== null) note(before, -1)
      if (after !== null) note(after, 1)
    },
    settle() {
      for (const { environmentId, verdict, deliveries, bytes } of changes.values())
        add.run(environmentId, verdict, deliveries, bytes)
      changes.clear()
    },
    forget: () => changes.clear(),
  }
}
