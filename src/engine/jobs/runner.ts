import { dueIn } from '../../shared/basics/timers.ts'
import type { Job, JobKind } from '../store/records/jobs.ts'
import type { Store } from '../store/store.ts'

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
  /** The part of these two that backfilled jobs leave free. */
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
  /** Whether jobs may start now. Call `look` when that changes. Default: always. */
  isOn?: () => boolean
  /** Runs a claimed job and keeps its outcome. */
  run(job: Job, signal: AbortSignal): Promise<Run>
  onProblem(error: unknown): void
}

/** After a problem of the store, ms. */
const retryDelayMs = 500
/** No timer is longer, ms, because the clock may be set in the meantime. */
const maxTimerMs = 60_000

/** How many jobs may start now, and when more may because others started too recently. */
interface Room {
  limit: number
  /** For backfilled jobs. */
  lowLimit: number
  opensInMs: number
}

/**
 * Runs the jobs of one kind, or of one owner, when they are due: claims them, runs them within limits, and looks again when
 * the next one is due. Pending jobs stay on disk; only those in flight are in memory.
 */
export class Runner<Run extends JobRun> {
  private readonly options: RunnerOptions<Run>
  private readonly running = new Map<number, RunningJob<Run>>()
  /** Owners that wait, until when by the monotonic clock. */
  private readonly held = new Map<string, number>()
  /** When the last jobs started, oldest first. */
  private readonly started: number[] = []
  /** Jobs whose outcome could not be kept, or that were claimed while the runner stopped. */
  private unkept: Job[] = []
  private isOpen = false
  private claiming: Promise<void> | null = null
  private isAsked = false
  private cancelTimer = () => {}
  private readonly stops: (() => void)[]

  constructor(options: RunnerOptions<Run>) {
    this.options = options
    const look = () => this.look()
    this.stops = [options.store.onHealth(look), options.store.onDeletion(look)]
  }

  begin(): void {
    this.isOpen = true
    this.look()
  }

  /** There may be something due. */
  look(): void {
    this.isAsked = true
    if (!this.isOpen || this.claiming !== null) return
    this.claiming = this.claimDue().finally(() => {
      this.claiming = null
      if (this.isAsked) this.look()
    })
  }

  find(deliveryId: string): RunningJob<Run> | undefined {
    return [...this.running.values()].find(({ job }) => job.deliveryId === deliveryId)
  }

  /** Resolves when every job that is marked as running can be found here. */
  async claimed(): Promise<void> {
    await this.claiming
  }

  /** Everything in flight of one owner. */
  ofOwner(owner: string): RunningJob<Run>[] {
    return [...this.running.values()].filter(({ job }) => job.owner === owner)
  }

  inFlight(): number {
    return this.running.size
  }

  /** Runs a job that is marked as running already, outside of the limits. */
  start(job: Job, run: (signal: AbortSignal) => Promise<Run>): RunningJob<Run> {
    const aborts = new AbortController()
    const outcome = run(aborts.signal).then(
      (ended) => {
        if (ended.holdMs !== null) this.hold(job.owner, ended.holdMs)
        return ended
      },
      (error: unknown) => {
        this.unkept.push(job)
        throw error
      },
    )
    const entry = { job, outcome, abort: () => aborts.abort() }
    this.running.set(job.id, entry)
    void outcome.catch(this.options.onProblem).finally(() => {
      this.running.delete(job.id)
      this.look()
    })
    return entry
  }

  /** Starts nothing more. Resolves when what is in flight has ended. */
  async stop(): Promise<void> {
    this.isOpen = false
    this.cancelTimer()
    for (const stop of this.stops) stop()
    await this.claiming
    await Promise.allSettled([...this.running.values()].map(({ outcome }) => outcome))
    await this.giveBack(0).catch(() => undefined)
  }

  private lookIn(ms: number): void {
    this.cancelTimer()
    this.cancelTimer = this.options.clock.after(Math.min(Math.ceil(ms), maxTimerMs), () => this.look())
  }

  private async claimDue(): Promise<void> {
    const { store, clock, isOn, onProblem } = this.options
    this.isAsked = false
    this.cancelTimer()
    if (isOn?.() === false || store.health().state !== 'ok') return
    try {
      await this.giveBack(clock.now() + retryDelayMs)
      const room = this.room()
      if (room.limit > 0) await this.claim(room)
      else if (room.opensInMs > 0) this.lookIn(room.opensInMs)
    } catch (error) {
      onProblem(error)
      this.isAsked = false
      this.lookIn(retryDelayMs)
    }
  }

  private async claim({ limit, lowLimit, opensInMs }: Room): Promise<void> {
    const { store, kind, owner, maxWaitMs, clock, limits, run } = this.options
    const holds = [...this.held].filter(([, until]) => until > performance.now())
    const held = holds.map(([name]) => name)
    const asked = { kind, owner, held, limit, lowLimit, now: clock.now(), maxWaitMs }
    const { jobs, nextDueAt } = await store.claimJobs(asked)
    if (!this.isOpen) {
      this.unkept.push(...jobs)
      return
    }
    for (const job of jobs) {
      if (limits.starts !== Infinity && this.started.push(performance.now()) > limits.starts) this.started.shift()
      this.start(job, async (signal) => run(job, signal))
    }
    const waits = holds.map(([, until]) => until - performance.now())
    if (nextDueAt !== null) waits.push(waitFor(nextDueAt, clock.now(), maxWaitMs))
    if (opensInMs > 0) waits.push(opensInMs)
    // Where there was room for more, nothing else is due: another claim would be an empty transaction.
    const isMoreDue = jobs.length > 0 && jobs.length >= Math.min(limit, lowLimit)
    const wait = isMoreDue ? 0 : Math.min(Infinity, ...waits)
    if (wait <= 0) this.isAsked = true
    else if (wait !== Infinity) this.lookIn(wait)
  }

  private room(): Room {
    const { limits } = this.options
    const now = performance.now()
    const recent = this.started.filter((at) => at + limits.windowMs > now)
    const roomFor = (kept: { concurrency: number; starts: number }) =>
      Math.min(limits.concurrency - kept.concurrency - this.running.size, limits.starts - kept.starts - recent.length)
    const isFull = recent.length >= limits.starts - limits.forNew.starts
    return {
      limit: roomFor({ concurrency: 0, starts: 0 }),
      lowLimit: roomFor(limits.forNew),
      opensInMs: isFull ? (recent[0] ?? now) + limits.windowMs - now : 0,
    }
  }

  private hold(owner: string, ms: number): void {
    this.held.set(owner, Math.max(this.held.get(owner) ?? 0, performance.now() + ms))
  }

  private async giveBack(dueAt: number): Promise<void> {
    if (this.unkept.length === 0) return
    const ids = this.unkept.map(({ id }) => id)
    await this.options.store.releaseJobs(ids, dueAt)
    this.unkept = this.unkept.filter(({ id }) => !ids.includes(id))
  }
}

/** The ms until a job is to be looked for that was not claimed. */
function waitFor(dueAt: number, now: number, maxWaitMs: number): number {
  // Due because the clock was set, but the limits left no room for it.
  if (dueAt > now + maxWaitMs) return retryDelayMs
  return dueIn(dueAt, now, maxWaitMs)
}
