import type { EventLog } from '../events/startEventLog.ts'
import { defaultDeadlineMs, startOutbound } from '../outbound/startOutbound.ts'
import type { NewAttempt, StoredAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import { forwardOne, neverSent } from './forwardOne.ts'
import type { ForwardTarget } from './forwardTarget.ts'
import { planTry } from './planTry.ts'
import { type OurAddresses, refusalBeyondLoopback, refusalOf } from './ourAddresses.ts'
import { startLine } from './startLine.ts'
import { type ArrivalsFrom, watchArrivals } from './watchArrivals.ts'

/** Sends each new delivery on to a local app, until it is stopped. */
export interface Forwarding {
  /**
   * Call it when nothing more is received. Lets what waits and what is under way finish, for a short while; what is left
   * then is kept as attempts that say so. The store must still be open.
   */
  stop(): Promise<void>
}

export interface ForwardingOptions {
  store: Pick<Store, 'get' | 'list' | 'addAttempt'>
  events: Pick<EventLog, 'publish' | 'subscribe'>
  from: ArrivalsFrom
  target: ForwardTarget
  ours: OurAddresses
  /** The user allowed the target's host, which may be beyond this machine. */
  isAllowed?: boolean
  /** See openHopId. */
  hopId: string
  /** Called for every attempt once it is kept, in addition to the event. */
  onAttempt?: ((attempt: StoredAttempt) => void) | undefined
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
  /** For one exchange, ms. Default 30,000. */
  deadlineMs?: number
  /** How long a stop waits for the app, ms. Default 2000. */
  patienceMs?: number
}

interface Job {
  id: string
  environmentId: string
  method: string
  /** performance.now() */
  queuedAt: number
}

/** Maximum deliveries in flight; they begin in order of arrival. */
const atOnce = 4

/** Starts to forward. Runs independently of the receiver: only ids of deliveries are queued, and no sender waits for the app. */
export function startForwarding(options: ForwardingOptions): Forwarding {
  const { store, target, ours, hopId, log, patienceMs = 2000 } = options
  const outbound = startOutbound({ refuse: options.isAllowed ? refusalOf(ours) : refusalBeyondLoopback(ours) })
  const abort = new AbortController()
  const deadlineMs = options.deadlineMs ?? defaultDeadlineMs
  const tools = { target, ours, hopId, outbound, deadlineMs, signal: abort.signal, now: Date.now }

  async function keep(attempt: NewAttempt): Promise<void> {
    const isTaken = planTry(attempt, { tries: 1, retries: 0, now: 0 }).kind === 'taken'
    const state = isTaken ? 'done' : 'failed'
    const { deliveryId, kind, status } = attempt
    const row = { ruleId: 'listen', deliveryId, state, tries: 1, dueAt: null, again: false } as const
    const stored = { ...attempt, id: await store.addAttempt(attempt, row) }
    const forward = { state: isTaken ? 'done' : 'failed', status } as const
    options.events.publish([{ type: 'attempt', deliveryId, attemptId: stored.id, kind, status, forward }])
    options.onAttempt?.(stored)
  }

  async function run({ id, queuedAt }: Job): Promise<void> {
    try {
      const queue = performance.now() - queuedAt
      const delivery = await store.get(id)
      // Deleted while it waited: there is nothing to send, and nothing to keep an attempt with.
      if (delivery !== null) await keep(await forwardOne(tools, delivery, queue))
    } catch (error) {
      log('warn', `Delivery ${id} could not be forwarded, or its outcome could not be kept: ${String(error)}`)
    }
  }

  const line = startLine(atOnce, run)
  const arrivals = watchArrivals(options.events, options.from, ({ id, environmentId, method }) => {
    line.push({ id, environmentId, method, queuedAt: performance.now() })
  })

  /** Keeps queued deliveries as not sent, and reports them. */
  async function giveUp(left: readonly Job[]): Promise<void> {
    if (left.length === 0) return
    log('warn', `${left.length} deliveries still waited to be forwarded; each has an attempt that says so.`)
    const times = ({ queuedAt }: Job) => ({ now: Date.now(), queue: performance.now() - queuedAt })
    const kept = await Promise.allSettled(left.map(async (job) => keep(neverSent(job, target, times(job)))))
    const lost = kept.filter(({ status }) => status === 'rejected').length
    if (lost > 0) log('warn', `Of ${lost} of them not even that could be kept.`)
  }

  return {
    stop: async () => {
      await arrivals.stop(store)
      await atMost(patienceMs, line.idle())
      const { left, finished } = line.stop()
      abort.abort()
      await Promise.all([finished, giveUp(left)])
      await outbound.close()
    },
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
