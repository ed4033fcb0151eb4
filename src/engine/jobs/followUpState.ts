import type { FollowUpReason } from '../../shared/codes/callFailures.ts'
import type { FollowUp } from '../../shared/model.ts'
import { followUpSentence, givenUpSentence, triedAgainSentence } from '../../shared/words/callFailures.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import type { FailedTry } from './judgeAnswer.ts'
import { planRetry, type RetryRules } from './planRetry.ts'
import type { TryOutcome } from './tryFollowUp.ts'

/** The state of a follow-up after a try. */
export interface StateAfterTry {
  followUp: FollowUp
  /** When it is tried again, ms since the epoch, and whether all others of the environment wait until then too. */
  next: { dueAt: number; holdsAll: boolean } | null
}

/**
 * Decides the state of a follow-up after a try. Pure.
 * @param attempts all that are kept of the delivery; null when it is not to be retried automatically
 */
export function stateAfterTry(
  result: TryOutcome['result'],
  attempts: readonly StoredAttempt[] | null,
  rules: RetryRules,
): StateAfterTry {
  switch (result.kind) {
    case 'fetched':
      return ended({ state: 'done', status: result.status, reason: null })
    case 'skipped':
      return ended(endedBy('skipped', null, result.why))
    case 'cancelled':
      return ended(cancelled)
    case 'stopped':
      return ended({ state: 'waiting', status: null, reason: null })
    case 'failed':
      return afterFailure(result, attempts, rules)
  }
}

/** By hand it ends as failed, not as skipped: skipped ones run automatically once their path is known. */
export const cancelled: FollowUp = endedBy('failed', null, { code: 'cancelled-by-hand', fields: {} })

/** A follow-up that ended without its object. */
export function endedBy(state: 'failed' | 'skipped', status: number | null, why: FollowUpReason): FollowUp {
  return { state, status, reason: followUpSentence(why), why }
}

function afterFailure(failed: FailedTry, attempts: readonly StoredAttempt[] | null, rules: RetryRules): StateAfterTry {
  const { status, why } = failed
  if (failed.again === 'no' || attempts === null) return ended(endedBy('failed', status, why))
  const plan = planRetry(attempts, rules, failed.notBefore)
  if (plan.again) {
    const { dueAt, tries, max, holdsAll } = plan
    const cut = plan.cut === null ? null : { ...plan.cut, longestMs: rules.longestPause }
    const reason = triedAgainSentence(why, { next: tries + 1, max, cut, holdsAll })
    return {
      followUp: { state: 'waiting', status, reason, why, dueAt: new Date(dueAt).toISOString() },
      next: { dueAt, holdsAll },
    }
  }
  if (plan.tries <= 1) return ended(endedBy('failed', status, why))
  return ended({ state: 'failed', status, why, reason: givenUpSentence(why, plan, failed.again === 'soon') })
}

function ended(followUp: FollowUp): StateAfterTry {
  return { followUp, next: null }
}
