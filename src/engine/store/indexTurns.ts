/**
 * Who is next in the index thread. Where deliveries come as fast as they can be indexed there is always a new one, and
 * what else is to be done would never be: with both waiting, each has half of the time.
 */
export interface IndexTurns {
  /** Whether new deliveries, which are waiting, are next. */
  areForNews(): boolean
  /** Does a step for new deliveries. */
  news<Result>(step: () => Result): Result
  /** Does a step for something else. */
  others<Result>(step: () => Result): Result
  /** Nothing else waits: what is waiting next owes nothing to what waited before. */
  nothingElse(): void
}

/** The longest that one may have had more than the other, ms: a step can take seconds, and neither is to wait for long. */
const mostAheadMs = 1000

/** Makes it. `now` in ms. */
export function createIndexTurns(now: () => number = () => performance.now()): IndexTurns {
  /** So much longer did new deliveries take, ms. */
  let ahead = 0

  function timed<Result>(step: () => Result, sign: 1 | -1): Result {
    const begun = now()
    try {
      return step()
    } finally {
      ahead = Math.max(-mostAheadMs, Math.min(mostAheadMs, ahead + sign * (now() - begun)))
    }
  }

  return {
    areForNews: () => ahead <= 0,
    news: (step) => timed(step, 1),
    others: (step) => timed(step, -1),
    nothingElse() {
      ahead = 0
    },
  }
}
