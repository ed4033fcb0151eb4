import { summaryOf } from '../actions/summaryOf.ts'
import { isGenuine, isVerified, verdicts, type DeliverySummary, type FollowUp } from '../../shared/model.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Store, StoredAttempt } from '../store/types.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { type FollowUpOutcome, runFollowUp, type FollowUpTarget } from './runFollowUp.ts'
import { startQueue } from './startQueue.ts'

export interface FollowUps {
  /** Begins to send: first what the last process left unfinished. Call it when every address and credential is set. */
  begin(): void
  /** Takes newly indexed deliveries; those that may have a follow-up get one, each notification once. */
  take(batch: readonly DeliverySummary[]): void
  /** Runs it now, because a person asked; also for a notification that had its follow-up. */
  runNow(summary: DeliverySummary): Promise<{ followUp: FollowUp; attempt: StoredAttempt | null }>
  /** Lets what is under way finish, for a short while; the rest stays waiting on disk for the next start. */
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
  /** Breaks off every request that is under way. */
  cancel(): Promise<void>
}

/** Kind to the service: whoever can make it notify must not make us flood it. */
const limits = { concurrency: 4, starts: 3000, windowMs: 60_000 }
/** How long a stop waits for the service, ms; what is broken off is fetched after the next start. */
const patienceMs = 2000

interface Job {
  target: FollowUpTarget
  /** Milliseconds since the epoch. */
  queuedAt: number
}

/** The queue of follow-up GETs. What waits is on disk, so that a restart goes on where the last process ended. */
export function startFollowUps(options: FollowUpsOptions): FollowUps {
  const { store } = options
  const warn = (message: string) => (error: unknown) => options.log('warn', message, { error: String(error) })
  let stopping = false
  /** Deliveries whose follow-up waits or runs in this process. */
  const active = new Set<string>()
  /** Notifications that are being taken in right now, so that copies that arrive at the same moment count once. */
  const taken = new Set<string>()
  const queue = startQueue<Job>(limits, async ({ target, queuedAt }) => {
    await run(options, { target, queuedAt }, true, () => stopping).catch(warn('a follow-up could not be recorded'))
    active.delete(target.deliveryId)
  })

  function push(target: FollowUpTarget) {
    if (active.has(target.deliveryId)) return
    active.add(target.deliveryId)
    queue.push({ target, queuedAt: options.now() })
  }

  async function enqueue(target: FollowUpTarget) {
    const key = `${target.environmentId} ${target.notificationId}`
    if (taken.has(key)) return
    taken.add(key)
    try {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before !== null) return
      await note(options, target, { state: 'waiting', status: null, reason: null })
      push(target)
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

  const catchUp = async () => resume(store, push, take).catch(warn('waiting follow-ups could not be read'))
  let caughtUp = Promise.resolve()
  // What could not be recorded while the disk was full is taken up when it is writable again.
  const unwatch = store.onHealth(({ state }) => {
    if (state === 'ok' && !stopping) caughtUp = caughtUp.then(catchUp)
  })

  return {
    begin: () => {
      caughtUp = catchUp()
      queue.begin()
    },
    take,
    runNow: async (summary) => {
      const target = targetOf(summary)
      if (target === null) {
        const reason = 'The notification names no object, so there is nothing to fetch.'
        return { followUp: { state: 'skipped', status: null, reason }, attempt: null }
      }
      // A forged copy must not leave a record, or the real notification would seem to have had its follow-up.
      return run(options, { target, queuedAt: options.now() }, deservesFollowUp(summary), () => stopping)
    },
    stop: async () => {
      stopping = true
      unwatch()
      await caughtUp
      const finished = queue.stop()
      const impatience = setTimeout(() => void options.cancel(), patienceMs)
      await finished
      clearTimeout(impatience)
    },
  }
}

async function run(
  options: FollowUpsOptions,
  job: Job,
  recorded: boolean,
  isStopping: () => boolean,
): Promise<FollowUpOutcome> {
  const { target } = job
  options.onFollowUp(target, { state: 'running', status: null, reason: null })
  const outcome = await runFollowUp(options, target, job.queuedAt, isStopping)
  if (outcome.attempt !== null) options.onAttempt(outcome.attempt)
  if (recorded && outcome.followUp.state !== 'waiting') await note(options, target, outcome.followUp)
  else options.onFollowUp(target, outcome.followUp)
  return outcome
}

async function note(options: FollowUpsOptions, target: FollowUpTarget, followUp: FollowUp): Promise<void> {
  const { deliveryId, environmentId, notificationId } = target
  await options.store.putFollowUp({ deliveryId, environmentId, notificationId, followUp })
  options.onFollowUp(target, followUp)
}

const pageSize = 500
/** So many pages of each verdict are searched for deliveries without a record; further back there are none. */
const mostPages = 20

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
  for (const verdict of verdicts.filter(isVerified)) {
    let before: string | undefined
    for (let page = 0; page < mostPages; page += 1) {
      const { items, next } = await store.list({ limit: pageSize, before, verdict })
      take(items.filter(({ followUp }) => followUp.state === 'waiting'))
      if (next === null) break
      before = next
    }
  }
}

/** Only what is proven to come from the service, the first time it comes, and was accepted. */
function deservesFollowUp(summary: DeliverySummary): boolean {
  return isGenuine(summary) && !summary.duplicate
}

function targetOf(summary: DeliverySummary): FollowUpTarget | null {
  const { notificationId, resourceType, resourceId } = summary
  if (notificationId === null || resourceType === null || resourceId === null) return null
  return { deliveryId: summary.id, environmentId: summary.environmentId, notificationId, resourceType, resourceId }
}
