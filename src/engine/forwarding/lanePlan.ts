import { dueIn } from '../../shared/basics/timers.ts'
import type { ForwardLane } from '../store/records/forwards.ts'
import { maxPauseMs } from './planTry.ts'

/** A delivery that a rule has still to send. */
export interface LaneItem extends ForwardLane {
  id: number
  /** Number of failed tries. */
  tries: number
  /** Not before this moment, ms since the epoch; 0 for at once. */
  dueAt: number
  /** The last try was aborted because Hookscope stopped. */
  again: boolean
}

/**
 * Deliveries of a rule in memory, grouped in lanes: one in flight per lane, in order of arrival. A lane keeps only a few,
 * and skips the rest to reread them later, so that a paused lane neither fills the memory nor blocks the others. Pure.
 */
export interface LanePlan {
  /** How many more may come into memory. */
  room(): number
  /** Adds a delivery, in order of arrival. Ignores one that is already in memory. */
  offer(item: LaneItem): void
  /** The next one that may be sent; its lane waits until `settle` or `hold`. */
  next(now: number): LaneItem | undefined
  /** Removes a finished delivery, whatever the outcome. */
  settle(item: LaneItem): void
  /** It goes back to the head of its lane, which waits until it is due. */
  hold(item: LaneItem): void
  /** The ms until the next one may be sent, at most the longest pause; Infinity when none waits. */
  opensIn(now: number): number
  /** A lane that has to be read again, and after which delivery. */
  toRefill(): { lane: ForwardLane; after: number } | undefined
  /** Adds the deliveries that were read for a lane. `upTo`: last id looked at; `more`: whether more remain. */
  refill(lane: ForwardLane, items: readonly LaneItem[], read: { upTo: number; more: boolean }): void
  /** Everything before this delivery is settled, as far as was read. */
  firstOpen(): number
  /** Lanes that wait for another try of their first one, the next first. */
  held(now: number): LaneItem[]
}

interface Lane {
  name: ForwardLane
  /** In order of arrival. */
  waiting: LaneItem[]
  running: LaneItem | null
  /** The first that it has no room for. */
  skipped: number | null
  /** The last that was offered. */
  newest: number
}

export interface LanePlanOptions {
  order: 'object' | 'parallel'
  /** In memory at most, and of one lane. */
  most: number
  perLane: number
}

export function createLanePlan({ order, most, perLane }: LanePlanOptions): LanePlan {
  const lanes = new Map<string, Lane>()
  let kept = 0

  const keyOf = ({ id, resourceType, resourceId }: ForwardLane & { id?: number }): string => {
    if (order === 'parallel') return String(id)
    // SQLite compares the types without their case, too.
    return resourceType === null || resourceId === null ? '' : `${resourceType.toLowerCase()}\n${resourceId}`
  }
  function laneOf(item: LaneItem): Lane {
    const key = keyOf(item)
    const lane = lanes.get(key) ?? newLane(item)
    lanes.set(key, lane)
    return lane
  }
  function drop(item: ForwardLane & { id?: number }): void {
    const key = keyOf(item)
    const lane = lanes.get(key)
    if (lane?.waiting.length === 0 && lane.running === null && lane.skipped === null) lanes.delete(key)
  }
  function put(lane: Lane, item: LaneItem): void {
    const at = lane.waiting.findIndex(({ id }) => id > item.id)
    lane.waiting.splice(at === -1 ? lane.waiting.length : at, 0, item)
    kept += 1
  }
  /** Its lane, which may go on; undefined when it is not under way. */
  function take(item: LaneItem): Lane | undefined {
    const lane = lanes.get(keyOf(item))
    if (lane?.running?.id !== item.id) return undefined
    lane.running = null
    kept -= 1
    return lane
  }

  return {
    room: () => Math.max(0, most - kept),
    offer: (item) => {
      const lane = laneOf(item)
      lane.newest = Math.max(lane.newest, item.id)
      if (has(lane, item.id)) return
      const isFull = lane.skipped !== null || lane.waiting.length >= perLane
      if (isFull) lane.skipped = Math.min(lane.skipped ?? Infinity, item.id)
      else put(lane, item)
    },
    next: (now) => {
      const ready = [...lanes.values()].filter((lane) => waitOf(lane, now) === 0)
      const lane = ready.toSorted((a, b) => firstOf(a) - firstOf(b))[0]
      const item = lane?.waiting.shift()
      if (lane !== undefined && item !== undefined) lane.running = item
      return item
    },
    settle: (item) => {
      if (take(item) !== undefined) drop(item)
    },
    hold: (item) => {
      const lane = take(item)
      if (lane !== undefined) put(lane, item)
    },
    opensIn: (now) => Math.min(Infinity, ...[...lanes.values()].map((lane) => waitOf(lane, now))),
    toRefill: () => {
      for (const { name, waiting, skipped } of lanes.values()) {
        if (skipped !== null && waiting.length === 0) return { lane: name, after: skipped - 1 }
      }
      return undefined
    },
    refill: (name, items, { upTo, more }) => {
      const lane = lanes.get(keyOf(name))
      if (lane === undefined) return
      for (const item of items) if (!has(lane, item.id)) put(lane, item)
      lane.skipped = more || lane.newest > upTo ? upTo + 1 : null
      drop(name)
    },
    firstOpen: () => Math.min(Infinity, ...[...lanes.values()].map(firstOf)),
    held: (now) =>
      [...lanes.values()]
        .filter((lane) => waitOf(lane, now) > 0)
        .flatMap((lane) => headOf(lane) ?? [])
        .filter(({ tries }) => tries > 0)
        .toSorted((a, b) => a.dueAt - b.dueAt),
  }
}

function newLane({ resourceType, resourceId }: ForwardLane): Lane {
  return { name: { resourceType, resourceId }, waiting: [], running: null, skipped: null, newest: 0 }
}

function has({ running, waiting }: Lane, id: number): boolean {
  return running?.id === id || waiting.some((item) => item.id === id)
}

/** The one that may go next, unless one is under way. */
function headOf({ running, waiting }: Lane): LaneItem | undefined {
  return running === null ? waiting[0] : undefined
}

/** The ms until its first one may be sent; Infinity when none waits. */
function waitOf(lane: Lane, now: number): number {
  const head = headOf(lane)
  return head === undefined ? Infinity : dueIn(head.dueAt, now, maxPauseMs)
}

/** The first of a lane that is not settled. */
function firstOf({ running, waiting, skipped }: Lane): number {
  return Math.min(running?.id ?? Infinity, waiting[0]?.id ?? Infinity, skipped ?? Infinity)
}
