import { summaryOf } from '../actions/summaryOf.ts'
import { isVerified, type DeliverySummary, type FollowUp } from '../../shared/model.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Store, StoredAttempt } from '../store/types.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { type FollowUpOutcome, runFollowUp, type FollowUpTarget } from './runFollowUp.ts'
import { startQueue } from './startQueue.ts'

export interface FollowUps {
  /** Takes newly indexed deliveries; those that may have a follow-up get one, each notification once. */
  take(batch: readonly DeliverySummary[]): void
  /** Runs it now, because a person asked; also for a notification that had its follow-up. */
  runNow(summary: DeliverySummary): Promise<{ followUp: FollowUp; attempt: StoredAttempt | null }>
  /** Lets what is under way finish; the rest stays waiting on disk for the next start. */
  stop(): Promise<void>
}

export interface FollowUpsOptions {
  store: Store
  environments: Environments
  client: ServiceClient
  now: () => number
  onFollowUp(target: FollowUpTarget, followUp: FollowUp): void
  onAttempt(attempt: StoredAttempt): void
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

const concurrency = 4
const pageSize = 500

interface Job {
  target: FollowUpTarget
  /** Milliseconds since the epoch. */
  queuedAt: number
}

/** The queue of follow-up GETs. What waits is on disk, so that a restart goes on where the last process ended. */
export function startFollowUps(options: FollowUpsOptions): FollowUps {
  const { store } = options
  const warn = (message: string) => (error: unknown) => options.log('warn', message, { error: String(error) })
  const queue = startQueue<Job>(concurrency, async (job) => {
    await run(options, job, true).catch(warn('a follow-up could not be recorded'))
  })
  /** Notifications that are being taken in right now, so that copies that arrive at the same moment count once. */
  const taken = new Set<string>()

  async function enqueue(target: FollowUpTarget) {
    const key = `${target.environmentId} ${target.notificationId}`
    if (taken.has(key)) return
    taken.add(key)
    try {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before !== null) return
      await note(options, target, { state: 'waiting', status: null, reason: null })
      queue.push({ target, queuedAt: options.now() })
    } finally {
      // From here on the record on disk keeps copies out.
      taken.delete(key)
    }
  }

  function take(batch: readonly DeliverySummary[]) {
    for (const summary of batch) {
      const target = deservesFollowUp(summary) ? targetOf(summary) : null
      if (target !== null) enqueue(target).catch(warn('a follow-up could not be queued'))
    }
  }

  const resumed = resume(store, (target) => queue.push({ target, queuedAt: options.now() }), take).catch(
    warn('waiting follow-ups could not be read'),
  )

  return {
    take,
    runNow: async (summary) => {
      const target = targetOf(summary)
      if (target === null) {
        const reason = 'The notification names no object, so there is nothing to fetch.'
        return { followUp: { state: 'skipped', status: null, reason }, attempt: null }
      }
      // A forged copy must not leave a record, or the real notification would seem to have had its follow-up.
      return run(options, { target, queuedAt: options.now() }, deservesFollowUp(summary))
    },
    stop: async () => {
      await resumed
      await queue.stop()
    },
  }
}

async function run(options: FollowUpsOptions, job: Job, recorded: boolean): Promise<FollowUpOutcome> {
  const { target } = job
  options.onFollowUp(target, { state: 'running', status: null, reason: null })
  const outcome = await runFollowUp(options, target, job.queuedAt)
  if (outcome.attempt !== null) options.onAttempt(outcome.attempt)
  if (recorded) await note(options, target, outcome.followUp)
  else options.onFollowUp(target, outcome.followUp)
  return outcome
}

async function note(options: FollowUpsOptions, target: FollowUpTarget, followUp: FollowUp): Promise<void> {
  const { deliveryId, environmentId, notificationId } = target
  await options.store.putFollowUp({ deliveryId, environmentId, notificationId, followUp })
  options.onFollowUp(target, followUp)
}

/**
 * Goes on where the last process ended: what it had recorded as waiting or running, and what it had received but not yet
 * recorded, which can only be among the newest deliveries.
 */
async function resume(
  store: Store,
  push: (target: FollowUpTarget) => void,
  take: (batch: readonly DeliverySummary[]) => void,
): Promise<void> {
  for (const record of await store.unfinishedFollowUps()) {
    const summary = await summaryOf(store, record.deliveryId)
    const target = summary === null ? null : targetOf(summary)
    if (target !== null) push(target)
  }
  let before: string | undefined
  do {
    const page = await store.list({ limit: pageSize, before })
    const waiting = page.items.filter(({ followUp }) => followUp.state === 'waiting')
    take(waiting)
    before = waiting.length === 0 ? undefined : (page.next ?? undefined)
  } while (before !== undefined)
}

function deservesFollowUp(summary: DeliverySummary): boolean {
  return isVerified(summary.verdict) && !summary.duplicate
}

function targetOf(summary: DeliverySummary): FollowUpTarget | null {
  const { notificationId, resourceType, resourceId } = summary
  if (notificationId === null || resourceType === null || resourceId === null) return null
  return { deliveryId: summary.id, environmentId: summary.environmentId, notificationId, resourceType, resourceId }
}
