import type { StoreProblem, StoreRefusal } from '../../shared/codes/store.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import { createListeners } from '../../shared/basics/listeners.ts'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { DeliverySummary } from '../../shared/model.ts'
import { createAnswerTimes, type AnswerTimes } from './answerTimes.ts'
import { sharedArenaSpace } from './arena.ts'
import { addCounters, type Counters, countersOf } from './counters.ts'
import { createBatchQueue, type BatchQueue } from './batchQueue.ts'
import type { FromIndex, FromWriter, Operation, WriterReady } from './messages.ts'
import { createQueryClient, type QueryClient } from './queryClient.ts'
import { createDeletions, type DeletionsOptions } from './deletions.ts'
import { createFileWorker, fileCalls, type FileWorker } from './fileWorker.ts'
import { createGivingBack, createPace, createRemovalRuns } from './givingBack.ts'
import { createRetaining } from './retaining.ts'
import { createRemovals } from './removals.ts'
import { createRecentActivity } from './recentActivity.ts'
import type { SharedProgress } from './sharedProgress.ts'
import { createStoreHealth } from './storeHealth.ts'
import { type DeliveryFacts, type Store, type StoredDelivery, StoreUnavailable } from './types.ts'

/** When nothing more comes, the times of the last answers are written after so long, ms. */
const restMs = 300
/** Nobody said whether they want news from the index: it begins anyway after so long, ms. */
const beginMs = 200

export interface StoreParts {
  now: () => number
  undoMs: number
  log: ((level: 'debug' | 'info' | 'warn' | 'error', message: string) => void) | undefined
  progress: SharedProgress
  writer: Worker
  /** What was stored when the writer opened its file. */
  ready: WriterReady
  index: Worker
  reader: Worker
  /** Releases the folder. */
  release(): void
}

/** The store over three threads that have opened their files. Nothing here touches the disk. */
export function storeOverThreads(parts: StoreParts): Store {
  const { now, progress } = parts
  const times = createAnswerTimes()
  const queries = createQueryClient(parts.reader)
  let { counters } = parts.ready
  const activity = createRecentActivity(now, parts.ready.lastReceivedAt)
  const news = indexNews(parts)
  const health = createStoreHealth(() => void queue.operate({ kind: 'probe' }).catch(() => undefined))
  const queue = createBatchQueue({
    send: (batch, transfer) => parts.writer.postMessage(batch, transfer),
    space: sharedArenaSpace(),
    takeTimes: times.take,
    onKept(firstId, deliveries, recounted) {
      times.committed(firstId, deliveries.length, now())
      counters = recounted ?? addCounters(counters, countersOf(deliveries))
      const newest = deliveries.at(-1)
      if (newest !== undefined) activity.note(deliveries.length, newest.request.receivedAt)
      news.begin()
      rest.refresh()
      health.kept()
    },
    onLost: health.lost,
  })
  const rest = setTimeout(() => queue.writeTimes(), restMs).unref()
  const files = createFileWorker((work) => parts.writer.postMessage(work))
  watchThreads(parts, queue, queries, files, health.lost)

  let closed: Promise<void> | undefined
  const assertOpen = (): void => {
    if (closed !== undefined) throw new StoreUnavailable(closing)
  }
  const operate = async (operation: Operation): Promise<number | null> => {
    assertOpen()
    return queue.operate(operation)
  }
  const newest = (): number => progress.number('committed')
  const removals = startRemovals({ ...parts, operate, queries, newest, assertOpen })

  return {
    caughtUp: async () => {
      await operate({ kind: 'probe' })
    },
    append: (delivery) =>
      closed === undefined ? queue.append(delivery) : Promise.reject(new StoreUnavailable(closing)),
    noteAnswered: (id, answeredAt) => times.answered(Number(id), answeredAt),
    ...recordCalls(operate, queries),
    ...listCalls(queries),
    get: async (id) => withTimes(times, await queries.ask('get', id)),
    facts: async (ids) => factsWithTimes(times, await queries.ask('facts', ids)),
    body: (id, start, end) => queries.ask('body', id, start, end),
    counts: () => Promise.resolve(totalOf(counters)),
    activity: activity.view,
    indexBehind: () =>
      Math.max(0, progress.number('committed') - progress.number('indexed')) +
      Math.max(0, progress.number('verdictChanges') - progress.number('verdictsTaken')),
    health: health.health,
    unproven: (after, secretIds, count) => queries.ask('unproven', after, secretIds, count),
    putVerdicts: async (changes) => {
      if (changes.length === 0) return
      await operate({ kind: 'put-verdicts', changes })
    },
    ...removals.calls,
    space: () => queries.ask('space', now()),
    ...fileCalls(files, progress, assertOpen),
    onIndexed: news.onIndexed,
    onVerdicts: news.onVerdicts,
    onFirsts: news.onFirsts,
    onHealth: health.onHealth,
    close() {
      closed ??= close(parts, queue, () => {
        clearTimeout(rest)
        health.stop()
        news.stop()
        removals.stop()
      })
      return closed
    },
  }
}

/** Lists, and what is measured over them. */
function listCalls(queries: QueryClient) {
  return {
    list: (query) => queries.ask('list', query),
    deliveriesOf: (...key) => queries.ask('deliveriesOf', ...key),
    deliveriesCarrying: (...key) => queries.ask('deliveriesCarrying', ...key),
    latency: (query) => queries.ask('latency', query),
    rate: (query) => queries.ask('rate', query),
    lastArrivals: () => queries.ask('lastArrivals'),
    senderClock: (environmentId) => queries.ask('senderClock', environmentId),
    objects: (query) => queries.ask('objects', query),
    object: (...key) => queries.ask('object', ...key),
  } satisfies Partial<Store>
}

/** What removes deliveries, taken up where the last process left it. */
function startRemovals(given: Omit<DeletionsOptions, 'inRun'> & Pick<StoreParts, 'progress'>) {
  const background = createQueue()
  const paced = createPace(given.newest)
  // One step in a batch at most: more would hold up the deliveries that are in it.
  const operate: DeletionsOptions['operate'] = async (operation) => {
    if (operation.kind !== 'remove-deliveries' && operation.kind !== 'give-back') return given.operate(operation)
    const result = await background(async () => paced(async () => given.operate(operation)))
    if (operation.kind === 'remove-deliveries') givingBack.soon()
    return result
  }
  const givingBack = createGivingBack(operate, given.log)
  const options = { ...given, operate, inRun: createRemovalRuns(given.progress) }
  const removals = createRemovals(options)
  const deletions = createDeletions(options)
  const retaining = createRetaining(options)
  givingBack.soon()
  forgetTaken(given)
  removals.resume()
  deletions.resume()
  return {
    calls: {
      removeDeliveries: removals.remove,
      hideDeliveries: deletions.hide,
      undoDeletion: deletions.undo,
      deletions: deletions.waiting,
      onDeletion: deletions.onNews,
      ...retaining,
    } satisfies Partial<Store>,
    stop: deletions.stop,
  }
}

/** What the index has taken in at the start is on disk there, so nothing of it is needed again. */
function forgetTaken({ operate, queries, now, log }: Omit<DeletionsOptions, 'inRun'>): void {
  queries
    .ask('space', now())
    .then(async ({ removalsTaken: upTo }) => (upTo > 0 ? operate({ kind: 'forget-removals', upTo }) : null))
    .catch((error: unknown) => log?.('warn', `Notes of removals are dropped at the next start: ${String(error)}`))
}

const closing: StoreRefusal = { code: 'closing', fields: {} }

/** Documents, attempts and follow-ups: written in the same batches as deliveries, read by the reader. */
function recordCalls(operate: (operation: Operation) => Promise<number | null>, queries: QueryClient) {
  return {
    async putDocument(collection: string, id: string, document: unknown) {
      await operate({ kind: 'put-document', collection, id, json: JSON.stringify(document) })
    },
    async removeDocument(collection: string, id: string) {
      await operate({ kind: 'remove-document', collection, id })
    },
    documents: async <T>(collection: string) =>
      (await queries.ask('documents', collection)) as { id: string; document: T }[],
    async noteAnswer(answer) {
      await operate({ kind: 'note-answer', answer })
    },
    addAttempt: async (attempt, forward) => String(await operate({ kind: 'add-attempt', attempt, forward })),
    attempts: (deliveryId) => queries.ask('attempts', deliveryId),
    snapshots: (...key) => queries.ask('snapshots', ...key),
    async putFollowUp(record) {
      await operate({ kind: 'put-follow-up', record })
    },
    followUpOf: (...key) => queries.ask('followUpOf', ...key),
    waitingFollowUps: (...key) => queries.ask('waitingFollowUps', ...key),
    followUpsWithoutCredentials: (...key) => queries.ask('followUpsWithoutCredentials', ...key),
    async putFollowUpCursor(cursor) {
      await operate({ kind: 'put-follow-up-cursor', cursor })
    },
    followUpCursors: () => queries.ask('followUpCursors'),
    toFollow: (...key) => queries.ask('toFollow', ...key),
    async putForward(row) {
      await operate({ kind: 'put-forward', row })
    },
    async putForwardProgress(row) {
      await operate({ kind: 'put-forward-progress', ...row })
    },
    forwardProgress: () => queries.ask('forwardProgress'),
    async forgetForwardRule(ruleId) {
      await operate({ kind: 'forget-forward-rule', ruleId })
    },
    toForward: (query) => queries.ask('toForward', query),
    waitingForwards: (...asked) => queries.ask('waitingForwards', ...asked),
    forwardOf: (deliveryId) => queries.ask('forwardOf', deliveryId),
    firstSince: (...key) => queries.ask('firstSince', ...key),
    followUpCounts: () => queries.ask('followUpCounts'),
    async annotate(change) {
      await operate({ kind: 'annotate', change })
    },
  } satisfies Partial<Store>
}

/** A delivery as stored, with the times that are known here but not written yet. */
function withTimes(times: AnswerTimes, delivery: StoredDelivery | null): StoredDelivery | null {
  const known = delivery === null ? null : times.of(Number(delivery.id))
  if (delivery === null || known === null) return delivery
  return delivery.ending === null ? { ...delivery, ...known } : { ...delivery, committedAt: known.committedAt }
}

function factsWithTimes(times: AnswerTimes, found: (DeliveryFacts | null)[]): (DeliveryFacts | null)[] {
  return found.map((facts) => {
    const stored = withTimes(times, facts?.stored ?? null)
    return facts === null || stored === null ? null : { ...facts, stored, before: withTimes(times, facts.before) }
  })
}

/** Passes on what the index reports, and lets it begin once every listener had a chance to subscribe. */
function indexNews({ index, progress, log }: StoreParts) {
  const listeners = createListeners<[batch: DeliverySummary[]]>()
  const verdictListeners = createListeners<[batch: DeliverySummary[]]>()
  const firstListeners = createListeners<[batch: DeliverySummary[]]>()
  const begin = (): void => {
    if (progress.is('begun')) return
    progress.set('begun', true)
    progress.wake()
  }
  function listen(to: typeof listeners, listener: (batch: DeliverySummary[]) => void): () => void {
    const stop = to.add(listener)
    progress.set('listening', true)
    begin()
    return () => {
      stop()
      progress.set('listening', listeners.size + verdictListeners.size + firstListeners.size > 0)
    }
  }
  const timer = setTimeout(begin, beginMs)
  index.on('message', (message: FromIndex) => {
    if (message.kind === 'indexed') listeners.call(message.summaries)
    else if (message.kind === 'verdicts') verdictListeners.call(message.summaries)
    else if (message.kind === 'firsts') firstListeners.call(message.summaries)
    else log?.('warn', `The search index could not be brought up to date and is tried again: ${message.problem}`)
  })
  return {
    begin,
    onIndexed: (listener: (batch: DeliverySummary[]) => void) => listen(listeners, listener),
    onFirsts: (listener: (batch: DeliverySummary[]) => void) => listen(firstListeners, listener),
    onVerdicts: (listener: (batch: DeliverySummary[]) => void) => listen(verdictListeners, listener),
    stop: () => clearTimeout(timer),
  }
}

function watchThreads(
  { writer, reader, index, log }: StoreParts,
  queue: BatchQueue,
  queries: QueryClient,
  files: FileWorker,
  lost: (why: StoreProblem) => void,
): void {
  writer.on('message', (message: FromWriter) => {
    if (message.kind === 'file-work') files.take(message)
    else queue.settle(message)
  })
  writer.on('error', (error) => {
    log?.('error', `The thread that writes deliveries ended: ${error.message}`)
    const why: StoreProblem = { code: 'writer-ended', fields: {} }
    queue.stop(why)
    files.fail(new StoreUnavailable(why))
    lost(why)
  })
  reader.on('error', (error) => {
    log?.('error', `The thread that reads deliveries ended: ${error.message}`)
    queries.fail({ code: 'reader-ended', fields: {} })
  })
  index.on('error', (error) => log?.('error', `The thread that indexes deliveries ended: ${error.message}`))
}

/** The writer goes last: closing the last connection moves the whole log into the database. */
async function close(parts: StoreParts, queue: BatchQueue, stopTimers: () => void): Promise<void> {
  stopTimers()
  await queue.drained()
  queue.writeTimes()
  await queue.drained()
  const { progress, index, reader, writer } = parts
  await ended(reader, 'close')
  progress.set('closing', true)
  progress.wake()
  await ended(index, null)
  await ended(writer, { kind: 'close' })
  parts.release()
}

async function ended(worker: Worker, farewell: unknown): Promise<void> {
  // A thread that ended on its own has no id any more, and says no second time that it did.
  if (worker.threadId === -1) return
  const exit = once(worker, 'exit')
  if (farewell !== null) worker.postMessage(farewell)
  await exit
}

function totalOf(counters: Counters): { deliveries: number } & Counters {
  let deliveries = 0
  for (const count of Object.values(counters.byVerdict)) deliveries += count
  return { deliveries, ...counters }
}
