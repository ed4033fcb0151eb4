import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../../shared/model.ts'
import { compactFile, vacuumStep, truncateWal } from '../schema/freeSpace.ts'
import { isDamaged } from '../schema/sqliteProblem.ts'
import { newestIdReader } from '../schema/truthSchema.ts'
import type { ReindexCause } from '../write/reindexedBy.ts'
import { createBackfill, type Indexed, transactions } from './backfill.ts'
import { type ContractMarks, contractMarkWriter } from './contractMarks.ts'
import { createEntryWriter, type EntryWriter, indexedColumns, type LookedUp } from './entryWriter.ts'

/** Limits of one step, some 5 ms: a batch that arrives waits for it. */
const maxStep = { deliveries: 50, changes: 50, bytes: 256 * 1024 }

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
  /** Whether everything that was committed and noted is indexed. */
  isUpToDate(): boolean
  /** Indexes some of what was committed and noted. Returns null when there was nothing to do. */
  step(): Indexed | null
  /** Indexes some older deliveries, after the index was rebuilt or a sender was set. Returns null when none are left. */
  backfillStep(): Indexed | null
  /** Keeps results of a contract, and returns the summaries that changed. */
  mark(given: ContractMarks): Indexed
  giveBack(): boolean
  /** Truncates the write-ahead log, which puts the index on disk; false while a reader still uses it. */
  truncateWal(): boolean
  compact(): void
  close(): void
}

/** Makes it for a connection that openIndex made. @param onUnreadable called with each delivery that cannot be read */
export function createIndexWriter(
  database: DatabaseSync,
  onUnreadable: (id: number) => void = () => undefined,
): IndexWriter {
  const entries = createEntryWriter(database, onUnreadable)
  const newestId = newestIdReader(database)
  const nextRows = database.prepare(`SELECT ${indexedColumns} WHERE d.id > ? ORDER BY d.id`)
  const setUpTo = database.prepare('UPDATE progress SET indexed_up_to = ?')
  const merge = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)")
  let upTo = Number(database.prepare('SELECT indexed_up_to FROM progress').get()?.['indexed_up_to'])
  const outOfDate = createNoted()
  const noted = outOfDate.causes

  const inTransaction = transactions(database, entries)
  const backfill = createBackfill(database, entries, inTransaction)

  /** Reads the next unindexed deliveries, oldest first. `last` is the newest that was looked at. */
  function readNext(): { next: LookedUp[]; last: number } {
    const next: LookedUp[] = []
    let [last, bytes] = [upTo, 0]
    try {
      for (const row of nextRows.iterate(upTo)) {
        const looked = entries.lookedAt(row)
        next.push(looked)
        last = looked.id
        bytes += looked.stored?.body.length ?? 0
        if (next.length === maxStep.deliveries || bytes > maxStep.bytes) return { next, last }
      }
    } catch (error) {
      if (!isDamaged(error)) throw error
      // Each of the next ids is looked up on its own: those on the damaged page are skipped.
      const ids = Array.from({ length: Math.min(maxStep.deliveries, newestId() - last) }, (_, at) => last + 1 + at)
      const found = entries.look(ids, maxStep.bytes)
      return { next: [...next, ...found], last: found.at(-1)?.id ?? last }
    }
    // The newest may have been removed before they were indexed: nothing of them is to be indexed.
    return { next, last: Math.max(last, newestId()) }
  }

  /** Reads the next deliveries whose entries are out of date, in the order of their ids. */
  function readNoted(): LookedUp[] {
    const ids = [...noted.keys()].slice(0, maxStep.changes)
    return entries.look(ids, maxStep.bytes).toSorted((a, b) => a.id - b.id)
  }

  function append(next: readonly LookedUp[]): DeliverySummary[] {
    return next.flatMap(({ stored }) => (stored ? [entries.summaryOf(entries.append(stored))] : []))
  }

  function reindex(outdated: readonly LookedUp[]): { changed: Set<number>; replaced: Set<number> } {
    const [changed, replaced, unheard] = [new Set<number>(), new Set<number>(), new Set<number>()]
    for (const looked of outdated) {
      const cause = noted.get(looked.id)
      // An unindexed delivery is read in its current state when it is appended.
      if (looked.id > upTo) continue
      const heard = cause === 'verdict' ? changed : cause === 'removal' ? replaced : unheard
      entries.reindex(looked, heard, outOfDate.isReworded(looked.id))
    }
    return { changed, replaced }
  }

  const isUpToDate = (): boolean => noted.size === 0 && newestId() <= upTo

  return {
    isUpToDate,
    pending: () => newestId() - upTo + backfill.pending(),
    state: () => ({ upTo, noted }),
    note: outOfDate.note,
    noteEnvironments: backfill.noteEnvironments,
    step() {
      if (isUpToDate()) return null
      const outdated = readNoted()
      const { next, last } = readNext()
      const indexed = inTransaction(() => {
        const { changed, replaced } = reindex(outdated)
        const added = append(next)
        if (replaced.size > 0) merge.run(mergedPages)
        setUpTo.run(last)
        return { added, changed: entries.summaries(changed), replaced: entries.summaries(replaced) }
      })
      upTo = last
      outOfDate.settle(outdated)
      return indexed
    },
    backfillStep: backfill.step,
    mark: createMark(database, entries, inTransaction),
    giveBack: () => vacuumStep(database),
    truncateWal: () => truncateWal(database),
    compact: () => compactFile(database),
    close: () => database.close(),
  }
}

/** Keeps which entries are out of date, and of which the words are, too: a verdict is not among the words. */
function createNoted() {
  const causes = new Map<number, ReindexCause>()
  const reworded = new Set<number>()
  return {
    causes: causes as ReadonlyMap<number, ReindexCause>,
    isReworded: (id: number): boolean => reworded.has(id),
    note(ids: readonly number[], cause: ReindexCause): void {
      for (const id of ids) {
        if (cause !== 'verdict') reworded.add(id)
        if (cause !== 'text' || !causes.has(id)) causes.set(id, cause)
      }
    },
    settle(settled: readonly LookedUp[]): void {
      for (const { id } of settled) {
        causes.delete(id)
        reworded.delete(id)
      }
    },
  }
}

function createMark(
  database: DatabaseSync,
  entries: Pick<EntryWriter, 'summaries'>,
  inTransaction: ReturnType<typeof transactions>,
): IndexWriter['mark'] {
  const write = contractMarkWriter(database)
  return (given) => inTransaction(() => ({ added: [], changed: [], replaced: entries.summaries(write(given)) }))
}
