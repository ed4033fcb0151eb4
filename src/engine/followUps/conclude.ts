import type { FollowUp } from '../../shared/model.ts'
import type { StoredAttempt } from '../store/types.ts'
import { type FailedTry, guessAdvice } from './judgeCall.ts'
import { planRetry, type RetryPlan, type RetryRules } from './planRetry.ts'
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
    const happened = cause.replace(/(?<![.!?:])$/, '.')
    const reason = `${happened}${cutNote(plan, rules)} It is tried again by itself (try ${plan.tries + 1} of ${plan.most}).`
    const dueAt = new Date(plan.dueAt).toISOString()
    return {
      followUp: { state: 'waiting', status, reason, dueAt },
      next: { dueAt: plan.dueAt, holdsAll: plan.holdsAll },
    }
  }
  if (plan.tries <= 1) return ended({ state: 'failed', status, reason: message })
  const span = duration(plan.spanMs)
  const reason =
    failed.again === 'soon'
      ? notYet(failed, `asked ${plan.tries} times within ${span}`)
      : `${cause} It was tried ${plan.tries} times within ${span}. Run it again when the trouble is over.`
  return ended({ state: 'failed', status, reason })
}

/** What a person who knows how long the service asked to wait would wonder about. */
function cutNote({ cut }: Extract<RetryPlan, { again: true }>, { longestPause }: RetryRules): string {
  if (cut === null) return ''
  const who = cut.by === 'service' ? 'The service' : 'The identity provider'
  return ` ${who} asked for a pause of ${duration(cut.askedMs)}; Hookscope waits ${duration(longestPause)} at most.`
}

function notYet({ pathIsGuess }: FailedTry, asked: string): string {
  return pathIsGuess
    ? `${guessAdvice} The service knows nothing at this address (404), ${asked}. The object may also not be there yet: then run it again later.`
    : `The object is not there yet: the service knows nothing at this address (404), ${asked}. Run it again later, or check the resource path under Settings.`
}

function ended(followUp: FollowUp): Conclusion {
  return { followUp, next: null }
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
