import type { FollowUp } from '../../shared/model.ts'
import { cancelled } from './conclude.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import { type FollowUpOutcome, type Run, runOnce, type RunTools, tell } from './runOnce.ts'
import { type Queue, startQueue } from './startQueue.ts'

/** Every follow-up that waits for its turn, runs, or waits to be tried again in this process. */
export interface Runs {
  has(deliveryId: string): boolean
  /**
   * Puts it in line. Does nothing when it is there already.
   * @param live it has just arrived: it goes before all that is only made up for
   */
  add(target: FollowUpTarget, live: boolean): void
  /** Waits until then and puts it in line; `holdsAll`: nothing else of its environment starts before. */
  addLater(target: FollowUpTarget, next: { dueAt: number; holdsAll: boolean }): void
  /**
   * Runs it at once, out of line. One that is under way is waited for, and enough when it ends there.
   * @param recorded whether what becomes of it is the follow-up of its notification, and is tried again
   */
  runNow(target: FollowUpTarget, recorded: boolean): Promise<FollowUpOutcome>
  /** Takes it out of line or breaks it off. Null when nothing of it waits or runs. */
  cancel(deliveryId: string): Promise<FollowUp | null>
  /** What becomes of it is no longer the follow-up of its notification. */
  disown(deliveryId: string): void
  begin(): void
  /** Starts nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>
}

export interface RunsOptions extends RunTools {
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

/** Kind to the service: whoever can make it notify must not make us flood it. */
const limits = { concurrency: 4, starts: 3000, windowMs: 60_000, forUrgent: { concurrency: 1, starts: 600 } }

/** Starts the line; nothing runs before `begin`. */
export function startRuns(options: RunsOptions): Runs {
  const { now, rules } = options
  const warn = (error: unknown) => options.log('warn', 'a follow-up could not be recorded', { error: String(error) })
  const runs = new Map<string, Run>()
  let stopping = false
  const queue = startQueue<Run>({
    limits,
    laneOf: ({ target }) => target.environmentId,
    isUrgent: ({ live }) => live,
    run: async (run) => void (await go(run).catch(warn)),
  })

  function create(target: FollowUpTarget, recorded: boolean, live: boolean): Run {
    const run = newRun(target, recorded, live, now())
    runs.set(target.deliveryId, run)
    return run
  }

  async function go(run: Run): Promise<FollowUpOutcome> {
    run.underWay ??= tryAndWait(run).finally(() => {
      run.underWay = null
      // Waiting on disk, it is taken up again when the store is well, or at the next start.
      if (run.timer === undefined) runs.delete(run.target.deliveryId)
    })
    return run.underWay
  }

  async function tryAndWait(run: Run): Promise<FollowUpOutcome> {
    const { next, ...outcome } = await runOnce(options, run, () => stopping)
    if (next !== null) wait(run, next)
    return outcome
  }

  function wait(run: Run, { dueAt, holdsAll }: { dueAt: number; holdsAll: boolean }) {
    // A clock that was set back must not put it off for days.
    const pause = Math.min(Math.max(dueAt - now(), 0), rules.longestPause)
    if (holdsAll) queue.hold(run.target.environmentId, pause)
    if (stopping) return
    run.timer = setTimeout(() => {
      run.timer = undefined
      run.queuedAt = now()
      queue.push(run)
    }, pause)
  }

  return {
    has: (deliveryId) => runs.has(deliveryId),
    add: (target, live) => {
      if (!runs.has(target.deliveryId)) queue.push(create(target, true, live))
    },
    addLater: (target, next) => {
      if (!runs.has(target.deliveryId)) wait(create(target, true, false), next)
    },
    runNow: async (target, recorded) => {
      const before = await runs.get(target.deliveryId)?.underWay
      if (before != null && (before.followUp.state !== 'waiting' || stopping)) return before
      const run = runs.get(target.deliveryId) ?? create(target, recorded, true)
      takeOut(queue, run)
      run.queuedAt = now()
      return go(run)
    },
    cancel: async (deliveryId) => {
      const run = runs.get(deliveryId)
      if (run === undefined) return null
      run.abort.abort()
      const outcome = await run.underWay
      // It may have ended before it could be broken off, and be over, or wait to be tried again.
      if (!runs.has(deliveryId)) return outcome?.followUp ?? null
      takeOut(queue, run)
      runs.delete(deliveryId)
      await tell(options, run, cancelled)
      return cancelled
    },
    disown: (deliveryId) => {
      const run = runs.get(deliveryId)
      if (run !== undefined) run.recorded = false
    },
    begin: () => queue.begin(),
    stop: async () => {
      stopping = true
      for (const run of runs.values()) stopTimer(run)
      await Promise.allSettled([queue.stop(), ...Array.from(runs.values(), ({ underWay }) => underWay)])
    },
  }
}

function newRun(target: FollowUpTarget, recorded: boolean, live: boolean, queuedAt: number): Run {
  return { target, recorded, live, queuedAt, abort: new AbortController(), timer: undefined, underWay: null }
}

function takeOut(queue: Queue<Run>, run: Run): void {
  stopTimer(run)
  queue.remove(run)
}

function stopTimer(run: Run): void {
  clearTimeout(run.timer)
  run.timer = undefined
}
