import { createLanes } from './createLanes.ts'

export interface Queue<Job> {
  push(job: Job): void
  /** Takes a job back; false when it is not waiting, for example because it runs. */
  remove(job: Job): boolean
  /** Starts no job of this lane for so many ms. What runs goes on, other lanes go on. */
  hold(lane: string, ms: number): void
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

export interface QueueOptions<Job> {
  limits: QueueLimits
  /** Jobs of a lane run in order of arrival; the lanes take turns. */
  laneOf(job: Job): string
  /** Must not reject. */
  run(job: Job): Promise<void>
  /** Milliseconds that never go back. */
  now?: () => number
}

/** Runs jobs within limits, once it was told to begin. */
export function startQueue<Job>(options: QueueOptions<Job>): Queue<Job> {
  const { concurrency, starts, windowMs } = options.limits
  const now = options.now ?? (() => performance.now())
  const lanes = createLanes<Job>((job) => options.laneOf(job), now)
  const running = new Set<Promise<void>>()
  /** When the last jobs started, oldest first, at most `starts` of them. */
  const started: number[] = []
  let open = false
  let timer: NodeJS.Timeout | undefined

  function pump() {
    clearTimeout(timer)
    while (open && running.size < concurrency) {
      const windowOpens = started.length < starts ? -Infinity : (started[0] ?? 0) + windowMs
      const opensAt = lanes.opensAt()
      if (opensAt === Infinity) return
      const pause = Math.max(windowOpens, opensAt) - now()
      if (pause > 0) {
        timer = setTimeout(pump, Math.ceil(pause))
        return
      }
      const job = lanes.take()
      if (job === undefined) return
      if (started.push(now()) > starts) started.shift()
      start(job)
    }
  }

  function start(job: Job) {
    const work = options.run(job).finally(() => {
      running.delete(work)
      pump()
    })
    running.add(work)
  }

  return {
    push: (job) => {
      lanes.push(job)
      pump()
    },
    remove: lanes.remove,
    hold: lanes.hold,
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
