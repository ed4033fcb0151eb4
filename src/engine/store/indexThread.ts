/**
 * Entry of the thread that makes deliveries searchable. It works in the background: it lets the writer go first, and
 * what it has not reached yet the reader finds by scanning.
 */
import { setPriority } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { moveLogInBackground } from './checkpointer.ts'
import { createIndexer, type Indexer } from './indexer.ts'
import { createIndexPace } from './indexPace.ts'
import type { FromIndex, Opening } from './messages.ts'
import { openIndex } from './openIndex.ts'
import { openProblem, messageOf } from './sqliteProblem.ts'
import { sharedProgress } from './sharedProgress.ts'

const { folder, memory } = workerData as { folder: string; memory: SharedArrayBuffer }
const progress = sharedProgress(memory)
const pace = createIndexPace(progress)

/** Nothing happened for so long, ms: a good moment to move the log. */
const restMs = 250
/** After a failure (a full disk, say) the next try waits so long, ms. */
const retryMs = 1000

function say(message: FromIndex | Opening<null>): void {
  parentPort?.postMessage(message)
}

function indexStep(indexer: Indexer, newsFrom: number): void {
  pace.beforeStep()
  const { indexed, summaries } = indexer.indexNext(progress.is('listening'))
  progress.setNumber('indexed', indexed)
  const news = summaries.filter((summary) => Number(summary.id) > newsFrom)
  if (news.length > 0) say({ kind: 'indexed', summaries: news })
}

function work(database: DatabaseSync, indexer: Indexer, newsFrom: number): void {
  while (!progress.is('closing')) {
    const seen = progress.changes()
    try {
      moveLogInBackground(database, progress, false)
      if (progress.is('begun') && progress.number('indexed') < progress.number('committed')) {
        indexStep(indexer, newsFrom)
        continue
      }
      progress.waitForChange(seen, restMs)
      if (progress.changes() === seen) moveLogInBackground(database, progress, true)
    } catch (error) {
      say({ kind: 'index-problem', problem: messageOf(error) })
      progress.waitForChange(progress.changes(), retryMs)
    }
  }
}

function main(): void {
  if (process.platform === 'linux') {
    // On Linux a priority belongs to a thread: 0 means the one that calls.
    setPriority(0, 10)
  }
  progress.waitFor('writerReady')
  if (progress.is('closing')) return
  try {
    const { database, indexed, madeAnew } = openIndex(folder)
    progress.setNumber('indexed', indexed)
    // Taken before anybody can append: everything up to here is old.
    const newsFrom = madeAnew ? progress.number('committed') : 0
    const indexer = createIndexer(database, indexed)
    progress.set('indexReady', true)
    progress.wake()
    say({ kind: 'ready', ready: null })
    work(database, indexer, newsFrom)
    database.close()
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
