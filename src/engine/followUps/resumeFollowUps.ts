import { summaryOf } from '../actions/summaryOf.ts'
import { type DeliverySummary, isVerified, verdicts } from '../../shared/model.ts'
import type { FollowUpRecord } from '../store/types.ts'
import { targetOf } from './followUpTarget.ts'
import { isFetched, planRetry } from './planRetry.ts'
import { noteFollowUp, type RunTools } from './runOnce.ts'
import type { Runs } from './startRuns.ts'

export interface ResumeTools extends RunTools {
  runs: Runs
  take: (batch: readonly DeliverySummary[], live: boolean) => void
  isStopping: () => boolean
}

const pageSize = 500
/** So many pages of each verdict are searched for deliveries without a record; further back there are none. */
const mostPages = 20

/**
 * Goes on where the last process ended: what it had recorded as waiting, and what it had received but not yet recorded,
 * which can only be among the newest deliveries. (Of those that are followed up without proof of their sender, by the
 * user's choice, the unrecorded ones are left out: they look like any other that nobody proved.)
 */
export async function resumeFollowUps(tools: ResumeTools): Promise<void> {
  const { store, take, isStopping } = tools
  for (const record of await store.unfinishedFollowUps()) {
    if (isStopping()) return
    await resumeOne(tools, record)
  }
  for (const verdict of verdicts.filter(isVerified)) {
    let before: string | undefined
    for (let page = 0; page < mostPages && !isStopping(); page += 1) {
      const { items, next } = await store.list({ limit: pageSize, before, verdict })
      take(
        items.filter(({ followUp }) => followUp.state === 'waiting'),
        false,
      )
      if (next === null) break
      before = next
    }
  }
}

/** When it is tried again follows from its attempts, so that a restart neither forgets nor shortens a pause. */
async function resumeOne(tools: ResumeTools, record: FollowUpRecord): Promise<void> {
  const { store, runs } = tools
  if (runs.has(record.deliveryId)) return
  const [summary, attempts] = await Promise.all([
    summaryOf(store, record.deliveryId),
    store.attempts(record.deliveryId),
  ])
  const target = summary === null ? null : targetOf(summary)
  if (target === null) return
  if (isFetched(attempts)) {
    // The process ended after the answer was kept and before that was noted.
    await noteFollowUp(tools, target, { state: 'done', status: attempts.at(-1)?.status ?? null, reason: null })
    return
  }
  const plan = planRetry(attempts, tools.rules)
  if (plan.again && plan.dueAt > tools.now()) runs.addLater(target, plan)
  else runs.add(target, false)
}
