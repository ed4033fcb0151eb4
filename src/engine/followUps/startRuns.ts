import type { FollowUp } from '../../shared/model.ts'
import { cancelled, type Conclusion } from './conclude.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import { createRunBook, type RunBook, type RunsSize } from './runBook.ts'
import { type FollowUpOutcome, type Run, runOnce, type RunTools, publish } from './runOnce.ts'
import { type Queue, startQueue } from './startQueue.ts'

/** Every follow-up that is in memory: it waits for its turn, runs, or waits to be tried again soon. */
export interface Runs {
  has(deliveryId: string): boolean
  /** The delivery whose run is the follow-up of this notification; undefined when none is in memory. */
  ownerOf(target: Pick<FollowUpTarget, 'environmentId' | 'notificationId'>): string | undefined
  size(): RunsSize
  /**
   * Puts it in line. Does nothing when it is there already.
   * @param how `live`: it has just arrived, and goes before all that is only made up for; `unchecked`: it has no record
   */
  add(target: FollowUpTarget, how: { live: boolean; unchecked: boolean }): void
  /**
   * A person opened its delivery: it goes before all others in line, within the same limits. One that waits to be tried
   * again keeps its pause. Does nothing when it is under way.
   */
  prefer(target: FollowUpTarget, unchecked: boolean): void
  /** Waits until then and puts it in line; `holdsAll`: nothing else of its environment starts before. */
  addLater(target: FollowUpTarget, next: { dueAt: number; holdsAll: boolean }): void
  /**
   * Runs it at once, out of line. One that is under way is waited for, and enough when it ends there.
   * @param recorded whether its outcome is the follow-up of its notification, and is retried
   */
  runNow(target: FollowUpTarget, recorded: boolean): Promise<FollowUpOutcome>
  /** Takes all of an environment out of line that are only made up for; answers which. */
  clear(environmentId: string): FollowUpTarget[]
  /** Takes it out of line or breaks it off. Null when nothing of it is in memory. */
  cancel(deliveryId: string): Promise<FollowUp | null>
  /** Its outcome is no longer the follow-up of its notification. */
  disown(deliveryId: string): void
  begin(): void
  /** Starts nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>
}

/** Hears of those whose record is kept. */
export interface RunsListener {
  /** Its outcome is on disk, or nothing had to be; it may be tried again, see onLater. */
  onSettled(target: FollowUpTarget): void
  /** It left memory, and on disk is only what was there before. */
  onGivenBack(target: FollowUpTarget): void
  /** It left memory and is tried again then (ms since the epoch), as its record says. */
  onLater(target: FollowUpTarget, dueAt: number): void
  /** Nothing of an environment starts for so many ms. */
  onHold(environmentId: string, ms: number): void
  /** One has left the line: there may be room for another. */
  onLeft(): void
}

export interface RunsOptions extends RunTools {
  /** So many that wait to be tried again are kept in memory; the others leave it until they are due. */
  mostLater: number
  /** Whether the notification of a delivery without a record has had no follow-up yet. */
  isNeeded(target: FollowUpTarget): Promise<boolean>
  /** Whether nothing can be requested for an environment, so that its follow-ups are skipped without taking a place in line. */
  isWithoutCredentials(environmentId: string): boolean
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

/**
 * Kind to the service: a burst of notifications must not become a flood of requests. And to those who send: each costs the
 * thread that receives as much as some deliveries, so that 50 a second are a few hundredths of it, whatever waits.
 */
const limits = { concurrency: 4, starts: 100, windowMs: 2000, forUrgent: { concurrency: 1, starts: 20 } }

/** What makes no request needs no turn; so many are written down at once. */
const unlimited = { concurrency: 16, starts: Infinity, windowMs: 0, forUrgent: { concurrency: 4, starts: 0 } }

/** Whatever one object's answer asks for, others are tried after so long, ms: the service may say no again. */
const longestHold = 60_000

interface Line {
  options: RunsOptions
  listener: RunsListener
  book: RunBook
  queue: Queue<Run>
  isStopping(): boolean
}

/** Starts the line; nothing runs before `begin`. */
export function startRuns(options: RunsOptions, listener: RunsListener): Runs {
  const { now } = options
  const book = createRunBook()
  let stopping = false
  const attempt = async (run: Run) => {
    await (run.unchecked ? checkAndGo(line, run) : go(line, run)).catch((error: unknown) =>
      options.log('warn', 'a follow-up could not be recorded', { error: String(error) }),
    )
  }
  const order = {
    laneOf: ({ target }: Run) => target.environmentId,
    rankOf: ({ live, opened }: Run) => (opened ? 'first' : live ? 'urgent' : 'other'),
  } as const
  const queue = withSkipLine(
    startQueue<Run>({ ...order, limits, run: attempt }),
    (run) => options.isWithoutCredentials(run.target.environmentId),
    (run) => startQueue<Run>({ ...order, limits: unlimited, run }),
    attempt,
  )
  const line: Line = { options, listener, book, queue, isStopping: () => stopping }

  return {
    has: (deliveryId) => book.get(deliveryId) !== undefined,
    ownerOf: book.ownerOf,
    size: book.size,
    add: (target, how) => {
      if (book.get(target.deliveryId) !== undefined) return
      queue.push(book.create(target, { recorded: true, queuedAt: now(), ...how }))
    },
    prefer: (target, unchecked) => {
      const known = book.get(target.deliveryId)
      if (known === undefined) {
        queue.push(book.create(target, { recorded: true, live: true, opened: true, unchecked, queuedAt: now() }))
      } else if (!known.opened && queue.remove(known)) {
        known.opened = true
        queue.push(known)
      }
    },
    addLater: (target, next) => {
      if (book.get(target.deliveryId) !== undefined) return
      const run = book.create(target, { recorded: true, live: false, unchecked: false, queuedAt: now() })
      wait(line, run, next)
      if (run.timer === undefined) forget(line, run)
    },
    runNow: async (target, recorded) => {
      const before = await book.get(target.deliveryId)?.underWay
      if (before != null && (before.followUp.state !== 'waiting' || stopping)) return before
      const known = book.get(target.deliveryId)
      const run = known ?? book.create(target, { recorded, live: true, unchecked: false, queuedAt: now() })
      takeOut(line, run)
      run.target = target
      run.queuedAt = now()
      return go(line, run)
    },
    clear: (environmentId) => {
      const waiting = book
        .all()
        .filter((run) => run.target.environmentId === environmentId && run.recorded && !run.live && queue.remove(run))
      for (const run of waiting) forget(line, run)
      return waiting.map(({ target }) => target)
    },
    cancel: async (deliveryId) => cancel(line, deliveryId),
    disown: book.disown,
    begin: () => queue.begin(),
    stop: async () => {
      stopping = true
      for (const run of book.all()) book.stopTimer(run)
      await Promise.allSettled([queue.stop(), ...book.all().map(({ underWay }) => underWay)])
    },
  }
}

/** A queue whose jobs that make no request pass by the line, so that nothing waits behind them. */
function withSkipLine(
  queue: Queue<Run>,
  makesNoRequest: (run: Run) => boolean,
  open: (run: (run: Run) => Promise<void>) => Queue<Run>,
  attempt: (run: Run) => Promise<void>,
): Queue<Run> {
  // Credentials may have come meanwhile: then it takes its place in line after all.
  const skips = open(async (run) => (makesNoRequest(run) ? attempt(run) : queue.push(run)))
  return {
    push: (run) => (makesNoRequest(run) ? skips : queue).push(run),
    remove: (run) => queue.remove(run) || skips.remove(run),
    hold: queue.hold,
    begin: () => {
      queue.begin()
      skips.begin()
    },
    stop: async () => void (await Promise.all([queue.stop(), skips.stop()])),
  }
}

function forget({ book, listener }: Line, run: Run): void {
  if (book.forget(run)) listener.onLeft()
}

/** Takes it out of line; from here on it is somebody else's to run. */
function takeOut({ book, queue }: Line, run: Run): void {
  run.unchecked = false
  book.stopTimer(run)
  queue.remove(run)
}

async function checkAndGo(line: Line, run: Run): Promise<void> {
  const needed = await line.options.isNeeded(run.target).catch((error: unknown) => {
    forget(line, run)
    line.listener.onGivenBack(run.target)
    throw error
  })
  // Meanwhile a person may have run it, or cancelled it.
  if (!run.unchecked) return
  run.unchecked = false
  if (needed) return void (await go(line, run))
  forget(line, run)
  line.listener.onSettled(run.target)
}

async function go(line: Line, run: Run): Promise<FollowUpOutcome> {
  run.underWay ??= tryAndWait(line, run).finally(() => {
    run.underWay = null
    if (run.timer === undefined) forget(line, run)
  })
  return run.underWay
}

async function tryAndWait(line: Line, run: Run): Promise<FollowUpOutcome> {
  const { options, listener, isStopping } = line
  const { next, stopped, ...outcome } = await runOnce(options, run, isStopping).catch((error: unknown) => {
    if (run.recorded) listener.onGivenBack(run.target)
    throw error
  })
  if (run.recorded && !stopped) listener.onSettled(run.target)
  if (next !== null) wait(line, run, next)
  return outcome
}

function wait(line: Line, run: Run, { dueAt, holdsAll }: NonNullable<Conclusion['next']>): void {
  const { options, listener, book, queue } = line
  const { now, rules, mostLater } = options
  // A clock that was set back must not put it off for days.
  const pause = Math.min(Math.max(dueAt - now(), 0), rules.longestPause)
  if (holdsAll) {
    const hold = Math.min(pause, longestHold)
    queue.hold(run.target.environmentId, hold)
    listener.onHold(run.target.environmentId, hold)
  }
  if (line.isStopping()) return
  if (book.size().later >= mostLater && run.recorded) {
    listener.onLater(run.target, now() + pause)
    return
  }
  book.startTimer(run, pause, () => {
    run.queuedAt = now()
    queue.push(run)
  })
  listener.onLeft()
}

async function cancel(line: Line, deliveryId: string): Promise<FollowUp | null> {
  const { book, options, listener } = line
  const run = book.get(deliveryId)
  if (run === undefined) return null
  run.abort?.abort()
  const outcome = await run.underWay
  // It may have ended before it could be broken off, and be over, or wait to be tried again.
  if (book.get(deliveryId) !== run) return outcome?.followUp ?? null
  takeOut(line, run)
  await publish(options, run, cancelled).finally(() => forget(line, run))
  if (run.recorded) listener.onSettled(run.target)
  return cancelled
}
