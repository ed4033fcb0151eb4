import { createQueue } from '../../shared/basics/queues.ts'
import { type DeliverySummary, type FollowUp, isVerified, wasTaken } from '../../shared/model.ts'
import type { CallWhy } from '../../shared/codes/callFailures.ts'
import { callSentence } from '../../shared/words/callFailures.ts'
import { cancelled, endedBy } from './conclude.ts'
import { createIntake } from './createIntake.ts'
import { targetOf } from './followUpTarget.ts'
import { missingCredentials } from './missingCredentials.ts'
import { productionRules, type RetryRules } from './planRetry.ts'
import { requeueMissed, requeueSkipped, type RequeueTools } from './requeueMissed.ts'
import { type FollowUpOutcome, noteFollowUp, type RunTools } from './runOnce.ts'
import { type Backlog, mostLater, startBacklog } from './startBacklog.ts'
import { type Runs, type RunsOptions, startRuns } from './startRuns.ts'

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
   * passes, the follow-up waits and is retried, as always.
   * @param resourcePath a template to try once, in place of the environment's
   */
  runNow(summary: DeliverySummary, resourcePath?: string): Promise<FollowUpOutcome>
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
  /**
   * Runs what was skipped because the environment had no complete credentials, because a person asked. Skips nothing again:
   * where they are still incomplete nothing is put in line.
   * @returns how many follow-ups wait now
   */
  runSkipped(environmentId: string): Promise<number>
  /** What an environment still needs before anything can be fetched, as a sentence; null when nothing is missing. */
  missingCredential(environmentId: string): string | null
  /** A person opened the delivery: when its follow-up waits for its turn, it goes before all others. */
  prefer(summary: DeliverySummary): Promise<void>
  /**
   * Runs what has failed, because a person asked: the credentials or a path are right now, or the service is back.
   * @param resourceType only of objects of this type
   */
  runFailed(environmentId: string, resourceType?: string): Promise<number>
  /** How many are in memory: in line, under way, or waiting to be tried again soon. All others wait on disk. */
  inMemory(): number
  /** Lets what is under way finish, for a short while; the rest stays waiting on disk for the next start. */
  stop(): Promise<void>
}

export interface FollowUpsOptions extends Omit<
  RunsOptions,
  'rules' | 'mostLater' | 'isNeeded' | 'isWithoutCredentials'
> {
  /**
   * Whether the verdict is good enough for an automatic GET with credentials. Default: only what is proven to come from
   * the service. Repetitions and refused requests are never followed up, whatever this says.
   */
  mayFollow?: (environmentId: string, summary: DeliverySummary) => boolean
  /** Default: productionRules. */
  rules?: RetryRules
  /** So many are in memory at most, those apart that a person started. Default 500. */
  mostRuns?: number
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
  const mostRuns = options.mostRuns ?? 500
  const warn = (message: string) => (error: unknown) => options.log('warn', message, { error: String(error) })
  const mayFollow = options.mayFollow ?? ((_environmentId, { verdict }) => isVerified(verdict))
  const tools = { ...options, rules }
  let stopping = false

  /** Only the first time a notification comes, and only when it was accepted. */
  const deservesFollowUp = (summary: DeliverySummary) =>
    wasTaken(summary) && !summary.duplicate && mayFollow(summary.environmentId, summary)

  const shared = { ...tools, runs: () => runs, backlog: () => backlog, deservesFollowUp }
  const intake = createIntake({ ...shared, onProblem: warn('a follow-up could not be queued') })
  const unread = warn('waiting follow-ups could not be read')
  const backlog: Backlog = startBacklog({ ...shared, mostRuns, onProblem: unread })
  const missingFor = missingCredentials(options.environments)
  const isWithoutCredentials = (environmentId: string) => missingFor(environmentId) !== null
  const runs: Runs = startRuns(
    { ...tools, mostLater: mostLater(mostRuns), isNeeded: intake.isNeeded, isWithoutCredentials },
    backlog,
  )

  let begun = Promise.resolve()
  // What could not be recorded while the disk was full is taken up when it is writable again.
  const unwatch = store.onHealth(({ state }) => {
    if (state === 'ok' && !stopping) backlog.readAgain()
  })
  // One search after the other, so that none puts back in line what another one just had fetched.
  const inTurn = createQueue()
  async function requeue(find: (tools: RequeueTools) => Promise<number>): Promise<number> {
    const requeueTools = { ...tools, runs, backlog, deservesFollowUp, isStopping: () => stopping }
    return inTurn(async () => find(requeueTools))
  }

  return {
    begin: () => {
      begun = backlog.begin().catch(unread)
      runs.begin()
    },
    take: intake.take,
    runNow: async (summary, resourcePath) => {
      const target = targetOf(summary)
      if (target === null) {
        return { followUp: endedBy('skipped', null, { code: 'names-no-object', fields: {} }), attempt: null }
      }
      // A forged copy must not leave a record, or the real notification would seem to have had its follow-up.
      return runs.runNow({ ...target, resourcePath }, deservesFollowUp(summary))
    },
    cancel: async (deliveryId) => (await runs.cancel(deliveryId)) ?? cancelOnDisk(tools, backlog, deliveryId),
    inMemory: () => {
      const { live, madeUp, later } = runs.size()
      return live + madeUp + later
    },
    runMissed: async (environmentId) => requeue(async (found) => requeueMissed(found, environmentId, 'skipped')),
    runFailed: async (environmentId, resourceType) =>
      requeue(async (found) => requeueMissed(found, environmentId, 'failed', resourceType)),
    runSkipped: async (environmentId) =>
      isWithoutCredentials(environmentId) ? 0 : requeue(async (found) => requeueSkipped(found, environmentId)),
    missingCredential: (environmentId) => sentenceOf(missingFor(environmentId)),
    prefer: async (summary) => {
      const target = targetOf(summary)
      const { state, dueAt } = summary.followUp
      if (stopping || target === null || state !== 'waiting' || dueAt != null || !deservesFollowUp(summary)) return
      const record = await store.followUpOf(target.environmentId, target.notificationId)
      if (record !== null && (record.deliveryId !== summary.id || record.followUp.state !== 'waiting')) return
      runs.prefer(target, record === null)
    },
    stop: async () => {
      stopping = true
      unwatch()
      await begun
      await Promise.all([inTurn(async () => undefined), intake.settled(), backlog.stopReading()])
      const finished = runs.stop()
      const impatience = setTimeout(() => void options.cancel(), patienceMs)
      await finished
      clearTimeout(impatience)
      await backlog.noteAll()
    },
  }
}

/** Null when nothing of the delivery waits. */
async function cancelOnDisk(tools: RunTools, backlog: Backlog, deliveryId: string): Promise<FollowUp | null> {
  const summary = await tools.store.summary(deliveryId)
  const target = summary === null || summary.followUp.state !== 'waiting' ? null : targetOf(summary)
  if (target === null) return null
  await noteFollowUp(tools, target, cancelled)
  backlog.onSettled(target)
  return cancelled
}

function sentenceOf(why: CallWhy | null): string | null {
  return why === null ? null : callSentence(why)
}
