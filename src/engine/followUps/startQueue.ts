export interface Queue<Job> {
  push(job: Job): void
  /** Begins to run; what was pushed before has waited. */
  begin(): void
  /** Starts nothing more; resolves when what is under way has ended. What still waits is dropped. */
  stop(): Promise<void>
}

/** Runs jobs in order of arrival, at most `concurrency` at once, once it was told to begin. `run` must not reject. */
export function startQueue<Job>(concurrency: number, run: (job: Job) => Promise<void>): Queue<Job> {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  let open = false

  function pump() {
    while (open && running.size < concurrency) {
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
    begin: () => {
      open = true
      pump()
    },
    stop: async () => {
      open = false
      await Promise.all(running)
    },
  }
}
