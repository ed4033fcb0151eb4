import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import type { ForwardRule, ForwardState } from '../../shared/wireTypes.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { NewAttempt, StoredAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import type { ForwardTarget } from './forwardTarget.ts'
import type { LanePlan } from './lanePlan.ts'
import type { OurAddresses } from './ourAddresses.ts'
import type { Progress } from './progress.ts'

/** A rule as it is run. */
export interface ReadyRule {
  rule: Omit<ForwardRule, 'state'>
  environmentId: string
  target: ForwardTarget
  filter: DeliveryFilter
  outbound: Outbound
}

/** Time, so that a test can step it. */
export interface ForwardClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Returns how to cancel. */
  after(ms: number, run: () => void): () => void
}

export interface RunTools {
  store: Store
  ours: OurAddresses
  hopId: string
  clock: ForwardClock
  /** Whether anything may be sent yet. */
  hasBegun(): boolean
  /** An attempt was kept, or how far the rule has come changed; see `changed`. */
  onAttempt(attempt: StoredAttempt): Promise<void>
  onProgress(environmentId: string): void
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

/** What the functions beside know of a run. */
export interface Running {
  tools: RunTools
  ready: ReadyRule
  progress: Progress
  plan: LanePlan
  /** Everything up to here was read. */
  readTo: number
  underWay: Set<number>
  /** Exchanges whose answer goes back to the sender. */
  asking: Set<Promise<void>>
  signal: AbortSignal
  last: ForwardState['last']
  counted(outcome: 'sent' | 'failed'): void
}

/** What a screen says of the last exchange. */
export function lastOf({ deliveryId, startedAt, status, timing, error }: NewAttempt): ForwardState['last'] {
  const at = new Date(startedAt).toISOString()
  return { deliveryId, at, status, totalMs: timing.total, problem: error?.message ?? null }
}
