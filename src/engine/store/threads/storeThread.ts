/**
 * Entry of the store thread, the only writer of deliveries.db and index.db. One turn: write a batch and sync it, report it
 * durable, then bring the index in line. It waits for the disk, so that the thread that serves requests never does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openProblem } from '../schema/sqliteProblem.ts'
import { openTruthWriter, type TruthWriter } from '../write/truthWriter.ts'
import { type IndexTurns, openIndexTurns } from './indexTurns.ts'
import type { FromStoreThread, Opening, StoreReady, ToStoreThread } from './messages.ts'

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
      case 'contract-marks':
        index.mark(message.given)
        return
      case 'rebuild-index':
        index.rebuild()
        return
      case 'close':
        clearTimeout(idle)
        index.close()
        truth.close()
        port.close()
        return
      case 'compact': {
        const why = truth.compact()
        if (why === null) index.compact()
        post({ kind: 'compacted', why })
        idle.refresh()
      }
    }
  })
}

function main(): void {
  let truth: TruthWriter | undefined
  try {
    truth = openTruthWriter(folder)
    const index = openIndexTurns(folder, truth, post)
    serve(truth, index)
    const [counters, lastId, lastReceivedAt] = [truth.counters(), truth.lastId(), truth.lastReceivedAt()]
    const { unreadable } = index
    post({ kind: 'ready', ready: { counters, lastId, lastReceivedAt, pending: index.pending(), unreadable } })
  } catch (error) {
    truth?.close()
    post({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
