import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createQueue } from '../../shared/basics/queues.ts'
import type { StoreProblem, StoreRefusal } from '../../shared/codes/store.ts'
import { afterDamage, storeSentence } from '../../shared/words/store.ts'
import { createDeletions, type DeletionsOptions } from './delete/deletions.ts'
import { createRemovals } from './delete/removals.ts'
import { createRetaining } from './delete/retaining.ts'
import { createBatchQueue, type BatchQueue } from './threads/batchQueue.ts'
import { createIndexState, type IndexState } from './threads/indexState.ts'
import type { FromStoreThread, StoreReady, ToReaderThread, ToStoreThread } from './threads/messages.ts'
import { jobCalls } from './threads/jobCalls.ts'
import { createQueryClient, type QueryClient } from './threads/queryClient.ts'
import { createRebuild } from './threads/rebuildIndex.ts'
import { createRecentActivity } from './threads/recentActivity.ts'
import { createStoreHealth } from './threads/storeHealth.ts'
import { listCalls, recordCalls } from './storeCalls.ts'
import type { Store } from './store.ts'
import { StoreUnavailable } from './records/failures.ts'
import { createAnswerTimes, factsWithTimes, withTimes } from './write/answerTimes.ts'
import { sharedArenaSpace } from './write/arena.ts'
import { addCounters, type Counters, countersOf } from './write/counters.ts'
import type { Operation, OperationAnswer } from './write/operations.ts'

/** When no batch follows, the times of the last answers are written after this time, ms. */
const timesDelayMs = 300

export interface StoreParts {
  now: () => number
  undoMs: number
  log: ((level: 'debug' | 'info' | 'warn' | 'error', message: string) => void) | undefined
  /** Both have opened their files. */
  storeThread: Worker
  ready: StoreReady
  readerThread: Worker
  /** Releases the folder. */
  release(): void
}

/** The store over its two threads. Nothing here touches the disk. */
export function createStore(parts: StoreParts): Store {
  const { now, ready, log } = parts
  const post = (message: ToStoreThread, transfer: ArrayBuffer[] = []): void =>
    parts.storeThread.postMessage(message, transfer)
  const times = createAnswerTimes()
  let { counters, lastId } = ready
  const activity = createRecentActivity(now, ready.lastReceivedAt)
  const index = createIndexState(post, ready.pending, log)
  const rebuild = createRebuild(post, () => queries)
  const queries = createQueryClient(parts.readerThread, rebuild.run)
  const indexed = onceIndexed(queries, index)
  const health = createStoreHealth(() => void queue.operate({ kind: 'probe' }).catch(() => undefined))
  const queue = createBatchQueue({
    send: post,
    space: sharedArenaSpace(),
    takeTimes: times.take,
    onKept(firstId, deliveries, recounted) {
      times.committed(firstId, deliveries.length, now())
      counters = recounted ?? addCounters(counters, countersOf(deliveries))
      lastId = Math.max(lastId, firstId + deliveries.length - 1)
      const newest = deliveries.at(-1)
      if (newest !== undefined) activity.note(deliveries.length, newest.request.receivedAt)
      writeTimes.refresh()
      health.kept()
    },
    onLost: health.lost,
  })
  const writeTimes = setTimeout(() => queue.writeTimes(), timesDelayMs).unref()
  let closed: Promise<void> | undefined
  const assertOpen = (): void => {
    if (closed !== undefined) throw new StoreUnavailable(closing)
  }
  const compaction = createCompaction(() => post({ kind: 'compact' }), assertOpen)
  watchThreads(parts, { queue, queries, compaction, index, rebuild, lost: health.lost })

  const ask = async (operation: Operation): Promise<OperationAnswer> => {
    assertOpen()
    return queue.operate(operation)
  }
  const operate = async (operation: Operation): Promise<number | null> => (await ask(operation)) as number | null
  const removals = startRemovals({ ...parts, operate, queries: indexed, newest: () => lastId, assertOpen })

  return {
    caughtUp: async () => {
      await operate({ kind: 'probe' })
    },
    append: (delivery) =>
      closed === undefined ? queue.append(delivery) : Promise.reject(new StoreUnavailable(closing)),
    noteAnswered: (id, answeredAt) => times.answered(Number(id), answeredAt),
    ...recordCalls(operate, queries, indexed),
    ...jobCalls(ask, queries, indexed),
    ...listCalls(indexed),
    get: async (id) => withTimes(times, await queries.ask('get', id)),
    facts: async (ids) => factsWithTimes(times, await indexed.ask('facts', ids)),
    body: (id, start, end) => queries.ask('body', id, start, end),
    counts: () => Promise.resolve(totalOf(counters)),
    activity: activity.view,
    unindexed: index.pending,
    health: health.health,
    unproven: (after, secretIds, count) => queries.ask('unproven', after, secretIds, count),
    putVerdicts: async (changes) => {
      if (changes.length === 0) return
      await operate({ kind: 'put-verdicts', changes })
    },
    ...removals.calls,
    space: () => indexed.ask('space', now()),
    compact: compaction.run,
    ...indexCalls(index, (message) => void (closed === undefined && post(message))),
    onHealth: health.onHealth,
    close() {
      closed ??= close(parts, { queue, queries }, () => {
        clearTimeout(writeTimes)
        health.stop()
        removals.stop()
        index.stop()
      })
      return closed
    },
  }
}

/** Listeners of the index, and what it is given. */
function indexCalls(index: IndexState, post: (message: ToStoreThread) => void) {
  return {
    putContractMarks: (given) => post({ kind: 'contract-marks', given }),
    onIndexed: index.onAdded,
    onVerdicts: index.onChanged,
    onFirsts: index.onReplaced,
    onRebuilt: index.onRebuilt,
  } satisfies Partial<Store>
}

/** Asks once everything that was kept before is indexed. */
function onceIndexed(queries: QueryClient, index: IndexState): Pick<QueryClient, 'ask'> {
  return {
    ask: async (...question) => {
      await index.upToDate()
      return queries.ask(...question)
    },
  }
}

/** Starts deletions, removals and retention, and resumes those that the last process left unfinished. */
function startRemovals(given: DeletionsOptions) {
  const background = createQueue()
  // One step in a batch at most: more would hold up the deliveries that are in it.
  const operate: DeletionsOptions['operate'] = async (operation) =>
    operation.kind === 'remove-deliveries' ? background(async () => given.operate(operation)) : given.operate(operation)
  const options = { ...given, operate }
  const removals = createRemovals(options)
  const deletions = createDeletions(options)
  const retaining = createRetaining(options)
  removals.resume()
  deletions.resume()
  return {
    calls: {
      removeDeliveries: removals.remove,
      hideDeliveries: deletions.hide,
      undoDeletion: deletions.undo,
      deletions: deletions.waiting,
      onDeletion: deletions.onEvent,
      ...retaining,
    } satisfies Partial<Store>,
    stop: deletions.stop,
  }
}

const closing: StoreRefusal = { code: 'closing', fields: {} }

function watchThreads(
  { storeThread, readerThread, ready, log }: StoreParts,
  parts: {
    queue: BatchQueue
    queries: QueryClient
    compaction: Compaction
    index: IndexState
    rebuild: ReturnType<typeof createRebuild>
    lost: (why: StoreProblem) => void
  },
): void {
  const { queue, queries, compaction, index, rebuild, lost } = parts
  for (const id of ready.unreadable) warnUnreadable(id, log)
  storeThread.on('message', (message: FromStoreThread) => {
    switch (message.kind) {
      case 'kept':
        index.kept()
        queue.settle(message)
        return
      case 'lost':
        queue.settle(message)
        return
      case 'compacted':
        compaction.ended(message.why)
        return
      case 'index-problem':
        if (message.isDamaged) void rebuild.run()
        break
      case 'index-rebuilt':
        rebuild.rebuilt()
        break
      case 'rebuild-failed':
        log?.('warn', storeSentence(message.why))
        rebuild.failed(message.why)
        break
      case 'unreadable':
        warnUnreadable(message.id, log)
        return
      case 'indexed':
    }
    index.take(message)
  })
  storeThread.on('error', (error) => {
    log?.('error', `The thread that writes deliveries ended: ${error.message}`)
    const why: StoreProblem = { code: 'writer-ended', fields: {} }
    queue.stop(why)
    compaction.ended(why)
    index.stop()
    lost(why)
  })
  readerThread.on('error', (error) => {
    log?.('error', `The thread that reads deliveries ended: ${error.message}`)
    queries.fail({ code: 'reader-ended', fields: {} })
  })
}

function warnUnreadable(id: number, log: StoreParts['log']): void {
  log?.('warn', `Delivery ${id} cannot be read, so no list shows it: deliveries.db is damaged. ${afterDamage}`)
}

/** The store thread goes last: closing the last connection moves the whole write-ahead log into the database. */
async function close(
  parts: StoreParts,
  { queue, queries }: { queue: BatchQueue; queries: QueryClient },
  stopTimers: () => void,
): Promise<void> {
  stopTimers()
  await queue.drained()
  queue.writeTimes()
  await queue.drained()
  await ended(parts.readerThread, 'close' satisfies ToReaderThread)
  queries.fail(closing)
  await ended(parts.storeThread, { kind: 'close' } satisfies ToStoreThread)
  parts.release()
}

async function ended(worker: Worker, farewell: unknown): Promise<void> {
  // A thread that ended on its own has no id any more, and says no second time that it did.
  if (worker.threadId === -1) return
  const exit = once(worker, 'exit')
  worker.postMessage(farewell)
  await exit
}

function totalOf(counters: Counters): { deliveries: number } & Counters {
  let deliveries = 0
  for (const count of Object.values(counters.byVerdict)) deliveries += count
  return { deliveries, ...counters }
}

/** Asks the store thread to rewrite the files, one time after the other. */
interface Compaction {
  /** Rejects with StoreUnavailable. */
  run(): Promise<void>
  /** Settles the compaction that is under way: it ended, or its thread did. */
  ended(why: StoreProblem | null): void
}

/** @param ask sends the request to the store thread, @param assertOpen throws StoreUnavailable once the store is closed */
function createCompaction(ask: () => void, assertOpen: () => void): Compaction {
  const inTurn = createQueue()
  let settle: (why: StoreProblem | null) => void = () => undefined
  return {
    run: () =>
      inTurn(async () => {
        assertOpen()
        const ended = Promise.withResolvers<StoreProblem | null>()
        settle = ended.resolve
        ask()
        const why = await ended.promise
        if (why !== null) throw new StoreUnavailable(why)
      }),
    ended: (why) => settle(why),
  }
}
