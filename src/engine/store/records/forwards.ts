import type { DeliveryFilter } from '../../../shared/deliveryFilter.ts'

/** State of a delivery for a forwarding rule, besides its attempts. */
export interface ForwardRow {
  ruleId: string
  deliveryId: string
  /** `running`: in flight, or was when the process ended; `failed`: given up; `settled`: nothing to record. */
  state: 'running' | 'waiting' | 'failed' | 'settled'
  /** Number of failed tries. */
  tries: number
  /** When one that waits is tried again; milliseconds since the epoch, as `changedAt`. */
  dueAt: number | null
  changedAt: number
}

/** How far a forwarding rule has come, as it noted that itself. */
export interface ForwardProgressRow {
  ruleId: string
  environmentId: string
  progress: unknown
}

/** The deliveries of one object; of none where one of both is null. */
export interface ForwardLane {
  resourceType: string | null
  resourceId: string | null
}

/** Query for the deliveries that a forwarding rule still has to send. */
export interface ToForwardQuery {
  ruleId: string
  environmentId: string
  filter: DeliveryFilter
  after: number
  /** Null: up to the newest that is indexed. */
  upTo: number | null
  limit: number
  /** Only those of one lane. */
  lane?: ForwardLane | undefined
  failedBefore: FailedBefore
}

/**
 * Failed deliveries that are sent once more: up to this id, where they failed before `at`. A failure later than `now` was
 * noted while the clock was ahead, so it counts as earlier.
 */
export interface FailedBefore {
  id: number
  /** Milliseconds since the epoch, as `now`. */
  at: number
  now: number
}

/** A delivery that a rule has still to send. `row`: what the rule noted of it. */
export interface ToForward extends ForwardLane {
  id: number
  row: ForwardRow | null
}

/** In order of arrival, and up to where was looked. */
export interface ToForwardPage {
  items: ToForward[]
  upTo: number
  more: boolean
}

/** How many a rule has still to send; `more`: there may be others. */
export interface WaitingForwards {
  waiting: number
  more: boolean
  failed: number
}
