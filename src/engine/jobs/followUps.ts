import type { CallReason } from '../../shared/codes/callFailures.ts'
import { type DeliverySummary, type FollowUp, isVerified, wasAccepted } from '../../shared/model.ts'
import { callSentence } from '../../shared/words/callFailures.ts'
import type { NewJob } from '../store/records/jobs.ts'
import { followUpResult } from '../store/write/jobRow.ts'
import { type FollowUpRun, type FollowUpTools, runFollowUp, waiting } from './followUp.ts'
import { cancelled, endedBy } from './followUpState.ts'
import { targetOf } from './followUpTarget.ts'
import { missingCredentials } from './tryFollowUp.ts'
import { productionRules, type RetryRules } from './planRetry.ts'
import { createRequeue, type Requeue, type RequeueTools } from './requeueFollowUps.ts'
import { Runner, systemClock } from './runner.ts'

export interface FollowUps extends Requeue {
  /** Starts to send, first what the last process left. Call it when every address and credential is set. */
  begin(): void
  /** The jobs of some deliveries, to be added; see `added`. @param isNew they have just arrived */
  jobsFor(batch: readonly DeliverySummary[], isNew: boolean): NewJob[]
  /** These of the jobs that `jobsFor` returned were added. */
  added(batch: readonly DeliverySummary[], jobs: readonly NewJob[]): void
  /**
   * Runs it now, because the user asked; also for a notification that had its follow-up. A failure that may
   * pass is retried, as always.
   * @param resourcePath a template to try once, in place of the environment's
   */
  runNow(summary: DeliverySummary, resourcePath?: string): Promise<Omit<FollowUpRun, 'holdMs'>>
  /**
   * Cancels the follow-up of a delivery, also while it runs. It then counts as failed.
   * @returns its state, or null when nothing of it is pending or runs
   */
  cancel(deliveryId: string): Promise<FollowUp | null>
  /** Cancels the pending follow-ups of an environment, also those in flight. Returns how many. */
  cancelAll(environmentId: string): Promise<number>
  /** The credential that an environment still needs before anything can be fetched, as a sentence; null when none is missing. */
  missingCredential(environmentId: string): string | null
  /** The user opened the delivery: where its follow-up is due, it goes before all others. */
  prefer(summary: DeliverySummary): Promise<void>
  /** Lets what is in flight finish, for a short while; the rest is due after the next start. */
  stop(): Promise<void>
}

export interface FollowUpsOptions extends Omit<FollowUpTools, 'rules' | 'isStopping'> {
  /**
   * Whether the verdict is good enough for an automatic GET with credentials. Default: only what is proven to come from
   * the service. Repetitions and refused requests are never followed up, whatever this says.
   */
  mayFollow?: (environmentId: string, summary: DeliverySummary) => boolean
  /** Default: productionRules. */
  rules?: RetryRules
  /** Resolves once every delivery that is indexed by now has its job: after a start, many may have none yet. */
  created(): Promise<void>
  /** Breaks off every request that is in flight. */
  cancel(): Promise<void>
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

/** How long a stop waits for the service, ms; what is broken off is fetched after the next start. */
const stopGraceMs = 2000

/**
 * Kind to the service: a burst of notifications must not become a flood of requests. And to senders: each costs the
 * thread that receives as much as some deliveries, so 50 a second are a few hundredths of it, whatever is pending.
 */
const limits = { concurrency: 4, starts: 100, windowMs: 2000, forNew: { concurrency: 1, starts: 20 } }

/** The follow-up GETs: decides which deliveries get a job, runs them, and changes them for the user. */
export function startFollowUps(options: FollowUpsOptions): FollowUps {
  const { store, now } = options
  const rules = options.rules ?? productionRules
  const warn = (message: string) => (error: unknown) => options.log('warn', message, { error: String(error) })
  const mayFollow = options.mayFollow ?? ((_environmentId, { verdict }) => isVerified(verdict))
  const missingFor = missingCredentials(options.environments)
  let stopping = false
  const tools: FollowUpTools = { ...options, rules, isStopping: () => stopping }
  const line: RequeueTools = {
    ...tools,
    missingFor,
    // Only the first time a notification comes, and only when it was accepted.
    deservesFollowUp: (summary) =>
      wasAccepted(summary) && !summary.duplicate && mayFollow(summary.environmentId, summary),
    runner: new Runner<FollowUpRun>({
      store,
      limits,
      kind: 'follow-up',
      owner: null,
      maxWaitMs: rules.longestPause,
      clock: { ...systemClock, now },
      run: async (job, signal) => runFollowUp(tools, job, signal),
      onProblem: warn('a follow-up could not be recorded'),
    }),
  }
  const { runner } = line
  let begun: Promise<void> = Promise.resolve()
  const { settled, ...requeue } = createRequeue(line)

  return {
    begin: () => {
      begun = store
        .resumeJobs('follow-up')
        .catch(warn('pending follow-ups could not be read'))
        .then(() => {
          if (!stopping) runner.begin()
        })
    },
    jobsFor: (batch, isNew) => batch.flatMap((summary) => jobFor(line, summary, isNew)),
    added: (batch, jobs) => {
      const states = new Map(jobs.map(({ deliveryId, state }) => [deliveryId, state]))
      for (const { id: deliveryId, environmentId, followUp } of batch) {
        const state = states.get(deliveryId)
        const missing = state === 'skipped' ? missingFor(environmentId) : null
        const target = { deliveryId, environmentId }
        if (missing !== null) options.onFollowUp(target, endedBy('skipped', null, missing), null)
        else if (state === 'waiting' && followUp.state !== 'waiting') options.onFollowUp(target, waiting, null)
      }
      runner.look()
    },
    runNow: async (summary, resourcePath) => runNow(line, summary, resourcePath),
    cancel: async (deliveryId) => cancel(line, deliveryId),
    cancelAll: async (environmentId) => {
      await options.created()
      return cancelAll(line, environmentId)
    },
    ...requeue,
    missingCredential: (environmentId) => sentenceOf(missingFor(environmentId)),
    prefer: async ({ id }) => {
      if (!stopping && (await store.preferJob('follow-up', id, now()))) runner.look()
    },
    stop: async () => {
      stopping = true
      await begun
      await settled()
      const finished = runner.stop()
      const giveUp = setTimeout(() => void options.cancel(), stopGraceMs)
      await finished
      clearTimeout(giveUp)
    },
  }
}

/** None for a delivery that is not followed up. */
function jobFor(
  { deservesFollowUp, missingFor, now }: RequeueTools,
  summary: DeliverySummary,
  isNew: boolean,
): NewJob[] {
  const target = deservesFollowUp(summary) ? targetOf(summary) : null
  if (target === null) return []
  const rest = { claim: target.notificationId, priority: isNew ? 1 : 0, dueAt: now() } as const
  // One that makes no request is not queued, so that it waits behind nothing.
  const missing = missingFor(summary.environmentId)
  if (missing === null) return [newJob(summary, { ...rest, state: 'waiting', result: null })]
  return [
    newJob(summary, { ...rest, state: 'skipped', result: followUpResult(endedBy('skipped', null, missing), null) }),
  ]
}

function newJob(
  { id, environmentId }: DeliverySummary,
  rest: Pick<NewJob, 'claim' | 'state' | 'priority' | 'dueAt' | 'result'>,
): NewJob {
  return { kind: 'follow-up', owner: environmentId, deliveryId: id, lane: null, catchUp: null, ...rest }
}

async function runNow(
  line: RequeueTools,
  summary: DeliverySummary,
  resourcePath: string | undefined,
): Promise<FollowUpRun> {
  const { store, runner, now } = line
  const target = targetOf(summary)
  if (target === null) {
    const followUp = endedBy('skipped', null, { code: 'names-no-object', fields: {} })
    return { followUp, attempt: null, holdMs: null }
  }
  // One that runs is enough when it ends there.
  const inFlight = await runner.find(summary.id)?.outcome
  if (inFlight !== undefined && (inFlight.followUp.state !== 'waiting' || line.isStopping())) return inFlight
  // A forged copy must not claim the notification, or the real one would seem to have had its follow-up.
  const claim = line.deservesFollowUp(summary) ? target.notificationId : null
  const job = await store.startJob(
    newJob(summary, { claim, state: 'waiting', priority: 0, dueAt: now(), result: null }),
  )
  if (job === null) throw new Error('The delivery was removed.')
  const claimed = job.state === 'running' ? runner.find(summary.id) : undefined
  if (claimed !== undefined) return claimed.outcome
  return runner.start({ ...job, again: false }, async (signal) =>
    runFollowUp(line, { ...job, again: false, dueAt: now() }, signal, resourcePath),
  ).outcome
}

async function cancel({ store, runner, onFollowUp }: RequeueTools, deliveryId: string): Promise<FollowUp | null> {
  await runner.claimed()
  const running = runner.find(deliveryId)
  running?.abort()
  const outcome = await running?.outcome
  // It may have ended before it could be broken off, and be over, or be pending again.
  if (outcome !== undefined && outcome.followUp.state !== 'waiting') return outcome.followUp
  const summary = await store.summary(deliveryId)
  if (summary === null) return null
  if (!(await store.cancelJob('follow-up', deliveryId, followUpResult(cancelled, null))))
    return outcome?.followUp ?? null
  onFollowUp({ deliveryId, environmentId: summary.environmentId }, cancelled, null)
  return cancelled
}

/** Pending ones that one transaction cancels. */
const cancelledAtOnce = 500

async function cancelAll({ store, runner, onFollowUp }: RequeueTools, environmentId: string): Promise<number> {
  let count = 0
  for (;;) {
    const result = followUpResult(cancelled, null)
    const ids = await store.cancelJobs('follow-up', environmentId, result, cancelledAtOnce)
    for (const deliveryId of ids) onFollowUp({ deliveryId, environmentId }, cancelled, null)
    count += ids.length
    if (ids.length < cancelledAtOnce) break
  }
  await runner.claimed()
  const inFlight = runner.ofOwner(environmentId)
  for (const { abort } of inFlight) abort()
  const ended = await Promise.allSettled(inFlight.map(async ({ outcome }) => outcome))
  const isCancelled = (each: (typeof ended)[number]) =>
    each.status === 'fulfilled' && each.value.followUp.why?.code === cancelled.why?.code
  return count + ended.filter(isCancelled).length
}

function sentenceOf(why: CallReason | null): string | null {
  return why === null ? null : callSentence(why)
}
