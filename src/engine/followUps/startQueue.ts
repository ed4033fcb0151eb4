export interface Queue<Job> {
  push(job: Job): void
  /** Starts nothing more; resolves when what is under way has ended. What still waits is dropped. */
  stop(): Promise<void>
}

/** Runs jobs in order of arrival, at most `concurrency` at once. `run` must not reject. */
export function startQueue<Job>(concurrency: number, run: (job: Job) => Promise<void>): Queue<Job> {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  let stopped = false

  function pump() {
    while (!stopped && running.size < concurrency) {
      const job = waiting.shift()
      if (job === undefined) return
      const work = run(job).finally(() => {
        running.delete(work)
        pump()
      })
      running.add(work)
    }
  }

  return {
    push: (job) => {
      waiting.push(job)
      pump()
    },
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}
