import type { StoreProblem } from '../../../shared/codes/store.ts'
import { arenaTransfer, packArena, type ArenaSpace } from '../write/arena.ts'
import { type Counters, countersOf } from '../write/counters.ts'
import type { Batch, BatchOutcome, BatchTimes, Operation, OperationAnswer } from '../write/operations.ts'
import { StoreUnavailable } from '../records/failures.ts'
import type { NewDelivery } from '../records/deliveries.ts'

/** A batch ends here even when more is waiting, so that one transaction stays small. */
const batchLimit = { deliveries: 1000, operations: 500, bytes: 8 * 1024 * 1024 }

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: Error): void
}

interface InFlight {
  deliveries: Waiting<NewDelivery, string>[]
  operations: Waiting<Operation, OperationAnswer>[]
}

export interface BatchQueue {
  append(delivery: NewDelivery): Promise<string>
  /** Resolves with the writer's answer. */
  operate(operation: Operation): Promise<OperationAnswer>
  /** Settles the batch in flight. */
  settle(outcome: BatchOutcome): void
  /** Writes the times that are known, when nothing else is going on. */
  writeTimes(): void
  /** The writer ended: everything is refused with this reason from now on. */
  stop(why: StoreProblem): void
  /** Resolves when everything that was added before is kept or lost. */
  drained(): Promise<void>
}

/** Dependencies of the queue. */
export interface BatchQueueHost {
  send(batch: Batch, transfer: ArrayBuffer[]): void
  /** Memory that the writer sees too, or null to hand over memory of its own with each batch. */
  space: ArenaSpace | null
  /** Times of earlier batches, to be written with this one; `all` when nothing else is going on. */
  takeTimes(all: boolean): BatchTimes[]
  /** Called for each outcome, before the promises of its deliveries settle. */
  onKept(firstId: number, deliveries: readonly NewDelivery[], counters: Counters | null): void
  onLost(why: StoreProblem): void
}

/**
 * Natural batches: while one batch is written and synced, the next one gathers. No timer, no window.
 * Costs the calling thread one copy of each delivery and one message a batch; it never touches the disk.
 */
export function createBatchQueue(host: BatchQueueHost): BatchQueue {
  let deliveries: Waiting<NewDelivery, string>[] = []
  let operations: Waiting<Operation, OperationAnswer>[] = []
  let inFlight: InFlight | null = null
  let scheduled = false
  let onDrained: (() => void)[] = []
  let stopped: StoreProblem | null = null

  /** The end of this turn of the event loop: what arrived in the same turn goes into the same batch. */
  function schedule(): void {
    if (scheduled || inFlight !== null) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      sendNext()
    })
  }

  function sendNext(): void {
    if (inFlight !== null) return
    if (deliveries.length === 0 && operations.length === 0) {
      for (const resolve of onDrained) resolve()
      onDrained = []
      return
    }
    inFlight = {
      deliveries: nextBatch(deliveries, batchLimit.deliveries, ({ request }) => request.body.length),
      operations: nextBatch(operations, batchLimit.operations, bytesOf),
    }
    deliveries = deliveries.slice(inFlight.deliveries.length)
    operations = operations.slice(inFlight.operations.length)
    if (stopped !== null) {
      settle({ kind: 'lost', why: stopped })
      return
    }
    host.send(...batchOf(inFlight, host.takeTimes(false), host.space))
  }

  function settle(outcome: BatchOutcome): void {
    const settled = inFlight
    inFlight = null
    if (settled === null) return
    // The next batch goes out first: the writer works while the promises of this one settle.
    sendNext()
    tellHost(host, settled, outcome)
    settlePromises(settled, outcome)
  }

  return {
    append: (item) =>
      new Promise((resolve, reject) => {
        deliveries.push({ item, resolve, reject })
        schedule()
      }),
    operate: (item) =>
      new Promise((resolve, reject) => {
        operations.push({ item, resolve, reject })
        schedule()
      }),
    settle,
    stop(why) {
      stopped = why
      settle({ kind: 'lost', why })
    },
    writeTimes() {
      if (inFlight !== null || scheduled) return
      const times = host.takeTimes(true)
      if (times.length === 0) return
      inFlight = { deliveries: [], operations: [] }
      host.send(...batchOf(inFlight, times, host.space))
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained.push(resolve)
        if (inFlight === null) sendNext()
      }),
  }
}

/** As many of those that wait, in order, as fit one batch; at least one. */
function nextBatch<Item, Result>(
  waiting: Waiting<Item, Result>[],
  maxDeliveries: number,
  sizeOf: (item: Item) => number,
): Waiting<Item, Result>[] {
  let bytes = 0
  const end = waiting.findIndex(({ item }, index) => {
    bytes += sizeOf(item)
    return index > 0 && (index >= maxDeliveries || bytes > batchLimit.bytes)
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}

function bytesOf(operation: Operation): number {
  if (operation.kind === 'add-attempt') return operation.attempt.body?.length ?? 0
  if (operation.kind === 'add-jobs') return operation.jobs.length * 200
  return operation.kind === 'put-document' ? operation.json.length : 0
}

function batchOf(inFlight: InFlight, times: BatchTimes[], space: ArenaSpace | null): [Batch, ArrayBuffer[]] {
  const deliveries = inFlight.deliveries.map(({ item }) => item)
  const arena = deliveries.length === 0 ? null : packArena(deliveries, space)
  const transfer = arena === null ? [] : arenaTransfer(arena)
  for (const entry of times) transfer.push(entry.answeredAfter.buffer)
  const operations = inFlight.operations.map(({ item }) => item)
  return [{ kind: 'batch', arena, counters: countersOf(deliveries), operations, times }, transfer]
}

function tellHost(host: BatchQueueHost, { deliveries }: InFlight, outcome: BatchOutcome): void {
  if (outcome.kind === 'lost') host.onLost(outcome.why)
  else {
    host.onKept(
      outcome.firstId,
      deliveries.map((waiting) => waiting.item),
      outcome.counters,
    )
  }
}

function settlePromises({ deliveries, operations }: InFlight, outcome: BatchOutcome): void {
  if (outcome.kind === 'lost') {
    const error = new StoreUnavailable(outcome.why)
    for (const waiting of deliveries) waiting.reject(error)
    for (const waiting of operations) waiting.reject(error)
    return
  }
  for (const [index, waiting] of deliveries.entries()) waiting.resolve(String(outcome.firstId + index))
  for (const [index, waiting] of operations.entries()) waiting.resolve(outcome.answers[index] ?? null)
}
