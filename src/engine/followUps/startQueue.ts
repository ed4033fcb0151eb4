export interface Queue<Job> {
  push(job: Job): void
  /** Begins to run; what was pushed before has waited. */
  begin(): void
  /** Starts nothing more; resolves when what is under way has ended. What still waits is dropped. */
  stop(): Promise<void>
}

export interface QueueLimits {
  /** Jobs that run at once. */
  concurrency: number
  /** Jobs that start within any `windowMs`. */
  starts: number
  windowMs: number
}

/**
 * Runs jobs in order of arrival within limits, once it was told to begin. `run` must not reject.
 * @param now milliseconds that never go back
 */
export function startQueue<Job>(
  { concurrency, starts, windowMs }: QueueLimits,
  run: (job: Job) => Promise<void>,
  now: () => number = () => performance.now(),
): Queue<Job> {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  /** When the last jobs started, oldest first, at most `starts` of them. */
  const started: number[] = []
  let open = false
  let timer: NodeJS.Timeout | undefined

  function pump() {
    while (open && waiting.length > 0 && running.size < concurrency) {
      const pause = (started.length < starts ? -Infinity : (started[0] ?? 0)) + windowMs - now()
      if (pause > 0) {
        timer ??= setTimeout(() => {
          timer = undefined
          pump()
        }, pause)
        return
      }
      if (started.push(now()) > starts) started.shift()
      start(waiting.shift() as Job)
    }
  }

  function start(job: Job) {
    const work = run(job).finally(() => {
      running.delete(work)
      pump()
    })
    running.add(work)
  }

  return {
    push: (job) => {
      waiting.push(job)
      pump()
    },
    begin: () => {
      open = true
      pump()
    },
    stop: async () => {
      open = false
      clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
