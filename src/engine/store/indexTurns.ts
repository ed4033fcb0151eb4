/**
 * Who is next in the index thread. Where deliveries come as fast as they can be indexed there is always a new one, and
 * what else is to be done would never be: with both waiting, each has its part of the time.
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
const mostAheadMs = 3000

/** Makes it. `partOfNews`: of the time of both, above 0 and below 1; `now` in ms. */
export function createIndexTurns(partOfNews: () => number, now: () => number = () => performance.now()): IndexTurns {
  /** Time that what else is to be done is still owed, ms. */
  let ahead = 0

  function timed<Result>(step: () => Result, owed: (ms: number) => number): Result {
    const begun = now()
    try {
      return step()
    } finally {
      ahead = Math.max(-mostAheadMs, Math.min(mostAheadMs, ahead + owed(now() - begun)))
    }
  }

  return {
    areForNews: () => ahead <= 0,
    news: (step) => timed(step, (ms) => (ms * (1 - partOfNews())) / partOfNews()),
    others: (step) => timed(step, (ms) => -ms),
    nothingElse() {
      ahead = 0
    },
  }
}
