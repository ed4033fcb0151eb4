/** The longest delay of a timer, ms: a longer one overflows, and the timer fires at once. */
export const maxTimerMs = 2 ** 31 - 1

/**
 * Returns the ms until a stored moment is due. A moment further ahead than the longest possible wait was stored while the
 * clock was ahead, so it is due now. Pure.
 */
export function dueIn(dueAt: number, now: number, maxWaitMs: number): number {
  const ms = dueAt - now
  return ms > maxWaitMs ? 0 : Math.max(0, ms)
}
