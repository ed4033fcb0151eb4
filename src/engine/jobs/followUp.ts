import { objectHeadline } from '../../shared/headline/headline.ts'
import type { FollowUp, Headline } from '../../shared/model.ts'
import { followUpResult } from '../store/write/jobRow.ts'
import type { Job } from '../store/records/jobs.ts'
import type { Store } from '../store/store.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import { endedBy, stateAfterTry } from './followUpState.ts'
import { type FollowUpTarget, targetOf } from './followUpTarget.ts'
import { isFetched, planRetry, type RetryRules } from './planRetry.ts'
import type { JobRun } from './runner.ts'
import { tryFollowUp, type TryTools } from './tryFollowUp.ts'

/** The outcome of a run of a follow-up. */
export interface FollowUpRun extends JobRun {
  followUp: FollowUp
  /** Null when no request was made: no path is known, or a credential is missing. */
  attempt: StoredAttempt | null
}

export interface FollowUpTools extends TryTools {
  rules: RetryRules
  isStopping(): boolean
  onFollowUp(
    target: Pick<FollowUpTarget, 'deliveryId' | 'environmentId'>,
    followUp: FollowUp,
    headline: Headline | null,
  ): void
}

/** Whatever the answer about one object asks for, others are tried after this time, ms: the service may refuse again. */
const maxHoldMs = 60_000

/** A delivery that cannot be read is looked for again after this time, ms. */
const unreadableDelayMs = 1000

/**
 * Runs a follow-up once and settles its job. One that has not claimed its notification is not retried: the user ran it.
 * Rejects when the store cannot keep the outcome.
 * @param resourcePath a template to try once, in place of the environment's
 */
export async function runFollowUp(
  tools: FollowUpTools,
  job: Job,
  signal: AbortSignal,
  resourcePath?: string,
): Promise<FollowUpRun> {
  const { store, now, rules } = tools
  const startedAt = now()
  const summary = await store.summary(job.deliveryId)
  if (summary === null) {
    // Hidden or deleted since it was claimed, or the index is being rebuilt.
    await store.releaseJobs([job.id], now() + unreadableDelayMs)
    return { followUp: waiting, attempt: null, holdMs: null }
  }
  const named = targetOf(summary)
  if (named === null) {
    const followUp = endedBy('skipped', null, { code: 'names-no-object', fields: {} })
    await settleFollowUp(tools, job, followUp)
    return { followUp, attempt: null, holdMs: null }
  }
  const target = { ...named, resourcePath }
  const earlier = job.again ? await whereItStopped(tools, job) : null
  if (earlier !== null) {
    await settleFollowUp(tools, job, earlier)
    return { followUp: earlier, attempt: null, holdMs: null }
  }
  tools.onFollowUp(target, { state: 'running', status: null, reason: null }, null)
  const queuedAt = Math.min(job.state === 'waiting' ? job.dueAt : startedAt, startedAt)
  const { isStopping } = tools
  const { attempt, result } = await tryFollowUp(tools, target, { queuedAt, signal, isStopping })
  if (result.kind === 'stopped') {
    await store.releaseJobs([job.id], 0)
    tools.onFollowUp(target, waiting, null)
    return { followUp: waiting, attempt, holdMs: null }
  }
  const attempts = job.claim === null ? null : await store.attempts(job.deliveryId)
  const { followUp, next } = stateAfterTry(result, attempts, rules)
  const headline = followUp.state === 'done' && attempt !== null ? await headlineOf(store, attempt) : null
  await settleFollowUp(tools, job, followUp, headline)
  const pause =
    next?.holdsAll === true ? Math.min(Math.max(0, next.dueAt - now()), rules.longestPause, maxHoldMs) : null
  return { followUp, attempt, holdMs: pause }
}

export const waiting: FollowUp = { state: 'waiting', status: null, reason: null }

/**
 * The state of a follow-up that ran when the process ended, from its attempts: fetched, or pending until its retry is due.
 * Null where it is to be asked for now.
 */
async function whereItStopped({ store, rules, now }: FollowUpTools, { deliveryId }: Job): Promise<FollowUp | null> {
  const attempts = await store.attempts(deliveryId)
  const status = attempts.at(-1)?.status ?? null
  if (isFetched(attempts)) return { state: 'done', status, reason: null }
  const plan = planRetry(attempts, rules)
  if (!plan.again || plan.dueAt <= now()) return null
  return { state: 'waiting', status, reason: null, dueAt: new Date(plan.dueAt).toISOString() }
}

/** Keeps the outcome of a run and announces it. */
async function settleFollowUp(
  { store, onFollowUp }: FollowUpTools,
  job: Job,
  followUp: FollowUp,
  headline: Headline | null = null,
): Promise<void> {
  const { id, deliveryId, owner, attempts } = job
  const { state, dueAt } = followUp
  if (state === 'none') throw new Error('A follow-up that ran has a state.')
  const isRetried = state === 'waiting'
  await store.settleJob({
    id,
    state,
    again: false,
    dueAt: dueAt == null ? job.dueAt : Date.parse(dueAt),
    attempts: isRetried ? attempts + 1 : attempts,
    result: followUpResult(followUp, headline),
  })
  onFollowUp({ deliveryId, environmentId: owner }, followUp, headline)
}

/**
 * How the object that was fetched differs from its last snapshot before this delivery, in one line: a follow-up that is run
 * again tells what the delivery changed, not what changed since its own try before.
 */
async function headlineOf(store: Store, attempt: StoredAttempt): Promise<Headline | null> {
  const { environmentId, resourceType, resourceId, body, deliveryId } = attempt
  if (body === null || resourceType === null || resourceId === null) return null
  const first = (await store.attempts(deliveryId)).find(isSnapshot) ?? attempt
  const [earlier] = await store.snapshots(environmentId, resourceType, resourceId, 1, first)
  const before = earlier?.body ?? null
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
  return objectHeadline(before === null ? null : text(before), text(body))
}

function isSnapshot({ kind, status, body }: StoredAttempt): boolean {
  return kind === 'follow-up' && status !== null && status >= 200 && status < 300 && body !== null
}
