import type { FollowUp } from '../../shared/model.ts'
import type { StoredAttempt } from '../store/types.ts'
import type { FailedTry } from './judgeCall.ts'
import { planRetry, type RetryRules } from './planRetry.ts'
import type { TryOutcome } from './tryFollowUp.ts'

/** Where a follow-up stands after a try. */
export interface Conclusion {
  followUp: FollowUp
  /** When it is tried again, ms since the epoch, and whether all others of the environment wait until then too. */
  next: { dueAt: number; holdsAll: boolean } | null
}

/**
 * What a try means for its follow-up. Pure.
 * @param attempts all that are kept of the delivery; null when it is not to be tried again by itself
 */
export function conclude(
  result: TryOutcome['result'],
  attempts: readonly StoredAttempt[] | null,
  rules: RetryRules,
): Conclusion {
  switch (result.kind) {
    case 'fetched':
      return ended({ state: 'done', status: result.status, reason: null })
    case 'skipped':
      return ended({ state: 'skipped', status: null, reason: result.reason })
    case 'cancelled':
      return ended(cancelled)
    case 'stopped':
      return ended({ state: 'waiting', status: null, reason: null })
    case 'failed':
      return afterFailure(result, attempts, rules)
  }
}

/** By hand it ends as failed, not as skipped: skipped ones are run by themselves once their path is known. */
export const cancelled: FollowUp = {
  state: 'failed',
  status: null,
  reason: 'Cancelled by hand before the object was fetched. Run it again when it is wanted.',
}

function afterFailure(failed: FailedTry, attempts: readonly StoredAttempt[] | null, rules: RetryRules): Conclusion {
  const { status, cause, message } = failed
  if (failed.again === 'no' || attempts === null) return ended({ state: 'failed', status, reason: message })
  const plan = planRetry(attempts, rules, failed.notBefore)
  if (plan.again) {
    const at = new Date(plan.dueAt).toISOString().slice(11, 19)
    const reason = `${cause.replace(/(?<![.!?:])$/, '.')} It is tried again at ${at} UTC (try ${plan.tries + 1} of ${plan.most}).`
    return { followUp: { state: 'waiting', status, reason }, next: { dueAt: plan.dueAt, holdsAll: plan.holdsAll } }
  }
  if (plan.tries <= 1) return ended({ state: 'failed', status, reason: message })
  const span = duration(plan.spanMs)
  const reason =
    failed.again === 'soon'
      ? `The object is not there yet: the service knows nothing at this address (404), asked ${plan.tries} times within ${span}. Run it again later, or check the resource path under Settings.`
      : `${cause} It was tried ${plan.tries} times within ${span}. Run it again when the trouble is over.`
  return ended({ state: 'failed', status, reason })
}

function ended(followUp: FollowUp): Conclusion {
  return { followUp, next: null }
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
