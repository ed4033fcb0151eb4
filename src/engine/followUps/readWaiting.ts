import type { DeliverySummary } from '../../shared/model.ts'
import type { FollowUpRecord } from '../store/records/followUps.ts'
import { type FollowUpTarget, targetOf } from './followUpTarget.ts'
import type { Lane, LaneBook } from './laneBook.ts'
import { isFetched, planRetry } from './planRetry.ts'
import { noteFollowUp, type RunTools } from './runOnce.ts'
import type { Runs } from './startRuns.ts'

export interface ReadTools extends RunTools {
  runs(): Runs
  lanes: LaneBook
  deservesFollowUp(summary: DeliverySummary): boolean
  /** How many more may come into memory that are made up for. */
  room(): number
  /** Whether one more that waits to be tried again may be in memory. */
  roomForLater(): boolean
}

/** For the index to come further, ms. */
export const indexPatienceMs = 500

/**
 * Brings the next deliveries of a lane into memory whose follow-ups wait without a record.
 * @param isIndexed the index has come to everything that is there: what comes after is reported, and need not be looked for
 */
export async function readDeliveries(tools: ReadTools, lane: Lane, most: number, isIndexed: boolean): Promise<void> {
  const { store, lanes } = tools
  const { cursor, environmentId } = lane
  const after = cursor.beginRead()
  const page = await store.toFollow(environmentId, after, most).catch((error: unknown) => {
    cursor.endRead(after, true)
    throw error
  })
  const fresh = page.items.filter(({ id }) => !cursor.has(Number(id)))
  for (const { id } of fresh) cursor.open(Number(id))
  cursor.endRead(page.upTo, page.more || !isIndexed)
  let brought = 0
  try {
    for (const summary of fresh) {
      // Meanwhile one of them may have got a pause, and all others with it.
      if (lanes.isClosed(lane)) break
      await readDelivery(tools, summary)
      brought += 1
    }
  } finally {
    for (const { id } of fresh.slice(brought)) cursor.giveBack(Number(id))
  }
  if (!page.more && !isIndexed) lanes.close(lane, indexPatienceMs)
  void lanes.note(lane)
}

async function readDelivery(tools: ReadTools, summary: DeliverySummary): Promise<void> {
  const target = targetOf(summary)
  if (target === null) return
  if (!tools.deservesFollowUp(summary)) tools.lanes.settle(target)
  else if (!(await goesOn(tools, target, false))) tools.runs().add(target, { live: false, unchecked: true })
}

/** Brings records of a lane into memory that wait: those that are due, and the next ones with the time that they wait for. */
export async function readRecords(tools: ReadTools, lane: Lane, most: number): Promise<void> {
  const { store, lanes, now, runs } = tools
  const { live, madeUp, later } = runs().size()
  // Those that are in memory come along, and are passed over.
  const limit = most + live + madeUp + later
  lane.recordsDueAt = null
  // Asked before the records are looked up: the index may catch up in their midst.
  const wasBehind = store.unindexed() > 0
  const records = await store.waitingFollowUps(lane.environmentId, limit)
  let unknown = 0
  for (const record of records) {
    if (runs().has(record.deliveryId)) continue
    const dueAt = Date.parse(record.followUp.dueAt ?? '') || 0
    if (tools.room() < 1 || lanes.isClosed(lane) || (dueAt > now() && !tools.roomForLater())) {
      // A clock that was set back must not put it off for days.
      lanes.wakeAt(lane, Math.min(dueAt, now() + tools.rules.longestPause))
      return
    }
    if (!(await readRecord(tools, record))) unknown += 1
  }
  // What the index has not come to yet is looked for again a little later.
  if (unknown > 0 && wasBehind) lanes.wakeAt(lane, now() + indexPatienceMs)
  else if (records.length === limit && unknown < most) lanes.wakeAt(lane, 0)
}

/** False when the index knows no such delivery. */
async function readRecord(tools: ReadTools, record: FollowUpRecord): Promise<boolean> {
  const summary = await tools.store.summary(record.deliveryId)
  const target = summary === null ? null : targetOf(summary)
  if (target === null) return false
  if (tools.runs().has(record.deliveryId) || (await goesOn(tools, target, true))) return true
  tools.runs().add(target, { live: false, unchecked: false })
  return true
}

/**
 * Goes on where the last process ended, if it had begun: when it is tried again follows from its attempts, so that a
 * restart neither forgets nor shortens a pause. False when it is to be asked for now.
 */
async function goesOn(tools: ReadTools, target: FollowUpTarget, recorded: boolean): Promise<boolean> {
  const { store, lanes, now, rules, runs } = tools
  const attempts = await store.attempts(target.deliveryId)
  const status = attempts.at(-1)?.status ?? null
  if (isFetched(attempts)) {
    // The process ended after the answer was kept and before that was noted.
    await noteFollowUp(tools, target, { state: 'done', status, reason: null })
    lanes.settle(target)
    return true
  }
  const plan = planRetry(attempts, rules)
  if (!plan.again || plan.dueAt <= now()) return false
  if (!recorded) {
    const dueAt = new Date(plan.dueAt).toISOString()
    await noteFollowUp(tools, target, { state: 'waiting', status, reason: null, dueAt })
    lanes.settle(target)
  }
  runs().addLater(target, plan)
  return true
}
