import { packArena, type Arena } from './arena.ts'
import type { Batch, BatchOutcome, BatchTimes, Operation } from './messages.ts'
import { StoreUnavailable, type NewDelivery } from './types.ts'

/** A batch ends here even when more is waiting, so that one transaction stays small. */
const batchLimit = { deliveries: 1000, bytes: 8 * 1024 * 1024 }

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: Error): void
}

export interface BatchQueue {
  append(delivery: NewDelivery): Promise<string>
  /** Resolves with the id of a row that the operation created, or null. */
  operate(operation: Operation): Promise<number | null>
  /** What the writer said of the batch in flight. */
  settle(outcome: BatchOutcome): void
  /** Writes the times that are known, when nothing else is going on. */
  writeTimes(): void
  /** Nobody writes any more: everything is refused with this sentence from now on. */
  stop(problem: string): void
  /** Everything handed in so far is kept or lost. */
  drained(): Promise<void>
}

/** What the queue needs from its surroundings. */
export interface BatchQueueHost {
  send(batch: Batch, transfer: ArrayBuffer[]): void
  /** Times of earlier batches, to be written with this one; `all` when nothing else is going on. */
  takeTimes(all: boolean): BatchTimes[]
  /** Called for each outcome, before the promises of its deliveries settle. */
  onKept(firstId: number, deliveries: readonly NewDelivery[]): void
  onLost(problem: string): void
}

/**
 * Natural batches: while one batch is written and synced, the next one gathers. No timer, no window.
 * Costs the calling thread one copy of each delivery and one message a batch; it never touches the disk.
 */
export function createBatchQueue(host: BatchQueueHost): BatchQueue {
  let deliveries: Waiting<NewDelivery, string>[] = []
  let operations: Waiting<Operation, number | null>[] = []
  let inFlight: { deliveries: typeof deliveries; operations: typeof operations } | null = null
  let scheduled = false
  let onDrained: (() => void)[] = []
  let stopped: string | null = null

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
      for (const tell of onDrained) tell()
      onDrained = []
      return
    }
    const taken = takeDeliveries(deliveries)
    deliveries = deliveries.slice(taken.length)
    inFlight = { deliveries: taken, operations }
    operations = []
    if (stopped !== null) {
      settle({ kind: 'lost', problem: stopped })
      return
    }
    host.send(...batchOf(inFlight.deliveries, inFlight.operations, host.takeTimes(false)))
  }

  function settle(outcome: BatchOutcome): void {
    const settled = inFlight
    inFlight = null
    if (settled === null) return
    // The next batch goes out first: the writer works while the promises of this one settle.
    sendNext()
    if (outcome.kind === 'lost') {
      host.onLost(outcome.problem)
      const error = new StoreUnavailable(outcome.problem)
      for (const waiting of settled.deliveries) waiting.reject(error)
      for (const waiting of settled.operations) waiting.reject(error)
      return
    }
    host.onKept(
      outcome.firstId,
      settled.deliveries.map((waiting) => waiting.item),
    )
    for (const [index, waiting] of settled.deliveries.entries()) waiting.resolve(String(outcome.firstId + index))
    for (const [index, waiting] of settled.operations.entries()) waiting.resolve(outcome.operationIds[index] ?? null)
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
    stop(problem) {
      stopped = problem
      settle({ kind: 'lost', problem })
    },
    writeTimes() {
      if (inFlight !== null || scheduled) return
      const times = host.takeTimes(true)
      if (times.length === 0) return
      inFlight = { deliveries: [], operations: [] }
      host.send(...batchOf([], [], times))
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained.push(resolve)
        if (inFlight === null) sendNext()
      }),
  }
}

/** As many waiting deliveries, in order, as fit one batch; at least one. */
function takeDeliveries<Item extends { item: NewDelivery }>(waiting: Item[]): Item[] {
  let bytes = 0
  const end = waiting.findIndex((entry, index) => {
    bytes += entry.item.request.body.length
    return index > 0 && (index >= batchLimit.deliveries || bytes > batchLimit.bytes)
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}

function batchOf(
  deliveries: readonly { item: NewDelivery }[],
  operations: readonly { item: Operation }[],
  times: BatchTimes[],
): [Batch, ArrayBuffer[]] {
  const verdicts: Record<string, number> = {}
  for (const { item } of deliveries) verdicts[item.verdict] = (verdicts[item.verdict] ?? 0) + 1
  const arena: Arena | null = deliveries.length === 0 ? null : packArena(deliveries.map(({ item }) => item))
  const transfer = arena === null ? [] : [arena.bytes.buffer, arena.lengths.buffer]
  for (const entry of times) transfer.push(entry.answeredAfter.buffer)
  return [{ kind: 'batch', arena, verdicts, operations: operations.map(({ item }) => item), times }, transfer]
}
