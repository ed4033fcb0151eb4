import type { Indexed } from '../index/backfill.ts'
import { createIndexWriter, type IndexWriter } from '../index/indexWriter.ts'
import { openIndex, recreateIndex } from '../schema/openIndex.ts'
import { isDamaged, messageOf } from '../schema/sqliteProblem.ts'
import type { Batch, Operation } from '../write/operations.ts'
import { reindexedBy } from '../write/reindexedBy.ts'
import type { TruthWriter } from '../write/truthWriter.ts'
import type { FromStoreThread } from './messages.ts'

/** The second step of each turn, and what is done between turns. */
export interface IndexTurns {
  /** A batch is on disk: its changes go into the index, at once or with those of the next ones. */
  take(batch: Batch): void
  /** Indexes everything that is pending, and reports it. */
  indexAll(): void
  /** Deletes index.db and rebuilds it. Call it while the reader has its files closed. */
  rebuild(): void
  /** Puts the index on disk and truncates its log; false while a reader still uses it. */
  rest(): boolean
  compact(): void
  pending(): number
  /** Indexes what is pending and closes. */
  close(): void
}

/** Deliveries that arrive within this time share one transaction of the index, ms: a commit costs more than an entry. */
const indexDelayMs = 20
/** More unindexed deliveries than this are indexed at once. */
const maxPending = 200
/** More rows of `reindex` than this are cleared without waiting for an idle moment. */
const maxReindexRows = 5000
/** A rebuild of no more deliveries than this, some 0.1 ms each, is done in one go; of more, between turns. */
const maxAtOnce = 5000
/** Delay before a failed step of the index is retried, ms: short on a full disk, long on damage, which needs a rebuild first. */
const retryDelayMs = { failed: 1000, damaged: 60_000 }

/** Opens the index, and indexes what the last process committed and did not index. A damaged index is rebuilt. */
export function openIndexTurns(
  folder: string,
  truth: TruthWriter,
  post: (message: FromStoreThread) => void,
): IndexTurns {
  let index: IndexWriter | null = openCaughtUp(folder, truth)
  /** State of the index that a rebuild replaces. */
  let before = index.state()
  /** Batches that were kept, and those of them whose changes are all in the index. */
  const turns = { kept: 0, indexed: 0 }
  /** About how many rows `reindex` has, which a restart would index once more. */
  let reindexRows = 1
  let timer: NodeJS.Timeout | undefined
  let rebuildTimer: NodeJS.Timeout | undefined

  function report(indexed: Indexed): void {
    post({ kind: 'indexed', turn: turns.indexed, pending: index?.pending() ?? 0, ...indexed })
  }

  /** Runs work on the index. A failure is reported and tried again. */
  function onIndex(work: (index: IndexWriter) => void): void {
    if (index === null) return
    try {
      work(index)
    } catch (error) {
      post({ kind: 'index-problem', problem: messageOf(error), isDamaged: isDamaged(error) })
      clearTimeout(timer)
      timer = setTimeout(indexAll, isDamaged(error) ? retryDelayMs.damaged : retryDelayMs.failed)
    }
  }

  function indexAll(): void {
    clearTimeout(timer)
    timer = undefined
    onIndex((index) => {
      const last = stepAll(index, report)
      turns.indexed = turns.kept
      report(last)
    })
    if (reindexRows > maxReindexRows) putOnDisk()
    background.start()
  }

  const background = createBackground(truth, onIndex, report)

  /** Clears the notes of what was reindexed, which is safe only once the index is on disk. */
  function putOnDisk(): boolean {
    let isOnDisk = false
    onIndex((index) => {
      isOnDisk = timer === undefined && index.truncateWal()
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
      index = rebuiltIndex(folder, before)
      post({ kind: 'index-rebuilt', pending: index.pending() })
      indexAll()
    } catch (error) {
      post({ kind: 'index-problem', problem: messageOf(error), isDamaged: false })
      rebuildTimer = setTimeout(rebuild, retryDelayMs.failed)
    }
  }

  return {
    take({ operations }) {
      turns.kept += 1
      const reindexed = index === null ? 0 : noteOperations(index, operations)
      reindexRows += reindexed
      if (operations.some(changesEnvironment)) onIndex((index) => index.noteEnvironments())
      if (reindexed + (index?.pending() ?? 0) > maxPending) indexAll()
      else timer ??= setTimeout(indexAll, indexDelayMs)
    },
    indexAll,
    rebuild,
    rest: putOnDisk,
    compact: () => onIndex((index) => index.compact()),
    pending: () => index?.pending() ?? 0,
    close() {
      indexAll()
      for (const one of [timer, rebuildTimer]) clearTimeout(one)
      background.stop()
      index?.close()
    },
  }
}

function openCaughtUp(folder: string, truth: TruthWriter): IndexWriter {
  try {
    return catchUp(createIndexWriter(openIndex(folder)), truth)
  } catch (error) {
    if (!isDamaged(error)) throw error
    return catchUp(createIndexWriter(recreateIndex(folder)), truth)
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

/** Takes steps until nothing is pending. Returns the last one, which completes what was kept; reports those before it. */
function stepAll(index: IndexWriter, report: (indexed: Indexed) => void): Indexed {
  let last: Indexed | null = null
  for (let next = index.step(); next !== null; next = index.step()) {
    if (last !== null) report(last)
    last = next
  }
  return last ?? { added: [], changed: [], replaced: [] }
}

/** Backfills old deliveries first, so that the unreported ones are placed right when they are indexed and reported. */
function rebuiltIndex(folder: string, { upTo, noted }: ReturnType<IndexWriter['state']>): IndexWriter {
  const index = createIndexWriter(recreateIndex(folder, upTo))
  backfillSmall(index)
  for (const [id, cause] of noted) index.note([id], cause)
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

/** Backfills the index and gives back free space of both files, a step between every two turns. */
function createBackground(
  truth: TruthWriter,
  onIndex: (work: (index: IndexWriter) => void) => void,
  report: (indexed: Indexed) => void,
) {
  let next: NodeJS.Immediate | undefined
  function step(): void {
    next = undefined
    let isMore = false
    onIndex((index) => {
      const backfilled = index.backfillStep()
      if (backfilled !== null) report(backfilled)
      isMore = backfilled !== null || index.giveBack()
    })
    if (truth.giveBack() || isMore) start()
  }
  const start = (): void => {
    next ??= setImmediate(step)
  }
  return { start, stop: () => clearImmediate(next) }
}
