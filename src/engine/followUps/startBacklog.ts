import type { DeliverySummary } from '../../shared/model.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import { createLaneBook, type Lane } from './laneBook.ts'
import { readDeliveries, readRecords, type ReadTools } from './readWaiting.ts'
import type { RunTools } from './runOnce.ts'
import type { Runs, RunsListener } from './startRuns.ts'

/**
 * Follow-ups pending on disk: per environment, the deliveries after a cursor that have no record, and the pending
 * records. Loads as many as fit into memory, oldest first, alternating between environments.
 */
export interface Backlog extends RunsListener {
  /** Begins to read: first what the last process left. */
  begin(): Promise<void>
  /**
   * A delivery arrived that is to be followed up and needs no record to wait. True when it is to go into memory at once;
   * otherwise it is read when its turn comes.
   */
  takesNow(summary: DeliverySummary): boolean
  /** A record that waits was written: takes it into memory where there is room. */
  takeRecord(target: FollowUpTarget, live: boolean): void
  /** Everything that waits is read once more, such as what could not be kept while the disk was full. */
  readAgain(): void
  stopReading(): Promise<void>
  /** Notes how far every environment has come, so that the next start has less to read. */
  noteAll(): Promise<void>
}

export interface BacklogOptions extends RunTools, Pick<ReadTools, 'deservesFollowUp'> {
  /** See FollowUpsOptions. */
  mostRuns: number
  runs(): Runs
  onProblem(error: unknown): void
}

/** Shares of the in-memory capacity for newly arrived and for backfilled follow-ups. */
const share = { live: 0.4, madeUp: 0.4 }
/** Maximum number of pending retries in memory. */
export const mostLater = (mostRuns: number): number => Math.ceil(mostRuns / 5)
/** Maximum number loaded per environment at once. */
const pageSize = 50
/** Pause of a lane after a failed read, ms. */
const patienceMs = 500
/** No timer is longer, ms. */
const longestWaitMs = 60_000

export function startBacklog(options: BacklogOptions): Backlog {
  const { store, now, onProblem, mostRuns, runs } = options
  const lanes = createLaneBook({ store, now, maxWaitMs: options.rules.longestPause, onProblem })
  const room = (live: boolean) => roomOf(options, live)
  const roomForLater = () => runs().size().later < mostLater(mostRuns)
  const tools: ReadTools = { ...options, lanes, room: () => room(false), roomForLater }
  const pump = startReading(tools, onProblem)

  return {
    begin: async () => {
      const cursors = await store.followUpCursors()
      const { byEnvironment } = await store.counts()
      for (const { environmentId, upTo } of cursors) lanes.laneOf(environmentId, upTo)
      for (const environmentId of Object.keys(byEnvironment)) {
        if (!lanes.has(environmentId)) void lanes.note(lanes.laneOf(environmentId), 0)
      }
      pump.open()
    },
    takesNow: ({ id, environmentId }) => {
      // Until the cursors are loaded, new deliveries are left to be read from disk.
      if (!pump.isOpen()) return false
      const isNew = !lanes.has(environmentId)
      const lane = lanes.laneOf(environmentId)
      if (isNew) void lanes.note(lane, 0)
      const takes = room(true) >= 1
      lane.cursor.arrive(Number(id), takes)
      if (!takes) pump.look()
      return takes
    },
    takeRecord: (target, live) => {
      lanes.settle(target)
      const lane = lanes.laneOf(target.environmentId)
      if (pump.isOpen() && room(live) >= 1 && !lanes.isClosed(lane)) {
        runs().add(target, { live, unchecked: false })
        return
      }
      lanes.wakeAt(lane, 0)
      pump.look()
    },
    onSettled: lanes.settle,
    onGivenBack: lanes.giveBack,
    onLater: ({ environmentId }, dueAt) => {
      lanes.wakeAt(lanes.laneOf(environmentId), dueAt)
      pump.look()
    },
    onHold: (environmentId, ms) => {
      lanes.close(lanes.laneOf(environmentId), ms)
      // Unload follow-ups that would only wait, to make room for others.
      for (const target of runs().clear(environmentId)) lanes.giveBack(target)
      pump.look()
    },
    onLeft: pump.look,
    readAgain: () => {
      for (const lane of lanes.all()) {
        lane.cursor.readAgain()
        lane.recordsDueAt = 0
      }
      pump.look()
    },
    stopReading: pump.close,
    noteAll: async () => void (await Promise.all(lanes.all().map(async (lane) => lanes.note(lane, 1)))),
  }
}

/** How many more may come into memory, of those that have just arrived or of the others. */
function roomOf({ mostRuns, runs }: BacklogOptions, isLive: boolean): number {
  const { live, madeUp, later } = runs().size()
  const own = isLive ? share.live * mostRuns - live : share.madeUp * mostRuns - madeUp
  return Math.min(own, mostRuns - live - madeUp - later)
}

/** Reads as long as there is something to read and room for it, and again at the next moment at which there is. */
function startReading(tools: ReadTools, onProblem: (error: unknown) => void) {
  const { store, lanes, room, runs } = tools
  let open = false
  /** The index has come to everything that was there at the start; what it comes to then is reported. */
  let isIndexed = false
  let reading: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isAsked = false

  /** Each delivery of a batch asks; it is looked once for all that ask in one turn. */
  function ask(): void {
    if (isAsked) return
    isAsked = true
    queueMicrotask(() => {
      isAsked = false
      look()
    })
  }

  function look(): void {
    clearTimeout(timer)
    if (!open || reading !== null || store.health().state !== 'ok') return
    // Reading costs a few queries: it is worth a page, or when nothing else is left to run.
    if (room() < (runs().size().madeUp === 0 ? 1 : pageSize)) return
    const all = lanes.all()
    const ready = all.filter((lane) => lanes.opensIn(lane) <= 0)
    if (ready.length > 0) {
      reading = readNext(ready).finally(() => {
        reading = null
        look()
      })
      return
    }
    const soonest = all.map(lanes.opensIn).reduce((one, other) => Math.min(one, other), Infinity)
    if (soonest !== Infinity) timer = setTimeout(look, Math.min(soonest + 1, longestWaitMs))
  }

  async function readNext(ready: readonly Lane[]): Promise<void> {
    const most = Math.max(1, Math.min(pageSize, Math.floor(room() / ready.length)))
    for (const lane of ready) {
      if (!open || room() < 1) return
      lanes.toEnd(lane)
      try {
        if (lanes.recordsIn(lane) === 0) await readRecords(tools, lane, most)
        isIndexed ||= store.unindexed() === 0
        if (lane.cursor.isBehind()) await readDeliveries(tools, lane, most, isIndexed)
      } catch (error) {
        onProblem(error)
        lanes.wakeAt(lane, 0)
        lanes.close(lane, patienceMs)
      }
    }
  }

  return {
    look: ask,
    isOpen: () => open,
    open: () => {
      open = true
      look()
    },
    close: async () => {
      open = false
      clearTimeout(timer)
      await reading
    },
  }
}
