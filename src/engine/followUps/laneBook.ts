import { dueIn } from '../../shared/basics/timers.ts'
import type { Store } from '../store/store.ts'
import { createCursor, type Cursor } from './createCursor.ts'
import type { FollowUpTarget } from './followUpTarget.ts'

/** Follow-ups of one environment that are pending on disk. */
export interface Lane {
  environmentId: string
  cursor: Cursor
  /** When the first pending record outside memory is due, ms since the epoch. Null: there are none. */
  recordsDueAt: number | null
  /** Nothing is read before; by a clock that never goes back. */
  closedUntil: number
}

/** Read positions of the pending follow-ups, per environment. */
export interface LaneBook {
  has(environmentId: string): boolean
  /** Makes one where there is none; it begins after `upTo`. */
  laneOf(environmentId: string, upTo?: number): Lane
  /** The ms until the first of its records is due; Infinity when none waits. */
  recordsIn(lane: Lane): number
  /** The ms until there is something to read of a lane, 0 or less for now; Infinity when nothing waits. */
  opensIn(lane: Lane): number
  /** The one that was read longest ago comes first. */
  all(): Lane[]
  /** It was read: it is the last in turn. */
  toEnd(lane: Lane): void
  close(lane: Lane, ms: number): void
  isClosed(lane: Lane): boolean
  /** Some of its records wait on disk, and the first is due then, ms since the epoch. */
  wakeAt(lane: Lane, at: number): void
  settle(target: FollowUpTarget): void
  giveBack(target: FollowUpTarget): void
  /** Keeps how far a lane has come, when that is `ahead` of what was kept before; never rejects. */
  note(lane: Lane, ahead?: number): Promise<void>
}

/** Saves the cursor once it is this far ahead of the saved one. */
const noteEvery = 500

export interface LaneBookOptions {
  store: Store
  now: () => number
  /** The longest that a record waits, ms. */
  maxWaitMs: number
  onProblem(error: unknown): void
}

export function createLaneBook({ store, now, maxWaitMs, onProblem }: LaneBookOptions): LaneBook {
  const lanes = new Map<string, Lane>()

  function laneOf(environmentId: string, upTo = 0): Lane {
    let lane = lanes.get(environmentId)
    if (lane === undefined) {
      lane = { environmentId, cursor: createCursor(upTo), recordsDueAt: 0, closedUntil: 0 }
      lanes.set(environmentId, lane)
    }
    return lane
  }

  function recordsIn({ recordsDueAt }: Lane): number {
    return recordsDueAt === null ? Infinity : dueIn(recordsDueAt, now(), maxWaitMs)
  }

  async function note(lane: Lane, ahead = noteEvery): Promise<void> {
    const upTo = lane.cursor.toNote(ahead)
    if (upTo === null) return
    await store.putFollowUpCursor({ environmentId: lane.environmentId, upTo }).catch(onProblem)
  }

  return {
    has: (environmentId) => lanes.has(environmentId),
    laneOf,
    recordsIn,
    opensIn: (lane) => Math.max(lane.closedUntil - performance.now(), lane.cursor.isBehind() ? 0 : recordsIn(lane)),
    all: () => [...lanes.values()],
    toEnd: (lane) => {
      lanes.delete(lane.environmentId)
      lanes.set(lane.environmentId, lane)
    },
    close: (lane, ms) => {
      lane.closedUntil = Math.max(lane.closedUntil, performance.now() + ms)
    },
    isClosed: (lane) => lane.closedUntil > performance.now(),
    wakeAt: (lane, at) => {
      lane.recordsDueAt = Math.min(lane.recordsDueAt ?? Infinity, at)
    },
    settle: ({ environmentId, deliveryId }) => {
      const lane = laneOf(environmentId)
      lane.cursor.settle(Number(deliveryId))
      void note(lane)
    },
    giveBack: ({ environmentId, deliveryId }) => {
      const lane = laneOf(environmentId)
      lane.cursor.giveBack(Number(deliveryId))
      // It may be one that waits with a record.
      lane.recordsDueAt = 0
    },
    note,
  }
}
