/**
 * Entry of the store thread, the only writer of deliveries.db and index.db. One turn: write a batch and sync it, report it
 * durable, then bring the index in line. It waits for the disk, so that the thread that serves requests never does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openProblem, writeProblem } from '../schema/sqliteProblem.ts'
import { openTruthWriter, type TruthWriter } from '../write/truthWriter.ts'
import { type IndexTurns, openIndexTurns } from './indexTurns.ts'
import type { FileWork, FromStoreThread, Opening, StoreReady, ToStoreThread } from './messages.ts'

const { folder } = workerData as { folder: string }
const port = parentPort

/** After this time without a batch, ms, the write-ahead logs are truncated. */
const idleMs = 500

function post(message: FromStoreThread | Opening<StoreReady>): void {
  port?.postMessage(message)
}

function serve(truth: TruthWriter, index: IndexTurns): void {
  const idle = setTimeout(() => {
    // A reader still uses a log: retry at the next idle moment.
    if (!index.rest() || !truth.truncateWal()) idle.refresh()
  }, idleMs)

  port?.on('message', (message: ToStoreThread) => {
    switch (message.kind) {
      case 'batch': {
        const outcome = truth.write(message)
        post(outcome)
        if (outcome.kind === 'lost') return
        idle.refresh()
        index.take(message)
        return
      }
      case 'index-now':
        index.indexAll()
        return
      case 'rebuild-index':
        index.rebuild()
        return
      case 'cancel-file-work':
        isCancelled = true
        return
      case 'close':
        clearTimeout(idle)
        index.close()
        truth.close()
        port.close()
        return
      case 'compact':
      case 'back-up':
        void workOnFile(truth, message, index.compact).then(() => idle.refresh())
    }
  })
}

/** Whether the copy that is under way was cancelled. */
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
      // Throwing here ends the copy.
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
    const index = openIndexTurns(folder, truth, post)
    serve(truth, index)
    const [counters, lastId, lastReceivedAt] = [truth.counters(), truth.lastId(), truth.lastReceivedAt()]
    post({ kind: 'ready', ready: { counters, lastId, lastReceivedAt, pending: index.pending() } })
  } catch (error) {
    truth?.close()
    post({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
