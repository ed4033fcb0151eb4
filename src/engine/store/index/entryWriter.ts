import type { DatabaseSync } from 'node:sqlite'
import { isGenuine, type DeliverySummary } from '../../../shared/model.ts'
import { isDamaged } from '../schema/sqliteProblem.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { entryColumns, entryOf, entryValues } from './entryRow.ts'
import { indexEntryOf, type IndexEntry, noRepetition, readSaid } from './indexEntry.ts'
import { meaningReader } from './meanings.ts'
import { createObjectTally } from './objectTally.ts'
import { createRepetitions } from './repetition.ts'
import { createSizeTally } from './sizeTally.ts'
import { searchTextReader } from './searchText.ts'
import { summaryReader } from './summaryReader.ts'

/** Selects a delivery `d` with all that its entry is made of. */
export const indexedColumns = `d.id, ${headColumns}, d.body FROM deliveries AS d ${laterFacts}`

/** Keeps the entries and all that hangs on them. To be used inside a transaction of the index connection. */
export interface EntryWriter {
  /** Adds a delivery that is newer than all that are indexed. Returns its entry. */
  append(row: Record<string, unknown>): IndexEntry
  /**
   * Brings the entry of a delivery in line with deliveries.db: adds, changes or removes it. Adds to `changed` the ids of
   * it and of others whose place among the deliveries of their notification changed.
   */
  reindex(id: number, changed: Set<number>): void
  /** To be called before the commit. */
  settle(): void
  /** Forgets what was not settled: the transaction was rolled back. */
  forget(): void
  /** Summaries of deliveries that have an entry, oldest first. */
  summaries(ids: ReadonlySet<number>): DeliverySummary[]
  summaryOf(entry: IndexEntry): DeliverySummary
}

/** Makes it for the index connection. */
export function createEntryWriter(database: DatabaseSync): EntryWriter {
  const places = entryColumns.replaceAll(/\w+/g, '?')
  const putEntry = database.prepare(`INSERT OR REPLACE INTO entries (${entryColumns}) VALUES (${places})`)
  const removeEntry = database.prepare('DELETE FROM entries WHERE id = ?')
  const insertWords = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const removeWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  const entryWithId = database.prepare('SELECT * FROM entries WHERE id = ?')
  const storedRow = createRowReader(database)
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

  function write(row: Record<string, unknown>, placeOf: Parameters<typeof indexEntryOf>[3]): IndexEntry {
    const id = Number(row['id'])
    const head = headOf(row)
    const body = row['body'] as Uint8Array
    const entry = indexEntryOf(id, head, readSaid(head, body, meaningOf(head.environmentId)), placeOf)
    putEntry.run(...entryValues(entry))
    insertWords.run(id, textOf(id, head, body))
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
    append(row) {
      const entry = write(row, repetitions.next)
      tally(null, entry)
      return entry
    },
    reindex(id, changed) {
      const known = entryWithId.get(id)
      const before = known === undefined ? null : entryOf(known)
      const row = storedRow(id)
      if (row === 'unreadable') return
      if (before !== null) removeWords.run(id)
      if (row === undefined) {
        if (before === null) return
        removeEntry.run(id)
        tally(before, null)
        replace(before, changed)
        return
      }
      const { duplicate, nth, retried } = before ?? noRepetition
      const after = write(row, () => ({ duplicate, nth, retried }))
      tally(before, after)
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

/** A delivery on a damaged page of deliveries.db keeps the entry that it has, or has none. */
function createRowReader(database: DatabaseSync): (id: number) => Record<string, unknown> | undefined | 'unreadable' {
  const rowWithId = database.prepare(`SELECT ${indexedColumns} WHERE d.id = ?`)
  return (id) => {
    try {
      return rowWithId.get(id)
    } catch (error) {
      if (isDamaged(error)) return 'unreadable'
      throw error
    }
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
