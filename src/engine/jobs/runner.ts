import { dueIn } from '../../shared/basics/timers.ts'
import type { Job, JobKind, Store } from '../store/types.ts'

/** Time, so that a test can step it. */
export interface JobClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Returns how to cancel. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: JobClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export interface JobLimits {
  /** Maximum jobs in flight. */
  concurrency: number
  /** Maximum jobs that start within any `windowMs`; Infinity for as many as there are. */
  starts: number
  windowMs: number
  /** What of these two is kept free for jobs that are not backfilled. */
  forNew: { concurrency: number; starts: number }
}

/** The outcome of a run. */
export interface JobRun {
  /** Nothing of the same owner starts for this time, ms. */
  holdMs: number | null
}

/** A job in flight. */
export interface RunningJob<Run extends JobRun> {
  job: Job
  /** Rejects when its outcome could not be kept: it is due again then. */
  outcome: Promise<Run>
  abort(): void
}

export interface RunnerOptions<Run extends JobRun> {
  store: Pick<Store, 'claimJobs' | 'releaseJobs' | 'health' | 'onHealth' | 'onDeletion'>
  kind: JobKind
  /** Only jobs of this owner; null: of all, in turn. */
  owner: string | null
  limits: JobLimits
  /** The longest backoff, ms. */
  maxWaitMs: number
  clock: JobClock
  /** Whether jobs may start now; see `look`. Default: always. */
  isOn?: () => boolean
  /** Runs a claimed job and keeps what it came to. */
  run(job: Job, signal: AbortSignal): Promise<Run>
  onProblem(error: unknown): void
}

/** Runs the jobs of one kind, or of one owner, when they are due. */
export interface Runner<Run extends JobRun> {
  begin(): void
  /** There may be something due. */
  look(): void
  find(deliveryId: string): RunningJob<Run> | undefined
  /** Runs a job that is marked as running already, outside of the limits. */
  start(job: Job, run?: (signal: AbortSignal) => Promise<Run>): RunningJob<Run>
  inFlight(): number
  /** Starts nothing more. Resolves when what is in flight has ended; see `abort`. */
  stop(): Promise<void>
  abort(): void
}

/** After a problem of the store, ms. */
const retryDelayMs = 500
/** No timer is longer, ms: the clock may be set meanwhile. */
const maxTimerMs = 60_000

/**
 * Claims due jobs, runs them within limits, and looks again when the next one is due. What is pending stays on disk: in
 * memory are only the jobs in flight.
 */
export function startRunner<Run extends JobRun>(options: RunnerOptions<Run>): Runner<Run> {
  const { store, kind, owner, limits, maxWaitMs, clock, isOn = () => true, onProblem } = options
  const running = new Map<number, RunningJob<Run>>()
  /** Owners that wait, until when by the monotonic clock. */
  const held = new Map<string, number>()
  /** When the last jobs started, oldest first. */
  const started: number[] = []
  /** Jobs whose outcome could not be kept. */
  let unkept: Job[] = []
  let state: 'new' | 'open' | 'stopped' = 'new'
  let claiming: Promise<void> | null = null
  let isAsked = false
  let cancelTimer = () => {}

  function look(): void {
    isAsked = true
    if (state !== 'open' || claiming !== null) return
    claiming = pump().finally(() => {
      claiming = null
      if (isAsked) look()
    })
  }

  function lookIn(ms: number): void {
    cancelTimer()
    cancelTimer = clock.after(Math.min(Math.max(1, Math.ceil(ms)), maxTimerMs), look)
  }

  async function pump(): Promise<void> {
    isAsked = false
    cancelTimer()
    if (!isOn() || store.health().state !== 'ok') return
    try {
      await giveBack()
      const free = roomNow()
      if (free.limit <= 0) {
        if (free.opensInMs > 0) lookIn(free.opensInMs)
        return
      }
      await claim(free)
    } catch (error) {
      onProblem(error)
      isAsked = false
      lookIn(retryDelayMs)
    }
  }

  async function claim({ limit, lowLimit, opensInMs }: ReturnType<typeof roomNow>): Promise<void> {
    const holds = [...held].filter(([, until]) => until > performance.now())
    const { jobs, nextDueAt } = await store.claimJobs({
      ...{ kind, owner, limit, lowLimit, maxWaitMs },
      held: holds.map(([name]) => name),
      now: clock.now(),
    })
    if (state !== 'open') {
      unkept.push(...jobs)
      return
    }
    for (const job of jobs) {
      if (limits.starts !== Infinity && started.push(performance.now()) > limits.starts) started.shift()
      start(job)
    }
    if (jobs.length > 0) {
      isAsked = true
      return
    }
    const waits = holds.map(([, until]) => until - performance.now())
    if (nextDueAt !== null) waits.push(dueIn(nextDueAt, clock.now(), maxWaitMs))
    if (opensInMs > 0) waits.push(opensInMs)
    const wait = Math.min(Infinity, ...waits)
    if (wait <= 0) isAsked = true
    else if (wait !== Infinity) lookIn(wait)
  }

  /** How many jobs may start, and backfilled ones, and after which time more may because others started too recently. */
  function roomNow(): { limit: number; lowLimit: number; opensInMs: number } {
    const now = performance.now()
    const recent = started.filter((at) => at + limits.windowMs > now).length
    const room = (keep: { concurrency: number; starts: number }) => {
      const byStarts = limits.starts - keep.starts - recent
      return { byStarts, count: Math.min(limits.concurrency - keep.concurrency - running.size, byStarts) }
    }
    const [all, low] = [room({ concurrency: 0, starts: 0 }), room(limits.forNew)]
    const first = started.find((at) => at + limits.windowMs > now) ?? now
    const isFull = low.byStarts <= 0
    return { limit: all.count, lowLimit: low.count, opensInMs: isFull ? first + limits.windowMs - now : 0 }
  }

  function start(job: Job, run = async (signal: AbortSignal) => options.run(job, signal)): RunningJob<Run> {
    const own = new AbortController()
    const outcome = run(own.signal).then(
      (ended) => {
        if (ended.holdMs !== null) hold(job.owner, ended.holdMs)
        return ended
      },
      (error: unknown) => {
        unkept.push(job)
        throw error
      },
    )
    const entry = { job, outcome, abort: () => own.abort() }
    running.set(job.id, entry)
    outcome.catch(onProblem).finally(() => {
      running.delete(job.id)
      look()
    })
    return entry
  }

  function hold(name: string, ms: number): void {
    held.set(name, Math.max(held.get(name) ?? 0, performance.now() + ms))
  }

  /** What could not be kept, or was claimed while the runner stopped, is due again. */
  async function giveBack(): Promise<void> {
    if (unkept.length === 0) return
    const jobs = unkept
    unkept = []
    await store
      .releaseJobs(
        jobs.map(({ id }) => id),
        state === 'open' ? clock.now() + retryDelayMs : 0,
      )
      .catch((error: unknown) => {
        unkept.push(...jobs)
        throw error
      })
  }

  const stops = [
    store.onHealth(look),
    store.onDeletion(({ state }) => {
      if (state === 'restored') look()
    }),
  ]
  return {
    begin: () => {
      state = 'open'
      look()
    },
    look,
    find: (deliveryId) => [...running.values()].find(({ job }) => job.deliveryId === deliveryId),
    start,
    inFlight: () => running.size,
    stop: async () => {
      state = 'stopped'
      cancelTimer()
      for (const stop of stops) stop()
      await claiming
      await Promise.allSettled([...running.values()].map(({ outcome }) => outcome))
      await giveBack().catch(() => undefined)
    },
    abort: () => {
      for (const { abort } of running.values()) abort()
    },
  }
}
