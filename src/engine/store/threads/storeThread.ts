/**
 * Entry of the store thread, the only writer of deliveries.db and index.db. One turn: write a batch and sync it, report it
 * durable, then bring the index in line. It waits for the disk, so that the thread that serves requests never does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { createIndexWriter, type Indexed, type IndexWriter } from '../index/indexWriter.ts'
import { openIndex, recreateIndex } from '../schema/openIndex.ts'
import { isDamaged, messageOf, openProblem, writeProblem } from '../schema/sqliteProblem.ts'
import type { Batch } from '../write/operations.ts'
import { reindexedBy } from '../write/reindexedBy.ts'
import { openTruthWriter, type TruthWriter } from '../write/truthWriter.ts'
import type { FileWork, FromStoreThread, Opening, StoreReady, ToStoreThread } from './messages.ts'

const { folder } = workerData as { folder: string }
const port = parentPort

/** What arrives within this time shares one transaction of the index, ms: committing one costs more than an entry. */
const indexDelayMs = 20
/** More unindexed deliveries than this are indexed at once. */
const maxPending = 200
/** More rows of `reindex` than this are cleared without waiting for an idle moment. */
const maxReindexRows = 5000
/** After this time without a batch, ms, the write-ahead logs are truncated. */
const idleMs = 500
/** A failed step of the index (on a full disk, say) is tried again after this time, ms. */
const retryDelayMs = 1000

function post(message: FromStoreThread | Opening<StoreReady>): void {
  port?.postMessage(message)
}

/** Opens the index and indexes what the last process committed and did not index. A damaged one is rebuilt. */
function openIndexWriter(truth: TruthWriter): IndexWriter {
  try {
    return catchUp(createIndexWriter(openIndex(folder)), truth)
  } catch (error) {
    if (!isDamaged(error)) throw error
    return catchUp(createIndexWriter(recreateIndex(folder)), truth)
  }
}

/** Backfills an index with few deliveries at once, some 0.1 ms each; one with many is backfilled between turns. */
function backfillSmall(index: IndexWriter): void {
  if (index.pending() <= 5000) while (index.backfillStep() !== null);
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

function serve(truth: TruthWriter, opened: IndexWriter): void {
  let index: IndexWriter | null = opened
  /** Batches that were kept, and those of them whose changes are all in the index. */
  let turn = 0
  let indexedTurn = 0
  /** About how many rows `reindex` has, which a restart would index once more. */
  let reindexRows = 1
  let indexTimer: NodeJS.Timeout | undefined
  /** Of the index that a rebuild replaces. */
  let state = opened.state()
  let background: NodeJS.Immediate | undefined
  const idle = setTimeout(rest, idleMs)

  function report(indexed: Indexed): void {
    post({ kind: 'indexed', turn: indexedTurn, pending: index?.pending() ?? 0, ...indexed })
  }

  /** Runs work on the index. A failure is reported, and tried again unless the index has to be rebuilt first. */
  function onIndex(work: (index: IndexWriter) => void): void {
    if (index === null) return
    try {
      work(index)
    } catch (error) {
      post({ kind: 'index-problem', problem: messageOf(error), isDamaged: isDamaged(error) })
      clearTimeout(indexTimer)
      indexTimer = setTimeout(indexAll, retryDelayMs)
    }
  }

  function indexAll(): void {
    clearTimeout(indexTimer)
    indexTimer = undefined
    onIndex((index) => {
      let indexed: Indexed | null = null
      for (let next = index.step(); next !== null; next = index.step()) {
        if (indexed !== null) report(indexed)
        indexed = next
      }
      indexedTurn = turn
      report(indexed ?? { added: [], changed: [], replaced: [] })
    })
    if (reindexRows > maxReindexRows) clearReindex()
    background ??= setImmediate(workInBackground)
  }

  /** Backfills the index and gives back free space, a step between every two turns. */
  function workInBackground(): void {
    background = undefined
    let isMore = false
    onIndex((index) => {
      const backfilled = index.backfillStep()
      if (backfilled !== null) report(backfilled)
      isMore = backfilled !== null || index.giveBack()
    })
    if (truth.giveBack() || isMore) background = setImmediate(workInBackground)
  }

  /** Puts the index on disk; what it was told of is forgotten only then. Returns whether that was done. */
  function clearReindex(): boolean {
    let isOnDisk = false
    onIndex((index) => {
      isOnDisk = indexTimer === undefined && index.truncateWal()
    })
    if (isOnDisk && reindexRows > 0) {
      truth.clearReindex()
      reindexRows = 0
    }
    return isOnDisk
  }

  function rest(): void {
    const isOnDisk = clearReindex()
    if (!truth.truncateWal() || !isOnDisk) idle.refresh()
  }

  function write(batch: Batch): void {
    const outcome = truth.write(batch)
    post(outcome)
    if (outcome.kind === 'lost') return
    turn += 1
    idle.refresh()
    let isUrgent = outcome.answers.length > maxPending
    for (const operation of batch.operations) {
      const outdated = reindexedBy(operation)
      if (outdated !== null) {
        index?.note(outdated.ids, outdated.cause)
        reindexRows += outdated.ids.length
        isUrgent ||= outdated.ids.length > maxPending
      }
      if (operation.kind === 'put-document' && operation.collection === 'environments')
        onIndex((index) => index.noteEnvironments())
    }
    if (isUrgent || (index?.pending() ?? 0) > maxPending) indexAll()
    else indexTimer ??= setTimeout(indexAll, indexDelayMs)
  }

  function rebuildIndex(): void {
    try {
      state = index?.state() ?? state
      index?.close()
      index = null
      const rebuilt = createIndexWriter(recreateIndex(folder, state.upTo))
      backfillSmall(rebuilt)
      for (const [id, cause] of state.noted) rebuilt.note([id], cause)
      index = rebuilt
      post({ kind: 'index-rebuilt', pending: index.pending() })
      indexAll()
    } catch (error) {
      post({ kind: 'index-problem', problem: messageOf(error), isDamaged: false })
      setTimeout(rebuildIndex, retryDelayMs)
    }
  }

  function close(): void {
    clearTimeout(idle)
    indexAll()
    clearTimeout(indexTimer)
    clearImmediate(background)
    index?.close()
    truth.close()
    port?.close()
  }

  port?.on('message', (message: ToStoreThread) => {
    switch (message.kind) {
      case 'batch':
        return write(message)
      case 'index-now':
        return indexAll()
      case 'rebuild-index':
        return rebuildIndex()
      case 'cancel-file-work':
        isCancelled = true
        return
      case 'close':
        return close()
      case 'compact':
      case 'back-up':
        void workOnFile(truth, message, () => onIndex((index) => index.compact())).then(() => idle.refresh())
    }
  })
}

/** Of the work on the file that is under way. */
let isCancelled = false

async function workOnFile(truth: TruthWriter, work: FileWork, compactIndex: () => void): Promise<void> {
  if (work.kind === 'compact') {
    const why = truth.compact()
    if (why === null) compactIndex()
    post(why === null ? { kind: 'file-work', state: 'done' } : { kind: 'file-work', state: 'failed', why })
    return
  }
  isCancelled = false
  try {
    await truth.backUp(work.path, (done, of) => {
      // What is thrown here ends the copy.
      if (isCancelled) throw new Error('The copy was cancelled.')
      post({ kind: 'file-work', state: 'running', done, of })
    })
    post({ kind: 'file-work', state: 'done' })
  } catch (error) {
    if (isCancelled) post({ kind: 'file-work', state: 'cancelled' })
    else post({ kind: 'file-work', state: 'failed', why: writeProblem(error, folder) })
  }
}

function main(): void {
  let truth: TruthWriter | undefined
  try {
    truth = openTruthWriter(folder)
    const index = openIndexWriter(truth)
    serve(truth, index)
    const [counters, lastId, lastReceivedAt] = [truth.counters(), truth.lastId(), truth.lastReceivedAt()]
    post({ kind: 'ready', ready: { counters, lastId, lastReceivedAt, pending: index.pending() } })
  } catch (error) {
    truth?.close()
    post({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
