/** Work that is asked for often and done at most once in a while. */
export interface Coalesced {
  /** Soon: a pause later, with whatever else asks until then. */
  run(): void
  /** Now, or as soon as the run that is under way has ended. */
  runNow(): void
  stop(): void
}

/**
 * Runs a piece of work soon, and at most once in `pauseMs`, however often it is asked for, unless it is wanted now. Never
 * twice at a time: a request during a run is answered by one more run, so that the last state is always reported.
 */
export function coalesce(pauseMs: number, work: () => Promise<void>): Coalesced {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again: 'no' | 'soon' | 'now' = 'no'
  let stopped = false

  function begin() {
    clearTimeout(timer)
    timer = undefined
    running = true
    again = 'no'
    work()
      // The next change reports it again; a status that could not be read now is not worth a crash.
      .catch(() => undefined)
      .finally(() => {
        running = false
        if (stopped) return
        if (again === 'now') begin()
        if (again === 'soon') beginSoon()
      })
  }

  function beginSoon() {
    timer ??= setTimeout(begin, pauseMs)
    timer.unref()
  }

  return {
    run: () => {
      if (stopped) return
      if (!running) beginSoon()
      else if (again === 'no') again = 'soon'
    },
    runNow: () => {
      if (stopped) return
      if (running) again = 'now'
      else begin()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
