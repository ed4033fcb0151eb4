import { createQueue } from '../../shared/basics/queues.ts'
import { type DeliverySummary, isGenuine, isVerified } from '../../shared/model.ts'
import type { FollowUpRecord } from '../store/records/followUps.ts'
import { type FollowUpTarget, targetOf } from './followUpTarget.ts'
import { noteFollowUp, type RunTools } from './runOnce.ts'
import type { Backlog } from './startBacklog.ts'
import type { Runs } from './startRuns.ts'

export interface IntakeTools extends RunTools {
  runs(): Runs
  backlog(): Backlog
  deservesFollowUp(summary: DeliverySummary): boolean
  onProblem(error: unknown): void
}

/** Decides which deliveries are followed up, each notification once. */
export interface Intake {
  take(batch: readonly DeliverySummary[], live: boolean): void
  /** Asked when the turn comes of a delivery that is verified, the first of its notification, and has no record. */
  isNeeded(target: FollowUpTarget): Promise<boolean>
  /** Resolves when everything that was taken is in line or on disk. */
  settled(): Promise<void>
}

/** So many records are written at once. */
const atOnce = 20

export function createIntake(tools: IntakeTools): Intake {
  const { store, runs, backlog, onProblem } = tools
  /** Notifications that are being taken in right now, so that copies that arrive at the same moment count once. */
  const taken = new Set<string>()
  const inTurn = createQueue()

  /** Its delivery alone does not say that it waits, so a record has to. */
  async function record(summary: DeliverySummary, target: FollowUpTarget, live: boolean): Promise<void> {
    const key = `${target.environmentId} ${target.notificationId}`
    if (runs().has(target.deliveryId) || taken.has(key)) return
    taken.add(key)
    try {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before === null && runs().ownerOf(target) !== undefined) return
      if (before !== null && !(isVerified(summary.verdict) && (await outranks(target, before)))) return
      await noteFollowUp(tools, target, { state: 'waiting', status: null, reason: null })
      backlog().takeRecord(target, live)
    } finally {
      // From here on the record on disk keeps copies out.
      taken.delete(key)
    }
  }

  /** A copy that proves nothing must not use up the follow-up of the notification that the service signed. */
  async function outranks(target: FollowUpTarget, before: FollowUpRecord): Promise<boolean> {
    if (before.deliveryId === target.deliveryId) return false
    const earlier = await store.summary(before.deliveryId)
    if (earlier === null || isVerified(earlier.verdict)) return false
    runs().disown(before.deliveryId)
    return true
  }

  async function recordAll(some: readonly [DeliverySummary, FollowUpTarget][], live: boolean): Promise<void> {
    await Promise.all(some.map(async ([summary, target]) => record(summary, target, live).catch(onProblem)))
  }

  return {
    take(batch, live) {
      const toRecord: [DeliverySummary, FollowUpTarget][] = []
      for (const summary of batch) {
        const target = tools.deservesFollowUp(summary) ? targetOf(summary) : null
        if (target === null) continue
        // The cursor over what is stored knows deliveries of the service only.
        if (!live || !isGenuine(summary) || summary.events !== undefined) toRecord.push([summary, target])
        else if (backlog().takesNow(summary)) runs().add(target, { live, unchecked: true })
      }
      for (let from = 0; from < toRecord.length; from += atOnce) {
        void inTurn(async () => recordAll(toRecord.slice(from, from + atOnce), live))
      }
    },
    async isNeeded(target) {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before === null) return runs().ownerOf(target) === target.deliveryId
      if (!(await outranks(target, before))) return false
      await noteFollowUp(tools, target, { state: 'waiting', status: null, reason: null })
      return true
    },
    settled: async () => inTurn(async () => undefined),
  }
}
