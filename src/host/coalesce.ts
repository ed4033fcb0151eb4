/**
 * Runs a piece of work soon, and at most once in `pauseMs`, however often it is asked for; a request during a run is
 * answered by one more run, so that the last state is always told.
 */
export function coalesce(pauseMs: number, work: () => Promise<void>): { run(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let again = false
  let stopped = false

  function start() {
    timer = setTimeout(() => {
      again = false
      work()
        // The next change tells it again; a status that could not be read now is not worth a crash.
        .catch(() => undefined)
        .finally(() => {
          timer = undefined
          if (again && !stopped) start()
        })
    }, pauseMs)
    timer.unref()
  }

  return {
    run: () => {
      if (stopped) return
      if (timer === undefined) start()
      else again = true
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
