import { objectHeadline } from '../../shared/headline.ts'
import type { FollowUp, Headline } from '../../shared/model.ts'
import type { Store } from '../store/store.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import { conclude, type Conclusion } from './conclude.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import type { RetryRules } from './planRetry.ts'
import { tryFollowUp, type TryTools } from './tryFollowUp.ts'

/** One follow-up in this process. */
export interface Run {
  target: FollowUpTarget
  /** Its outcome is the follow-up of its notification: kept, and retried where that helps. */
  recorded: boolean
  /** Nothing of it is on disk yet: before it runs it is looked whether its notification had its follow-up already. */
  unchecked: boolean
  /** Its delivery has just arrived; what is only made up for lets it go before. */
  live: boolean
  /** A person opened its delivery: it goes before all others. */
  opened: boolean
  /** Since when it waits for its turn, ms since the epoch. */
  queuedAt: number
  /** Breaks it off while it is under way. */
  abort: AbortController | null
  /** Set while it waits to be tried again: then it is in no line and takes no place. */
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
  onFollowUp(
    target: Pick<FollowUpTarget, 'deliveryId' | 'environmentId'>,
    followUp: FollowUp,
    headline: Headline | null,
  ): void
}

/** One try with what comes before and after it: what it means is kept and published. Rejects when the store cannot keep it. */
export async function runOnce(
  tools: RunTools,
  run: Run,
  isStopping: () => boolean,
): Promise<FollowUpOutcome & Pick<Conclusion, 'next'> & { stopped: boolean }> {
  const { target, queuedAt } = run
  const { signal } = (run.abort = new AbortController())
  tools.onFollowUp(target, { state: 'running', status: null, reason: null }, null)
  const { attempt, result } = await tryFollowUp(tools, target, { queuedAt, signal, isStopping })
  const attempts = run.recorded ? await tools.store.attempts(target.deliveryId) : null
  const { followUp, next } = conclude(result, attempts, tools.rules)
  const stopped = result.kind === 'stopped'
  // What a stop broke off still waits on disk, with what was said about it before.
  if (stopped) tools.onFollowUp(target, followUp, null)
  else await publish(tools, run, followUp, attempt)
  return { followUp, attempt, next, stopped }
}

/**
 * Keeps the state of a follow-up and announces it. One that is not the follow-up of its notification is kept with its
 * delivery alone: the notification can still get its own.
 */
export async function publish(
  tools: RunTools,
  run: Run,
  followUp: FollowUp,
  attempt: StoredAttempt | null = null,
): Promise<void> {
  const headline = followUp.state === 'done' && attempt !== null ? await headlineOf(tools.store, attempt) : null
  const target = run.recorded ? run.target : { ...run.target, notificationId: null }
  await noteFollowUp(tools, target, followUp, headline)
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

/** Keeps the state of the follow-up of a notification, or of a delivery alone, and announces it. */
export async function noteFollowUp(
  tools: RunTools,
  target: Omit<FollowUpTarget, 'notificationId'> & { notificationId: string | null },
  followUp: FollowUp,
  headline: Headline | null = null,
): Promise<void> {
  const { deliveryId, environmentId, notificationId } = target
  await tools.store.putFollowUp({ deliveryId, environmentId, notificationId, followUp, headline })
  tools.onFollowUp(target, followUp, headline)
}
