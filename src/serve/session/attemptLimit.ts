export interface AttemptLimit {
  /** Whole seconds until the next attempt is looked at; 0: now. */
  secondsToWait(): number
  /** Counts an attempt that was wrong. */
  countWrong(): void
}

/**
 * Lets `most` wrong attempts through in `windowMs`, then none until that time is over.
 * @param now a monotonic clock, ms
 */
export function attemptLimit(most: number, windowMs: number, now: () => number): AttemptLimit {
  let wrong = 0
  let windowEndsAt = -Infinity
  return {
    secondsToWait: () => {
      const rest = windowEndsAt - now()
      return rest > 0 && wrong >= most ? Math.ceil(rest / 1000) : 0
    },
    countWrong: () => {
      if (now() >= windowEndsAt) {
        wrong = 0
        windowEndsAt = now() + windowMs
      }
      wrong += 1
    },
  }
}
