import type { DatabaseSync } from 'node:sqlite'
import type { StoreRefusal } from '../../../shared/codes/store.ts'
import type { ContractMarks } from '../index/contractMarks.ts'
import { createIndexWriter, type IndexWriter } from '../index/indexWriter.ts'
import { openIndex, recreateIndex } from '../schema/openIndex.ts'
import { isDamaged, messageOf } from '../schema/sqliteProblem.ts'
import type { Batch, Operation } from '../write/operations.ts'
import { reindexedBy } from '../write/reindexedBy.ts'
import type { TruthWriter } from '../write/truthWriter.ts'
import { createIndexSteps } from './indexSteps.ts'
import type { FromStoreThread } from './messages.ts'

/** The second step of each turn, and what is done between turns. */
export interface IndexTurns {
  /** A batch is on disk: its changes go into the index, at once or with those of the next ones. */
  take(batch: Batch): void
  /** Indexes everything that is pending, and reports it. */
  indexAll(): void
  /** Keeps results of a contract. */
  mark(given: ContractMarks): void
  /** Deletes index.db and rebuilds it. Call it while the reader has its files closed. */
  rebuild(): void
  /** Puts the index on disk and truncates its log; false while a reader still uses it. */
  rest(): boolean
  compact(): void
  pending(): number
  /** Deliveries that could not be read while the index was opened. */
  unreadable: readonly number[]
  /** Indexes what is pending and closes. */
  close(): void
}

/** More rows of `reindex` than this are cleared without waiting for an idle moment. */
const maxReindexRows = 5000
/** A rebuild of no more deliveries than this, some 0.1 ms each, is done in one go; of more, between turns. */
const maxAtOnce = 5000
/** Delay before a failed rebuild is retried, ms. */
const rebuildDelayMs = 1000

/** Opens the index, and indexes what the last process committed and did not index. A damaged index is rebuilt. */
export function openIndexTurns(
  folder: string,
  truth: TruthWriter,
  post: (message: FromStoreThread) => void,
): IndexTurns {
  const unreadable: number[] = []
  let onUnreadable = (id: number): void => void unreadable.push(id)
  const open = (database: DatabaseSync): IndexWriter => createIndexWriter(database, (id) => onUnreadable(id))
  let index: IndexWriter | null = openCaughtUp(folder, truth, open)
  onUnreadable = (id) => post({ kind: 'unreadable', id })
  /** State of the index that a rebuild replaces. */
  let before = index.state()
  /** About how many rows `reindex` has, which a restart would index once more. */
  let reindexRows = 1
  let rebuildTimer: NodeJS.Timeout | undefined
  let rebuildFailure: StoreRefusal | null = null
  const steps = createIndexSteps(
    () => index,
    truth,
    post,
    () => {
      if (reindexRows > maxReindexRows) putOnDisk()
    },
  )

  /** Clears the notes of what was reindexed, which is safe only once the index is on disk. */
  function putOnDisk(): boolean {
    let isOnDisk = false
    steps.onIndex((index) => {
      isOnDisk = index.isUpToDate() && index.truncateWal()
      if (isOnDisk) truth.clearReindex()
    })
    if (isOnDisk) reindexRows = 0
    return isOnDisk
  }

  function rebuild(): void {
    try {
      before = index?.state() ?? before
      index?.close()
      index = null
      index = rebuiltIndex(folder, before, open)
      rebuildFailure = null
      post({ kind: 'index-rebuilt', pending: index.pending() })
      steps.indexAll()
    } catch (error) {
      rebuildFailure = { code: 'index-not-rebuilt', fields: { folder, said: messageOf(error) } }
      post({ kind: 'rebuild-failed', why: rebuildFailure })
      rebuildTimer = setTimeout(rebuild, rebuildDelayMs)
    }
  }

  return {
    take({ operations }) {
      const outdated = index === null ? 0 : noteOperations(index, operations)
      reindexRows += outdated
      if (operations.some(changesEnvironment)) steps.onIndex((index) => index.noteEnvironments())
      steps.kept(outdated)
    },
    indexAll() {
      // A query waits for this, and there is no index now.
      if (rebuildFailure !== null) post({ kind: 'rebuild-failed', why: rebuildFailure })
      steps.indexAll()
    },
    mark: steps.mark,
    rebuild,
    rest: putOnDisk,
    compact: () => steps.onIndex((index) => index.compact()),
    pending: () => index?.pending() ?? 0,
    unreadable,
    close() {
      steps.indexAll()
      steps.stop()
      clearTimeout(rebuildTimer)
      index?.close()
    },
  }
}

type Open = (database: DatabaseSync) => IndexWriter

function openCaughtUp(folder: string, truth: TruthWriter, open: Open): IndexWriter {
  try {
    return catchUp(open(openIndex(folder)), truth)
  } catch (error) {
    if (!isDamaged(error)) throw error
    return catchUp(open(recreateIndex(folder)), truth)
  }
}

function catchUp(index: IndexWriter, truth: TruthWriter): IndexWriter {
  try {
    index.note(truth.toReindex(), 'text')
    index.noteEnvironments()
    while (index.step() !== null);
    backfillSmall(index)
    return index
  } catch (error) {
    index.close()
    throw error
  }
}

function backfillSmall(index: IndexWriter): void {
  if (index.pending() <= maxAtOnce) while (index.backfillStep() !== null);
}

/** Backfills old deliveries first, so that the unreported ones are placed right when they are indexed and reported. */
function rebuiltIndex(folder: string, { upTo, noted }: ReturnType<IndexWriter['state']>, open: Open): IndexWriter {
  const index = open(recreateIndex(folder, upTo))
  try {
    backfillSmall(index)
  } catch (error) {
    index.close()
    throw error
  }
  for (const [id, cause] of noted) {
    // Whatever it was noted for, its words may be out of date, too.
    index.note([id], 'text')
    index.note([id], cause)
  }
  return index
}

/** Notes which entries are out of date, and returns how many. */
function noteOperations(index: IndexWriter, operations: readonly Operation[]): number {
  let count = 0
  for (const operation of operations) {
    const outdated = reindexedBy(operation)
    if (outdated === null) continue
    index.note(outdated.ids, outdated.cause)
    count += outdated.ids.length
  }
  return count
}

function changesEnvironment(operation: Operation): boolean {
  return operation.kind === 'put-document' && operation.collection === 'environments'
}
