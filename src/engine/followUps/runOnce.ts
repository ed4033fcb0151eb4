import type { FollowUp } from '../../shared/model.ts'
import type { StoredAttempt } from '../store/types.ts'
import { conclude, type Conclusion } from './conclude.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import type { RetryRules } from './planRetry.ts'
import { tryFollowUp, type TryTools } from './tryFollowUp.ts'

/** One follow-up in this process. */
export interface Run {
  target: FollowUpTarget
  /** What becomes of it is the follow-up of its notification: kept, and tried again where that helps. */
  recorded: boolean
  /** Its delivery has just arrived; what is only made up for lets it go before. */
  live: boolean
  /** Since when it waits for its turn, ms since the epoch. */
  queuedAt: number
  abort: AbortController
  /** Set while it waits to be tried again: then it stands in no line and takes no place. */
  timer: NodeJS.Timeout | undefined
  underWay: Promise<FollowUpOutcome> | null
}

export interface FollowUpOutcome {
  followUp: FollowUp
  /** Null when no request was made: no path is known, or a credential is missing. */
  attempt: StoredAttempt | null
}

export interface RunTools extends TryTools {
  rules: RetryRules
  onFollowUp(target: FollowUpTarget, followUp: FollowUp): void
}

/** One try with what comes before and after it: what it means is kept and told. Rejects when the store cannot keep it. */
export async function runOnce(
  tools: RunTools,
  run: Run,
  isStopping: () => boolean,
): Promise<FollowUpOutcome & Pick<Conclusion, 'next'>> {
  const { target, queuedAt, abort } = run
  tools.onFollowUp(target, { state: 'running', status: null, reason: null })
  const { attempt, result } = await tryFollowUp(tools, target, { queuedAt, signal: abort.signal, isStopping })
  const attempts = run.recorded ? await tools.store.attempts(target.deliveryId) : null
  const { followUp, next } = conclude(result, attempts, tools.rules)
  // What a stop broke off still waits on disk, with what was said about it before.
  if (result.kind === 'stopped') tools.onFollowUp(target, followUp)
  else await tell(tools, run, followUp)
  return { followUp, attempt, next }
}

/** Tells where a follow-up stands, and keeps it where it is the one of its notification. */
export async function tell(tools: RunTools, run: Run, followUp: FollowUp): Promise<void> {
  if (run.recorded) await noteFollowUp(tools, run.target, followUp)
  else tools.onFollowUp(run.target, followUp)
}

/** Keeps where the follow-up of a notification stands, and tells it. */
export async function noteFollowUp(tools: RunTools, target: FollowUpTarget, followUp: FollowUp): Promise<void> {
  const { deliveryId, environmentId, notificationId } = target
  await tools.store.putFollowUp({ deliveryId, environmentId, notificationId, followUp })
  tools.onFollowUp(target, followUp)
}
