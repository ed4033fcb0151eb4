import { summaryOf } from '../actions/summaryOf.ts'
import { isVerified, type DeliverySummary, type FollowUp } from '../../shared/model.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Store, StoredAttempt } from '../store/types.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { runFollowUp, type FollowUpTarget } from './runFollowUp.ts'

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

interface Job {
  target: FollowUpTarget
  queuedAt: number
}

/** The queue of follow-up GETs. What waits is on disk, so that a restart goes on where this process ended. */
export function startFollowUps(options: FollowUpsOptions): FollowUps {
  const { store } = options
  const queue: Job[] = []
  const running = new Set<Promise<void>>()
  /** Notifications that are being taken in right now, so that copies that arrive at the same moment count once. */
  const taken = new Set<string>()
  let stopped = false

  function pump() {
    while (!stopped && running.size < concurrency) {
      const job = queue.shift()
      if (job === undefined) return
      const work = runJob(job)
        .catch((error: unknown) => options.log('warn', 'a follow-up could not be recorded', { error: String(error) }))
        .finally(() => {
          running.delete(work)
          pump()
        })
      running.add(work)
    }
  }

  async function note(target: FollowUpTarget, followUp: FollowUp) {
    options.onFollowUp(target, followUp)
    await store.putFollowUp({
      deliveryId: target.deliveryId,
      environmentId: target.environmentId,
      notificationId: target.notificationId,
      followUp,
    })
  }

  async function runJob(job: Job): Promise<void> {
    await runAndNote(job)
  }

  async function runAndNote(job: Job): Promise<{ followUp: FollowUp; attempt: StoredAttempt | null }> {
    const { target } = job
    options.onFollowUp(target, { state: 'running', status: null, reason: null })
    const outcome = await runFollowUp(options, target, job.queuedAt)
    if (outcome.attempt !== null) options.onAttempt(outcome.attempt)
    await note(target, outcome.followUp)
    return outcome
  }

  async function enqueue(target: FollowUpTarget) {
    const key = `${target.environmentId} ${target.notificationId}`
    if (taken.has(key)) return
    taken.add(key)
    try {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before !== null) return
      await note(target, { state: 'waiting', status: null, reason: null })
      queue.push({ target, queuedAt: options.now() })
    } finally {
      // From here on the record on disk keeps copies out.
      taken.delete(key)
    }
    pump()
  }

  async function resume() {
    for (const record of await store.unfinishedFollowUps()) {
      const summary = await summaryOf(store, record.deliveryId)
      const target = summary === null ? null : targetOf(summary)
      if (target === null) continue
      queue.push({ target, queuedAt: options.now() })
    }
    pump()
  }

  const resumed = resume().catch((error: unknown) =>
    options.log('warn', 'waiting follow-ups could not be read', { error: String(error) }),
  )

  return {
    take: (batch) => {
      for (const summary of batch) {
        const target = isVerified(summary.verdict) && !summary.duplicate ? targetOf(summary) : null
        if (target === null) continue
        enqueue(target).catch((error: unknown) =>
          options.log('warn', 'a follow-up could not be queued', { error: String(error) }),
        )
      }
    },
    runNow: async (summary) => {
      const target = targetOf(summary)
      if (target === null) {
        const reason = 'The notification names no object, so there is nothing to fetch.'
        return { followUp: { state: 'skipped', status: null, reason }, attempt: null }
      }
      return runAndNote({ target, queuedAt: options.now() })
    },
    stop: async () => {
      stopped = true
      await resumed
      await Promise.all(running)
    },
  }
}

function targetOf(summary: DeliverySummary): FollowUpTarget | null {
  const { notificationId, resourceType, resourceId } = summary
  if (notificationId === null || resourceType === null || resourceId === null) return null
  return { deliveryId: summary.id, environmentId: summary.environmentId, notificationId, resourceType, resourceId }
}
