import { dueIn } from '../../shared/basics/timers.ts'
import type { SandboxSettings } from '../../shared/wireTypes.ts'
import type { OutboxJob } from '../state/state.ts'
import { attemptDelivery, isSuccess, mayRetry, problemOf, type SendingOptions } from './attemptDelivery.ts'
import type { Outcome } from './postBytes.ts'

const inParallel = 16
const kept = 100
/** Maximum number of pending notifications; new ones are given up beyond it, so that the emulator's memory stays bounded. */
const largestBacklog = 10_000
/** Longest wait of any schedule, ms. */
const maxWaitMs = 7 * 24 * 3_600_000

export interface OutboxOptions extends SendingOptions {
  settings: () => Pick<SandboxSettings, 'retryWaits' | 'timeFactor'>
  changed: () => void
}

type NewJob = Pick<OutboxJob, 'body' | 'signing' | 'signedBody' | 'lostAnswers'> &
  Pick<OutboxJob['entry'], 'notificationId' | 'resourceType' | 'action'> & {
    /** Delay of the first attempt, ms; absent for none. */
    waitMs?: number
  }

export interface Outbox {
  /** Resumes the jobs that an earlier run left unfinished in the state. Call it once. */
  resume(): void
  /** Queues a notification. */
  enqueue(job: NewJob): void
  /** Gives up all queued and delayed jobs; attempts in flight go on. */
  dropAll(reason: string): void
  /** Removes all jobs and aborts the attempts in flight. Resolves when none is left. */
  clear(): Promise<void>
  /** Lets attempts in flight end (for at most `graceMs`, default 1000). Unfinished jobs stay in the state. */
  stop(graceMs?: number): Promise<void>
}

interface Sending {
  options: OutboxOptions
  queue: OutboxJob[]
  timers: Map<OutboxJob, NodeJS.Timeout>
  running: Map<OutboxJob, Promise<void>>
  abort: AbortController
  stopped: boolean
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

function wait(sending: Sending, job: OutboxJob, milliseconds: number): void {
  if (sending.stopped) {
    return
  }
  const timer = setTimeout(() => {
    sending.timers.delete(job)
    sending.queue.push(job)
    fill(sending)
  }, milliseconds)
  sending.timers.set(job, timer)
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
    entry.nextAttemptAt = new Date(Date.now() + pause).toISOString()
    wait(sending, job, pause)
  }
}

async function run(sending: Sending, job: OutboxJob): Promise<void> {
  const { changed } = sending.options
  const { signal } = sending.abort
  if (job.entry.state === 'retrying') {
    job.entry.attempt += 1
  }
  Object.assign(job.entry, { state: 'sending', at: new Date().toISOString(), nextAttemptAt: null })
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
  for (const timer of sending.timers.values()) {
    clearTimeout(timer)
  }
  for (const { entry } of [...sending.queue, ...sending.timers.keys()]) {
    Object.assign(entry, { state: 'given-up', problem: reason, nextAttemptAt: null })
  }
  sending.timers.clear()
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
    at: new Date().toISOString(),
    state: 'sending',
    status: null,
    problem: null,
    nextAttemptAt: waitMs === 0 ? null : new Date(Date.now() + waitMs).toISOString(),
  }
  const job = { entry, ...message }
  state.jobs.push(job)
  if (sending.queue.length + sending.timers.size >= largestBacklog) {
    entry.state = 'given-up'
    entry.problem = `More than ${largestBacklog} notifications wait to be sent; this one was dropped.`
    trim(sending)
  } else if (waitMs > 0) {
    wait(sending, job, waitMs)
  } else {
    sending.queue.push(job)
    fill(sending)
  }
  changed()
}

async function clear(sending: Sending): Promise<void> {
  for (const timer of sending.timers.values()) {
    clearTimeout(timer)
  }
  sending.timers.clear()
  sending.queue.length = 0
  const { abort, running } = sending
  sending.abort = new AbortController()
  abort.abort()
  await Promise.all(running.values())
  // An attempt that was answered just before the abort may have scheduled a retry.
  for (const timer of sending.timers.values()) {
    clearTimeout(timer)
  }
  sending.timers.clear()
  sending.options.state.jobs = []
  sending.options.changed()
}

async function stop(sending: Sending, graceMs: number): Promise<void> {
  sending.stopped = true
  for (const timer of sending.timers.values()) {
    clearTimeout(timer)
  }
  const cut = setTimeout(() => sending.abort.abort(), graceMs)
  await Promise.all(sending.running.values())
  clearTimeout(cut)
}

function resume(sending: Sending): void {
  for (const job of sending.options.state.jobs.filter(isUnfinished)) {
    const due = job.entry.nextAttemptAt === null ? 0 : Date.parse(job.entry.nextAttemptAt)
    wait(sending, job, dueIn(due, Date.now(), maxWaitMs))
  }
}

/** Starts the sender of notifications. Sends at most 16 at a time, retries by the schedule, and records jobs in the state. */
export function startOutbox(options: OutboxOptions): Outbox {
  const sending: Sending = {
    options,
    queue: [],
    timers: new Map(),
    running: new Map(),
    abort: new AbortController(),
    stopped: false,
  }
  return {
    resume: () => resume(sending),
    enqueue: (job) => enqueue(sending, job),
    dropAll: (reason) => dropAll(sending, reason),
    clear: () => clear(sending),
    stop: (graceMs = 1000) => stop(sending, graceMs),
  }
}
