import type { DeliverySummary, FollowUp, Headline } from '../../../shared/model.ts'

/** State of the one follow-up of a notification. It belongs to the first verified delivery that carried it. */
export interface FollowUpRecord {
  deliveryId: string
  environmentId: string
  /** Null for a follow-up that the user ran manually, for an unproven delivery or a repetition. */
  notificationId: string | null
  followUp: FollowUp
  /** Headline of the fetched object; null if none was fetched or it has none that fits into a line. */
  headline?: Headline | null
}

/** Part of a record that belongs to the summary of its delivery. */
export type NotedFollowUp = Pick<FollowUpRecord, 'followUp' | 'headline'>

/** How far the follow-ups of an environment have come: every one up to this delivery has a record, or needs none. */
export interface FollowUpCursor {
  environmentId: string
  upTo: number
}

/** Deliveries whose follow-up waits without a record, oldest first, and up to where was looked. */
export interface ToFollowPage {
  items: DeliverySummary[]
  upTo: number
  /** The search hit its limit: there may be others after `upTo` even if `items` is short. */
  more: boolean
}

/** How many follow-ups there are in each state. */
export interface FollowUpCounts {
  waiting: number
  failed: number
  /** The newest delivery whose follow-up failed, and when it came, ms since the epoch. */
  lastFailed: { deliveryId: string; receivedAt: number } | null
  /** How many of each environment were skipped for want of credentials. */
  withoutCredentials: Record<string, number>
}
