import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../../shared/model.ts'
import { compactFile, giveBackStep, truncateWal } from '../schema/freeSpace.ts'
import { newestId } from '../schema/truthSchema.ts'
import type { ReindexCause } from '../write/reindexedBy.ts'
import { ascending, createBackfill, type Indexed, transactions } from './backfill.ts'
import { createEntryWriter, indexedColumns } from './entryWriter.ts'

/** Limits of one step: a batch that arrives waits for it. */
const maxStep = { deliveries: 500, changes: 200, bytes: 4 * 1024 * 1024 }

/** About how many pages of the word index one step merges, after deliveries were removed. */
const mergedPages = 200

/** The one connection that writes index.db. Lives in the store thread. */
export interface IndexWriter {
  /** Deliveries that were committed and are not indexed yet. */
  pending(): number
  /** The newest delivery that was indexed, and the changes that were not: an index that takes its place begins there. */
  state(): { upTo: number; noted: ReadonlyMap<number, ReindexCause> }
  /** The entries of these deliveries are out of date. */
  note(ids: readonly number[], cause: ReindexCause): void
  /** Documents of environments changed: what their senders mean may be something else. */
  noteEnvironments(): void
  /** Indexes what was committed and noted, all of it or one step. Returns null when there was nothing to do. */
  step(): Indexed | null
  /** Indexes some older deliveries, after the index was rebuilt or a sender was set. Returns null when none are left. */
  backfillStep(): Indexed | null
  giveBack(): boolean
  /** Truncates the write-ahead log, which puts the index on disk; false while a reader still uses it. */
  truncateWal(): boolean
  compact(): void
  close(): void
}

/** Makes it for a connection that openIndex made. */
export function createIndexWriter(database: DatabaseSync): IndexWriter {
  const entries = createEntryWriter(database)
  const nextRows = database.prepare(`SELECT ${indexedColumns} WHERE d.id > ? ORDER BY d.id`)
  const setUpTo = database.prepare('UPDATE progress SET indexed_up_to = ?')
  const merge = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)")
  let upTo = Number(database.prepare('SELECT indexed_up_to FROM progress').get()?.['indexed_up_to'])
  const noted = new Map<number, ReindexCause>()

  const inTransaction = transactions(database, entries)
  const backfill = createBackfill(database, entries, inTransaction)

  function appendNext(): { added: DeliverySummary[]; last: number } {
    const added: DeliverySummary[] = []
    let last = upTo
    let bytes = 0
    for (const row of nextRows.iterate(upTo)) {
      const entry = entries.append(row)
      added.push(entries.summaryOf(entry))
      last = entry.id
      bytes += entry.size
      if (added.length === maxStep.deliveries || bytes > maxStep.bytes) return { added, last }
    }
    // The newest may have been removed before they were indexed: nothing of them is to be indexed.
    return { added, last: Math.max(last, newestId(database)) }
  }

  function reindexNoted(): { done: number[]; changed: Set<number>; replaced: Set<number> } {
    const done: number[] = []
    const changed = new Set<number>()
    const replaced = new Set<number>()
    for (const id of noted.keys()) {
      done.push(id)
      if (done.length === maxStep.changes) break
    }
    const unheard = new Set<number>()
    for (const id of ascending(done)) {
      const cause = noted.get(id)
      // What is not indexed yet is read as it is now when its turn comes.
      if (id <= upTo) entries.reindex(id, cause === 'verdict' ? changed : cause === 'removal' ? replaced : unheard)
    }
    return { done, changed, replaced }
  }

  return {
    pending: () => newestId(database) - upTo + backfill.pending(),
    state: () => ({ upTo, noted }),
    note(ids, cause) {
      for (const id of ids) noted.set(id, noted.has(id) && cause === 'text' ? (noted.get(id) ?? cause) : cause)
    },
    noteEnvironments: backfill.noteEnvironments,
    step() {
      if (noted.size === 0 && newestId(database) <= upTo) return null
      const { added, last, done, ...ids } = inTransaction(() => {
        const found = { ...reindexNoted(), ...appendNext() }
        if (found.replaced.size > 0) merge.run(mergedPages)
        setUpTo.run(found.last)
        return { ...found, changed: entries.summaries(found.changed), replaced: entries.summaries(found.replaced) }
      })
      upTo = last
      for (const id of done) noted.delete(id)
      return { added, ...ids }
    },
    backfillStep: backfill.step,
    giveBack: () => giveBackStep(database),
    truncateWal: () => truncateWal(database),
    compact: () => compactFile(database),
    close: () => database.close(),
  }
}
