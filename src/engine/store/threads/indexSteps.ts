import type { Indexed } from '../index/backfill.ts'
import type { ContractMarks } from '../index/contractMarks.ts'
import type { IndexWriter } from '../index/indexWriter.ts'
import { isDamaged, messageOf } from '../schema/sqliteProblem.ts'
import type { TruthWriter } from '../write/truthWriter.ts'
import type { FromStoreThread } from './messages.ts'

/** Deliveries that arrive within this time share one transaction of the index, ms: a commit costs more than an entry. */
const indexDelayMs = 20
/** More unindexed deliveries than this are indexed before the next batch is taken, so the index keeps up while senders wait. */
const maxPending = 500
/** Delay before a failed step of the index is retried, ms: short on a full disk, long on damage, which needs a rebuild first. */
const retryDelayMs = { failed: 1000, damaged: 60_000 }

/** Decides when the index takes its steps. Each is short, and batches that wait are written in between. */
export interface IndexSteps {
  /** A batch is on disk. @param outdated the number of entries that are out of date since then */
  kept(outdated: number): void
  /** Indexes everything that is pending, and reports it. */
  indexAll(): void
  /** Keeps results of a contract, and reports the summaries that changed. */
  mark(given: ContractMarks): void
  /** Runs work on the index, if there is one. A failure is reported, and what is pending is retried later. */
  onIndex(work: (index: IndexWriter) => void): void
  stop(): void
}

/** Makes it. @param onCaughtUp called each time nothing is pending any more */
export function createIndexSteps(
  currentIndex: () => IndexWriter | null,
  truth: TruthWriter,
  post: (message: FromStoreThread) => void,
  onCaughtUp: () => void,
): IndexSteps {
  /** Batches that were kept, and those of them whose changes are all in the index. */
  const turns = { kept: 0, indexed: 0 }
  let timer: NodeJS.Timeout | undefined
  let next: NodeJS.Immediate | undefined

  function report(indexed: Indexed): void {
    post({ kind: 'indexed', turn: turns.indexed, pending: currentIndex()?.pending() ?? 0, ...indexed })
  }

  function onIndex(work: (index: IndexWriter) => void): void {
    const index = currentIndex()
    if (index === null) return
    try {
      work(index)
    } catch (error) {
      post({ kind: 'index-problem', problem: messageOf(error), isDamaged: isDamaged(error) })
      clearTimeout(timer)
      timer = setTimeout(indexSome, isDamaged(error) ? retryDelayMs.damaged : retryDelayMs.failed)
    }
  }

  /** Takes one step. Returns whether more is pending; false after a failure, which is retried later. */
  function step(): boolean {
    clearTimeout(timer)
    timer = undefined
    let isMore = false
    onIndex((index) => {
      const indexed = index.step() ?? { added: [], changed: [], replaced: [] }
      isMore = !index.isUpToDate()
      if (!isMore) turns.indexed = turns.kept
      report(indexed)
    })
    return isMore
  }

  function indexSome(): void {
    next = undefined
    if (step()) next = setImmediate(indexSome)
    else endTurn()
  }

  function endTurn(): void {
    onCaughtUp()
    background.start()
  }

  function indexAll(): void {
    while (step());
    endTurn()
  }

  const background = createBackground(truth, onIndex, report)
  return {
    kept(outdated) {
      turns.kept += 1
      if (outdated + (currentIndex()?.pending() ?? 0) > maxPending) indexAll()
      else if (next === undefined) timer ??= setTimeout(indexSome, indexDelayMs)
    },
    indexAll,
    mark: (given) => onIndex((index) => report(index.mark(given))),
    onIndex,
    stop() {
      clearTimeout(timer)
      clearImmediate(next)
      background.stop()
    },
  }
}

/** Backfills the index and gives back free space of both files, a step between every two turns. */
function createBackground(truth: TruthWriter, onIndex: IndexSteps['onIndex'], report: (indexed: Indexed) => void) {
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
