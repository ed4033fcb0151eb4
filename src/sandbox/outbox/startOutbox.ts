import { dueIn } from '../../shared/basics/timers.ts'
import type { SandboxSettings } from '../../shared/wireTypes.ts'
import type { SandboxClock } from '../sandboxClock.ts'
import type { OutboxJob } from '../state/state.ts'
import { attemptDelivery, isSuccess, mayRetry, problemOf, type SendingOptions } from './attemptDelivery.ts'
import type { Outcome } from './postBytes.ts'

const inParallel = 16
const kept = 100
/** Maximum number of pending notifications; new ones are given up beyond it, so that the emulator's memory stays bounded. */
const largestBacklog = 10_000

export interface OutboxOptions extends SendingOptions {
  settings: () => Pick<SandboxSettings, 'retryWaits' | 'timeFactor' | 'delayMs' | 'shuffleMs'>
  clock: SandboxClock
  changed: () => void
}

type NewJob = Pick<OutboxJob, 'body' | 'signing' | 'signedBody' | 'lostAnswers' | 'aheadMs'> &
  Pick<OutboxJob['entry'], 'notificationId' | 'resourceType' | 'action'> & {
    /** Delay of the first attempt, ms; absent for none. */
    waitMs?: number
  }

export interface Outbox {
  /** Resumes the jobs that an earlier run left unfinished in the state. Call it once. */
  resume(): void
  /** Queues a notification. */
  enqueue(job: NewJob): void
  /** Applies a change of the clock: sends the jobs that are due now, and delays the others until they are. */
  clockChanged(): void
  /**
   * Keeps the jobs that are unfinished now from being sent until they are released; new ones are sent as usual. Resolves once
   * no attempt of theirs is in flight, with how many there are. Only one hold at a time.
   */
  hold(): Promise<Hold>
  /** Gives up all queued and delayed jobs; attempts in flight go on. */
  dropAll(reason: string): void
  /** Removes all jobs and aborts the attempts in flight. Resolves when none is left. */
  clear(): Promise<void>
  /** Lets attempts in flight end (for at most `graceMs`, default 1000). Unfinished jobs stay in the state. */
  stop(graceMs?: number): Promise<void>
}

export interface Hold {
  count: number
  release(): void
}

interface Sending {
  options: OutboxOptions
  queue: OutboxJob[]
  /** Pending jobs; null for one that the frozen clock keeps from being due. */
  timers: Map<OutboxJob, NodeJS.Timeout | null>
  running: Map<OutboxJob, Promise<void>>
  /** Jobs that wait to be released. */
  held: ReadonlySet<OutboxJob>
  abort: AbortController
  stopped: boolean
  /** A moment of the sandbox's clock, ISO 8601. */
  timeAfter(milliseconds: number): string
}

function isUnfinished(job: OutboxJob): boolean {
  return job.entry.state === 'sending' || job.entry.state === 'retrying'
}

/** Drops old finished jobs. Scans all jobs, so it runs only once the list has doubled. */
function trim({ options: { state } }: Sending): void {
  if (state.jobs.length > 2 * kept) {
    const oldest = state.jobs.length - kept
    state.jobs = state.jobs.filter((job, index) => index >= oldest || isUnfinished(job))
  }
}

/**
 * Sends a job when its next attempt is due. A moment further ahead than its schedule was set before the clock went back, so
 * it is due now.
 */
function wait(sending: Sending, job: OutboxJob): void {
  if (sending.stopped || sending.held.has(job)) {
    return
  }
  const { clock } = sending.options
  const { nextAttemptAt } = job.entry
  const due = nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt)
  const milliseconds = dueIn(due, clock.now(), scheduledWaitMs(sending, job))
  const isHeld = milliseconds > 0 && clock.setting().frozenAt !== null
  const send = () => {
    sending.timers.delete(job)
    sending.queue.push(job)
    fill(sending)
  }
  sending.timers.set(job, isHeld ? null : setTimeout(send, milliseconds))
}

/** The whole wait before the attempt that is pending, ms. */
function scheduledWaitMs({ options: { settings } }: Sending, { entry }: OutboxJob): number {
  const { retryWaits, timeFactor, delayMs, shuffleMs } = settings()
  if (entry.state !== 'retrying') return delayMs + shuffleMs
  return ((retryWaits[entry.attempt - 1] ?? 0) * 1000) / timeFactor
}

function clockChanged(sending: Sending): void {
  const pending = [...sending.timers.keys()]
  stopWaiting(sending)
  for (const job of pending) wait(sending, job)
}

async function hold(sending: Sending): Promise<Hold> {
  const { options, queue, running } = sending
  const held = new Set(options.state.jobs.filter(isUnfinished))
  sending.held = held
  queue.length = 0
  stopWaiting(sending)
  await Promise.all(running.values())
  const left = () => options.state.jobs.filter((job) => held.has(job) && isUnfinished(job))
  return {
    count: left().length,
    release: () => {
      sending.held = new Set()
      for (const job of left()) wait(sending, job)
    },
  }
}

function stopWaiting({ timers }: Sending): void {
  for (const timer of timers.values()) {
    if (timer !== null) clearTimeout(timer)
  }
  timers.clear()
}

/** Updates a job after an attempt: delivered, given up, or scheduled for a retry. */
function conclude(sending: Sending, job: OutboxJob, outcome: Outcome): void {
  const { entry } = job
  const { state, settings } = sending.options
  const { retryWaits, timeFactor } = settings()
  entry.status = 'status' in outcome ? outcome.status : null
  entry.problem = problemOf(outcome)
  const seconds = retryWaits[entry.attempt - 1]
  if (isSuccess(outcome)) {
    entry.state = 'delivered'
  } else if (!state.webhookConfig.enabled || !mayRetry(outcome) || seconds === undefined) {
    entry.state = 'given-up'
  } else {
    const pause = (seconds * 1000) / timeFactor
    entry.state = 'retrying'
    entry.nextAttemptAt = sending.timeAfter(pause)
    wait(sending, job)
  }
}

async function run(sending: Sending, job: OutboxJob): Promise<void> {
  const { changed } = sending.options
  const { signal } = sending.abort
  if (job.entry.state === 'retrying') {
    job.entry.attempt += 1
  }
  Object.assign(job.entry, { state: 'sending', at: sending.timeAfter(0), nextAttemptAt: null })
  changed()
  const outcome = await attemptDelivery(job, sending.options, signal)
  sending.running.delete(job)
  // An attempt aborted by the stop does not count: the job stays unfinished and is sent after the restart.
  if ('status' in outcome || !signal.aborted) {
    conclude(sending, job, outcome)
    trim(sending)
    changed()
    fill(sending)
  }
}

function fill(sending: Sending): void {
  while (!sending.stopped && sending.running.size < inParallel) {
    const job = sending.queue.shift()
    if (job === undefined) {
      return
    }
    sending.running.set(job, run(sending, job))
  }
}

function dropAll(sending: Sending, reason: string): void {
  const { state } = sending.options
  for (const { entry } of state.jobs.filter((job) => isUnfinished(job) && !sending.running.has(job))) {
    Object.assign(entry, { state: 'given-up', problem: reason, nextAttemptAt: null })
  }
  stopWaiting(sending)
  sending.queue.length = 0
  sending.options.changed()
}

function enqueue(sending: Sending, { notificationId, resourceType, action, waitMs = 0, ...message }: NewJob): void {
  const { state, changed } = sending.options
  const entry: OutboxJob['entry'] = {
    notificationId,
    resourceType,
    action,
    attempt: 1,
    at: sending.timeAfter(0),
    state: 'sending',
    status: null,
    problem: null,
    nextAttemptAt: waitMs === 0 ? null : sending.timeAfter(waitMs),
  }
  const job = { entry, ...message }
  state.jobs.push(job)
  if (sending.queue.length + sending.timers.size >= largestBacklog) {
    entry.state = 'given-up'
    entry.problem = `More than ${largestBacklog} notifications wait to be sent; this one was dropped.`
    trim(sending)
  } else if (waitMs > 0) {
    wait(sending, job)
  } else {
    sending.queue.push(job)
    fill(sending)
  }
  changed()
}

async function clear(sending: Sending): Promise<void> {
  stopWaiting(sending)
  sending.queue.length = 0
  const { abort, running } = sending
  sending.abort = new AbortController()
  abort.abort()
  await Promise.all(running.values())
  // An attempt that was answered just before the abort may have scheduled a retry.
  stopWaiting(sending)
  sending.options.state.jobs = []
  sending.options.changed()
}

async function stop(sending: Sending, graceMs: number): Promise<void> {
  sending.stopped = true
  stopWaiting(sending)
  const cut = setTimeout(() => sending.abort.abort(), graceMs)
  await Promise.all(sending.running.values())
  clearTimeout(cut)
}

function resume(sending: Sending): void {
  for (const job of sending.options.state.jobs.filter(isUnfinished)) {
    wait(sending, job)
  }
}

/** Starts the sender of notifications. Sends at most 16 at a time, retries by the schedule, and records jobs in the state. */
export function startOutbox(options: OutboxOptions): Outbox {
  const sending: Sending = {
    options,
    queue: [],
    timers: new Map(),
    running: new Map(),
    held: new Set(),
    abort: new AbortController(),
    stopped: false,
    timeAfter: (milliseconds) => new Date(options.clock.now() + milliseconds).toISOString(),
  }
  return {
    resume: () => resume(sending),
    enqueue: (job) => enqueue(sending, job),
    clockChanged: () => clockChanged(sending),
    hold: () => hold(sending),
    dropAll: (reason) => dropAll(sending, reason),
    clear: () => clear(sending),
    stop: (graceMs = 1000) => stop(sending, graceMs),
  }
}
