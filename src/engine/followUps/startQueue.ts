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
  /** Jobs that start within any `windowMs`; Infinity for as many as there are. */
  starts: number
  windowMs: number
  /** What of these two is kept free for urgent jobs and first ones. */
  forUrgent: { concurrency: number; starts: number }
}

export type JobRank = 'first' | 'urgent' | 'other'

export interface QueueOptions<Job> {
  limits: QueueLimits
  /** Jobs of a lane run in order of arrival; the lanes take turns. */
  laneOf(job: Job): string
  /** `first` goes before `urgent`, and that before the others, in its lane and in other lanes. */
  rankOf(job: Job): JobRank
  /** Must not reject. */
  run(job: Job): Promise<void>
  /** Milliseconds that never go back. */
  now?: () => number
}

/** Runs jobs within limits, from `begin` on. */
export function startQueue<Job>(options: QueueOptions<Job>): Queue<Job> {
  const { concurrency, starts, windowMs, forUrgent } = options.limits
  const now = options.now ?? (() => performance.now())
  const newLanes = () => createLanes<Job>((job) => options.laneOf(job), now)
  /** Each with what it may use; the first that may start a job does. */
  const classes = [
    { rank: 'first', lanes: newLanes(), concurrency, starts },
    { rank: 'urgent', lanes: newLanes(), concurrency, starts },
    {
      rank: 'other',
      lanes: newLanes(),
      concurrency: concurrency - forUrgent.concurrency,
      starts: starts - forUrgent.starts,
    },
  ] as const
  const lanesOf = (job: Job) => {
    const rank = options.rankOf(job)
    return (classes.find((which) => which.rank === rank) ?? classes[2]).lanes
  }
  const running = new Set<Promise<void>>()
  /** When the last jobs started, oldest first, at most `starts` of them. */
  const started: number[] = []
  let open = false
  let timer: NodeJS.Timeout | undefined

  function pump() {
    clearTimeout(timer)
    while (open) {
      const free = classes.filter(({ concurrency }) => running.size < concurrency)
      const opening = free.map((which) => ({
        lanes: which.lanes,
        at: Math.max(which.lanes.opensAt(), windowOf(which)),
      }))
      const ready = opening.find(({ at }) => at <= now())
      if (ready === undefined) {
        const soonest = Math.min(...opening.map(({ at }) => at))
        if (soonest !== Infinity) timer = setTimeout(pump, Math.ceil(soonest - now()))
        return
      }
      const job = ready.lanes.take()
      if (job === undefined) return
      if (Number.isFinite(starts) && started.push(now()) > starts) started.shift()
      start(job)
    }
  }

  /** When so few jobs have started within the window that one more may. */
  function windowOf({ starts }: { starts: number }): number {
    const at = started[started.length - starts]
    return at === undefined ? -Infinity : at + windowMs
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
      lanesOf(job).push(job)
      pump()
    },
    remove: (job) => lanesOf(job).remove(job),
    hold: (lane, ms) => {
      for (const { lanes } of classes) lanes.hold(lane, ms)
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
