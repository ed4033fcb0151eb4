import { createHash } from 'node:crypto'
import { retryAfter } from '../service/retryAfter.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'

/** When a follow-up that failed is tried again. All times in ms. */
export interface RetryRules {
  /** Pauses after the first, second, ... try; one try more than there are pauses. */
  pauses: readonly number[]
  /** The same for an object that was only just created and is not there yet (404). */
  soonPauses: readonly number[]
  /** No pause is longer, whatever the service asks for. */
  longestPause: number
  /** Between 0 and 1, always the same for a try: spreads the pauses, so that what failed together does not return together. */
  spread(deliveryId: string, tries: number): number
}

/** At most 5 tries. With pauses as short as they can be a minute and a half, with the longest and slowest 23 minutes. */
export const productionRules: RetryRules = {
  pauses: [2000, 6000, 18_000, 54_000],
  soonPauses: [1000, 2000, 4000],
  longestPause: 300_000,
  spread: (deliveryId, tries) =>
    createHash('sha256').update(`${deliveryId} ${tries}`).digest().readUInt32BE() / 2 ** 32,
}

export type RetryPlan =
  | {
      again: true
      /** Milliseconds since the epoch. */
      dueAt: number
      tries: number
      max: number
      /** The service wants fewer requests as a whole, so that others had better wait too. */
      holdsAll: boolean
      /** The pause that was asked for where it is longer than any that is kept, ms, and by whom; else null. */
      cut: { askedMs: number; by: 'service' | 'provider' } | null
    }
  | { again: false; tries: number; spanMs: number }

/**
 * When to try again, from the attempts that are kept and nothing else: a plan is the same after a restart. The last one
 * must be a failure that is worth another try. Pure.
 * @param attempts of one delivery, in order of start
 * @param notBefore what the identity provider asked for, ms since the epoch
 */
export function planRetry(
  attempts: readonly StoredAttempt[],
  rules: RetryRules,
  notBefore: number | null = null,
): RetryPlan {
  const series = lastSeries(attempts)
  const [first, last] = [series[0], series.at(-1)]
  if (first === undefined || last === undefined) return { again: false, tries: 0, spanMs: 0 }
  const tries = series.length
  const pauses = last.status === 404 ? rules.soonPauses : rules.pauses
  const pause = pauses[tries - 1]
  if (pause === undefined) return { again: false, tries, spanMs: endOf(last) - first.startedAt }

  const own = pause * (0.75 + 0.5 * rules.spread(last.deliveryId, tries))
  const asked = retryAfter(last.responseHeaders, last.startedAt)
  const forProvider = notBefore === null ? 0 : notBefore - endOf(last)
  const wanted = Math.max(own, asked ?? 0, forProvider)
  const wait = Math.min(wanted, rules.longestPause)
  const by = wanted === forProvider ? 'provider' : 'service'
  return {
    again: true,
    dueAt: Math.ceil(endOf(last) + wait),
    tries,
    max: pauses.length + 1,
    // With any other status a pause is about this object: it must not keep the others of its environment waiting.
    holdsAll: last.status === 429 || (last.status === 503 && asked !== null),
    cut: wanted > rules.longestPause && wanted !== own ? { askedMs: wanted, by } : null,
  }
}

/** Whether the last try brought the object. */
export function isFetched(attempts: readonly StoredAttempt[]): boolean {
  const last = attempts.findLast(({ kind }) => kind === 'follow-up')
  return last !== undefined && bringsObject(last)
}

/** The tries since the object was last fetched. A token that was replaced (401) makes two requests of one try. */
function lastSeries(attempts: readonly StoredAttempt[]): StoredAttempt[] {
  const own = attempts.filter(({ kind }) => kind === 'follow-up')
  const fetched = own.findLastIndex(bringsObject)
  return own.slice(fetched + 1).filter(({ status }) => status !== 401)
}

function bringsObject({ status, error }: StoredAttempt): boolean {
  return status !== null && status >= 200 && status < 300 && error === null
}

function endOf({ startedAt, timing }: StoredAttempt): number {
  return startedAt + (timing.total ?? 0)
}
