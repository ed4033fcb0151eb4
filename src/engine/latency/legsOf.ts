import { transitMs } from '../../shared/transit.ts'
import type { LatencyLeg } from '../../shared/codes/latencyLegs.ts'

/** The moments of one delivery, ms since the epoch; null where one is not known or did not come. */
export interface Moments {
  /** By the sender's clock; all others by ours. */
  createdAt: number | null
  receivedAt: number
  committedAt: number | null
  answeredAt: number | null
  /** When the first follow-up that found the object ended. */
  fetchedAt: number | null
}

/** How long each leg took, ms. Only the first can be negative: it spans two clocks, and is null where they cannot be compared. */
export type Legs = Record<LatencyLeg, number | null>

/** The legs between the moments of a delivery. Pure. */
export function legsOf({ createdAt, receivedAt, committedAt, answeredAt, fetchedAt }: Moments): Legs {
  return {
    sentToReceived: transitMs(createdAt, receivedAt),
    receivedToCommitted: span(receivedAt, committedAt),
    committedToAnswered: span(committedAt, answeredAt),
    receivedToAnswered: span(receivedAt, answeredAt),
    receivedToFetched: span(receivedAt, fetchedAt),
  }
}

/** A clock that was set back in between must not make a span negative. */
function span(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from)
}

/** Whether the sender waited for this answer; null where the time of the answer or the sender's limit is not known. Pure. */
export function isInTime({ receivedToAnswered }: Legs, limitMs: number | null): boolean | null {
  return receivedToAnswered === null || limitMs === null ? null : receivedToAnswered <= limitMs
}
