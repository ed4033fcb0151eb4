import { summaryOf } from '../actions/summaryOf.ts'
import { isVerified, type DeliverySummary, type FollowUp } from '../../shared/model.ts'
import type { FollowUpRecord } from '../store/types.ts'
import { type FollowUpTarget, targetOf } from './followUpTarget.ts'
import { productionRules, type RetryRules } from './planRetry.ts'
import { type Missed, requeueMissed } from './requeueMissed.ts'
import { resumeFollowUps } from './resumeFollowUps.ts'
import { type FollowUpOutcome, noteFollowUp } from './runOnce.ts'
import { type RunsOptions, startRuns } from './startRuns.ts'

export interface FollowUps {
  /** Begins to send: first what the last process left unfinished. Call it when every address and credential is set. */
  begin(): void
  /**
   * Takes deliveries; those that may have a follow-up get one, each notification once.
   * @param live they have just arrived: they go before what is made up for
   */
  take(batch: readonly DeliverySummary[], live: boolean): void
  /**
   * Runs it now, because a person asked; also for a notification that had its follow-up. When the failure is one that
   * passes, the follow-up waits and is tried again by itself, as always.
   */
  runNow(summary: DeliverySummary): Promise<FollowUpOutcome>
  /**
   * Takes the follow-up of a delivery out of line, or breaks it off. It then counts as failed.
   * @returns how it ended, or null when nothing of it waits or runs
   */
  cancel(deliveryId: string): Promise<FollowUp | null>
  /**
   * Runs what was skipped because no path was known, and now one is. Call it after resource paths (or the base URL) of
   * an environment changed.
   * @returns how many follow-ups wait now
   */
  runMissed(environmentId: string): Promise<number>
  /** Runs what has failed, because a person asked: the credentials are right now, or the service is back. */
  runFailed(environmentId: string): Promise<number>
  /** Lets what is under way finish, for a short while; the rest stays waiting on disk for the next start. */
  stop(): Promise<void>
}

export interface FollowUpsOptions extends Omit<RunsOptions, 'rules'> {
  /**
   * Whether the verdict is good enough for an automatic GET with credentials. Default: only what is proven to come from
   * the service. Repetitions and refused requests are never followed up, whatever this says.
   */
  mayFollow?: (environmentId: string, summary: DeliverySummary) => boolean
  /** Default: productionRules. */
  rules?: RetryRules
  /** Breaks off every request that is under way. */
  cancel(): Promise<void>
}

/** How long a stop waits for the service, ms; what is broken off is fetched after the next start. */
const patienceMs = 2000

/**
 * The follow-up GETs. What waits is on disk, and so is everything that says when it is tried again, so that a restart
 * goes on where the last process ended.
 */
export function startFollowUps(options: FollowUpsOptions): FollowUps {
  const { store } = options
  const rules = options.rules ?? productionRules
  const warn = (message: string) => (error: unknown) => options.log('warn', message, { error: String(error) })
  const mayFollow = options.mayFollow ?? ((_environmentId, { verdict }) => isVerified(verdict))
  const tools = { ...options, rules }
  const runs = startRuns(tools)
  let stopping = false
  /** Notifications that are being taken in right now, so that copies that arrive at the same moment count once. */
  const taken = new Set<string>()

  /** Only the first time a notification comes, and only when it was accepted. */
  const deservesFollowUp = (summary: DeliverySummary) =>
    summary.answeredStatus === 200 && !summary.duplicate && mayFollow(summary.environmentId, summary)

  async function enqueue(summary: DeliverySummary, target: FollowUpTarget, live: boolean) {
    const key = `${target.environmentId} ${target.notificationId}`
    if (taken.has(key)) return
    taken.add(key)
    try {
      const before = await store.followUpOf(target.environmentId, target.notificationId)
      if (before !== null && !(await outranks(summary, before))) return
      if (before !== null) runs.disown(before.deliveryId)
      await noteFollowUp(tools, target, { state: 'waiting', status: null, reason: null })
      runs.add(target, live)
    } finally {
      // From here on the record on disk keeps copies out.
      taken.delete(key)
    }
  }

  /** A copy that proves nothing must not use up the follow-up of the notification that the service signed. */
  async function outranks(summary: DeliverySummary, before: FollowUpRecord): Promise<boolean> {
    if (before.deliveryId === summary.id || !isVerified(summary.verdict)) return false
    const earlier = await summaryOf(store, before.deliveryId)
    return earlier !== null && !isVerified(earlier.verdict)
  }

  function take(batch: readonly DeliverySummary[], live: boolean) {
    for (const summary of batch) {
      const target = deservesFollowUp(summary) ? targetOf(summary) : null
      if (target !== null) enqueue(summary, target, live).catch(warn('a follow-up could not be queued'))
    }
  }

  const catchUp = async () =>
    resumeFollowUps({ ...tools, runs, take, isStopping: () => stopping }).catch(
      warn('waiting follow-ups could not be read'),
    )
  let caughtUp = Promise.resolve()
  // What could not be recorded while the disk was full is taken up when it is writable again.
  const unwatch = store.onHealth(({ state }) => {
    if (state === 'ok' && !stopping) caughtUp = caughtUp.then(catchUp)
  })
  // One search after the other, so that none puts back in line what another one just had fetched.
  let searched: Promise<unknown> = Promise.resolve()
  async function requeue(environmentId: string, missed: Missed): Promise<number> {
    const requeueTools = { ...tools, runs, deservesFollowUp, isStopping: () => stopping }
    const search = searched.then(async () => requeueMissed(requeueTools, environmentId, missed))
    searched = search.catch(() => undefined)
    return search
  }

  return {
    begin: () => {
      caughtUp = catchUp()
      runs.begin()
    },
    take,
    runNow: async (summary) => {
      const target = targetOf(summary)
      if (target === null) {
        const reason = 'The notification names no object, so there is nothing to fetch.'
        return { followUp: { state: 'skipped', status: null, reason }, attempt: null }
      }
      // A forged copy must not leave a record, or the real notification would seem to have had its follow-up.
      return runs.runNow(target, deservesFollowUp(summary))
    },
    cancel: async (deliveryId) => runs.cancel(deliveryId),
    runMissed: async (environmentId) => requeue(environmentId, 'skipped'),
    runFailed: async (environmentId) => requeue(environmentId, 'failed'),
    stop: async () => {
      stopping = true
      unwatch()
      await Promise.all([caughtUp, searched])
      const finished = runs.stop()
      const impatience = setTimeout(() => void options.cancel(), patienceMs)
      await finished
      clearTimeout(impatience)
    },
  }
}
