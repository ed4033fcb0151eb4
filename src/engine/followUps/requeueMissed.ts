import type { DeliveryFilter, FilterTerm } from '../../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { FollowUpRecord } from '../store/records/followUps.ts'
import { followUpPlace } from './followUpPlace.ts'
import { targetOf } from './followUpTarget.ts'
import { noteFollowUp, type RunTools } from './runOnce.ts'
import type { Backlog } from './startBacklog.ts'
import type { Runs } from './startRuns.ts'

export interface RequeueTools extends RunTools {
  runs: Runs
  backlog: Backlog
  deservesFollowUp: (summary: DeliverySummary) => boolean
  isStopping: () => boolean
}

const pageSize = 500
/** Only the newest are searched, of all deliveries or of those that failed: objects of long ago are fetched by hand. */
const mostPages = 20
/** What failed is found by an index of its own, however many deliveries came since. */
function hasFailed(resourceType: string | undefined): DeliveryFilter {
  const term = (key: FilterTerm['key'], value: string): FilterTerm => ({
    key,
    values: [value],
    quoted: true,
    negated: false,
    at: null,
  })
  const ofType = resourceType === undefined ? [] : [term('type', resourceType)]
  return { terms: [term('status', 'failed'), ...ofType] }
}

/** `skipped`: for want of an address. `failed`: whatever the reason. */
export type Missed = 'skipped' | 'failed'

/**
 * Puts in line again what was missed and has somewhere to go now, newest first. Answers how many there were.
 * @param resourceType of what failed: only objects of this type
 */
export async function requeueMissed(
  tools: RequeueTools,
  environmentId: string,
  missed: Missed,
  resourceType?: string,
): Promise<number> {
  const filter = missed === 'failed' ? hasFailed(resourceType) : undefined
  let found = 0
  let before: string | undefined
  for (let page = 0; page < mostPages && !tools.isStopping(); page += 1) {
    const { items, next } = await tools.store.list({ limit: pageSize, before, environment: environmentId, filter })
    for (const summary of items) {
      if (tools.isStopping()) return found
      if (await requeueOne(tools, summary, missed)) found += 1
    }
    if (next === null) break
    before = next
  }
  return found
}

async function requeueOne(tools: RequeueTools, summary: DeliverySummary, missed: Missed): Promise<boolean> {
  const { store, runs, backlog } = tools
  if (summary.followUp.state !== missed || !tools.deservesFollowUp(summary) || runs.has(summary.id)) return false
  const target = targetOf(summary)
  if (target === null) return false
  // Without a record of its own the delivery was skipped for another reason, such as a signature that proves nothing.
  const record = await store.followUpOf(target.environmentId, target.notificationId)
  if (record?.deliveryId !== summary.id || record.followUp.state !== missed) return false
  // A person decides when these are run: see requeueSkipped.
  if (record.followUp.why?.code === 'credentials-missing') return false
  const place = await followUpPlace(tools, target)
  if (!place.ok) return false
  await noteFollowUp(tools, target, { state: 'waiting', status: null, reason: null })
  backlog.takeRecord(target, false)
  return true
}

/** So many are put in line at once. */
const atOnce = 100

/** Puts in line what was skipped for want of credentials, newest first. Answers how many there were. */
export async function requeueSkipped(tools: RequeueTools, environmentId: string): Promise<number> {
  let found = 0
  let before: string | null = null
  while (!tools.isStopping()) {
    const records: FollowUpRecord[] = await tools.store.followUpsWithoutCredentials(environmentId, before, atOnce)
    const requeued = await Promise.all(records.map(async (record) => requeueRecord(tools, record)))
    found += requeued.filter(Boolean).length
    before = records.at(-1)?.deliveryId ?? null
    if (before === null) break
  }
  return found
}

async function requeueRecord(tools: RequeueTools, { deliveryId }: FollowUpRecord): Promise<boolean> {
  if (tools.runs.has(deliveryId)) return false
  const summary = await tools.store.summary(deliveryId)
  const target = summary === null || !tools.deservesFollowUp(summary) ? null : targetOf(summary)
  if (target === null) return false
  await noteFollowUp(tools, target, { state: 'waiting', status: null, reason: null })
  tools.backlog.takeRecord(target, false)
  return true
}
