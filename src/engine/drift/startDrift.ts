import { setTimeout as wait } from 'node:timers/promises'
import type { HookscopeEvent } from '../../shared/wireTypes.ts'
import type { ChangeFindings } from '../store/records/changes.ts'
import type { Store } from '../store/store.ts'

/** Compares deliveries with the shape of their type, after they are answered and indexed. */
export interface Drift {
  /** Something arrived or was fetched: it is compared when nothing more has come for a moment. */
  wake(): void
  /** Compares what is pending. Resolves with the number that is still pending when the time is up. */
  catchUp(): Promise<number>
  /** Accepts changes. Returns how many were not accepted before. */
  accept(numbers: readonly number[]): Promise<number>
  stop(): Promise<void>
}

export interface DriftOptions {
  store: Pick<Store, 'findChanges' | 'addChanges' | 'acceptChanges' | 'deliveriesShowing' | 'changesOfDeliveries'>
  /** JSON pointers of secrets: nothing is learned of their values. */
  hidden(): readonly string[]
  events: { publish(events: readonly HookscopeEvent[]): void }
  now(): number
  onProblem(error: unknown): void
}

/** A burst is compared at its end, or after the longer delay, ms. */
const delayMs = { quiet: 300, max: 10_000 }
/** Pause between two steps, ms: queries come first. */
const pauseMs = 10
/** While the index is rebuilt, samples are missing in it: pause before it is looked at again, ms. */
const retryDelayMs = 1000
/** A caller waits this long for what is pending, ms. */
const catchUpTimeoutMs = 2000
/** Deliveries whose rows are updated at most. */
const maxPublished = 2000

/** Makes it. One pass runs at a time, in short steps on the thread that reads. */
export function startDrift({ store, hidden, events, now, onProblem }: DriftOptions): Drift {
  let timer: NodeJS.Timeout | undefined
  let firstWakeAt: number | null = null
  let pass: Promise<number> | null = null
  let isStopped = false

  /** Deliveries and objects that were pending after the last step. */
  let latest = 0
  let stored: Pick<ChangeFindings, 'deliveriesUpTo' | 'attemptsUpTo'> | null = null

  async function publish(found: number, ids: readonly string[]): Promise<void> {
    events.publish([{ type: 'changes', found, deliveries: await store.changesOfDeliveries(ids) }])
  }

  /** Compares some of what is pending. Returns whether that went on: it does not while the index is rebuilt. */
  async function step(): Promise<boolean> {
    const findings = await store.findChanges(hidden())
    const { changes, deliveriesUpTo, attemptsUpTo } = findings
    latest = findings.pending
    const isSame = stored?.deliveriesUpTo === deliveriesUpTo && stored.attemptsUpTo === attemptsUpTo
    if (isStopped || isSame) return findings.learning
    const found = await store.addChanges(findings)
    stored = { deliveriesUpTo, attemptsUpTo }
    const ids = new Set(changes.flatMap(({ marks }) => marks.map(({ deliveryId }) => String(deliveryId))))
    if (ids.size > 0) await publish(found, [...ids])
    return true
  }

  async function run(): Promise<number> {
    let goesOn = await step()
    while (goesOn && latest > 0 && !isStopped) {
      await wait(pauseMs)
      goesOn = await step()
    }
    if (latest > 0 && !isStopped) timer = setTimeout(start, retryDelayMs)
    return latest
  }

  /** Deliveries that come while a pass is at its last step get a further one. */
  async function runOnce(): Promise<number> {
    clearTimeout(timer)
    firstWakeAt = null
    const before = pass ?? Promise.resolve(0)
    const mine = before.catch(() => 0).then(run)
    pass = mine
    return mine
  }

  const start = (): void => void runOnce().catch(onProblem)

  return {
    wake() {
      if (isStopped) return
      firstWakeAt ??= now()
      clearTimeout(timer)
      const delay = Math.max(0, Math.min(delayMs.quiet, firstWakeAt + delayMs.max - now()))
      timer = setTimeout(start, delay)
    },
    async catchUp() {
      const late = new AbortController()
      const timeout = wait(catchUpTimeoutMs, null, { signal: late.signal, ref: false }).catch(() => null)
      const pending = await Promise.race([runOnce(), timeout])
      late.abort()
      return pending ?? latest
    },
    async accept(numbers) {
      const ids = await store.deliveriesShowing(numbers, maxPublished)
      const accepted = await store.acceptChanges(numbers, now())
      if (accepted > 0) await publish(0, ids)
      return accepted
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await pass?.catch(() => undefined)
    },
  }
}
