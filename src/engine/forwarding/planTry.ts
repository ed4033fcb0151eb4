import type { NewAttempt } from '../store/records/attempts.ts'

/** Outcome of a try for its delivery. */
export type TryOutcome =
  | { kind: 'taken' }
  /** Retried at this time, ms since the epoch. */
  | { kind: 'again'; dueAt: number }
  /** No try is left, or none would help. */
  | { kind: 'given-up' }
  /** Aborted by Hookscope: it is sent again, and marked. */
  | { kind: 'broken-off' }

/** The pause after the first failure, and the longest one, ms. */
const firstPauseMs = 1000
export const maxPauseMs = 60_000

/** Codes of deliveries that cannot be sent at all: another try changes nothing. */
export const unsendableCodes: ReadonlySet<string> = new Set([
  'INCOMPLETE',
  'INVALID_HEADER',
  'INVALID_TARGET',
  'CIRCLE',
  'LOOP',
  'REFUSED_ADDRESS',
])

/**
 * Decides the outcome of a try. Pauses double: 1 s, 2 s, 4 s, up to a minute. Pure.
 * @param tries how many have failed with this one
 * @param now when it ended, ms since the epoch
 */
export function planTry(
  { status, error }: Pick<NewAttempt, 'status' | 'error'>,
  { tries, retries, now }: { tries: number; retries: number; now: number },
): TryOutcome {
  if (error?.code === 'STOPPED') return { kind: 'broken-off' }
  if (error === null && status !== null && status >= 200 && status < 300) return { kind: 'taken' }
  if (tries > retries || unsendableCodes.has(error?.code ?? '')) return { kind: 'given-up' }
  return { kind: 'again', dueAt: now + Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1)) }
}
