/** Jobs that are done in order of arrival, a few at once. */
export interface Line<Job> {
  push(job: Job): void
  /** Resolves when nothing waits or is under way. */
  idle(): Promise<void>
  /** Starts nothing more. Answers what waits still, and resolves `finished` when what is under way has ended. */
  stop(): { left: Job[]; finished: Promise<void> }
}

/** @param run must not reject */
export function startLine<Job>(atOnce: number, run: (job: Job) => Promise<void>): Line<Job> {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  let stopped = false
  let onIdle: (() => void)[] = []

  function pump() {
    while (!stopped && running.size < atOnce) {
      const job = waiting.shift()
      if (job === undefined) break
      const work = run(job).finally(() => {
        running.delete(work)
        pump()
      })
      running.add(work)
    }
    if (running.size > 0 || waiting.length > 0) return
    for (const resolve of onIdle) resolve()
    onIdle = []
  }

  return {
    push: (job) => {
      waiting.push(job)
      pump()
    },
    idle: async () =>
      new Promise((resolve) => {
        onIdle.push(resolve)
        pump()
      }),
    stop: () => {
      stopped = true
      const finished = Promise.all(running).then(() => undefined)
      return { left: waiting.splice(0), finished }
    },
  }
}
