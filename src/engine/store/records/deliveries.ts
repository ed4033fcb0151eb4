import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { AnswerEnding } from '../../../shared/codes/responses.ts'
import type {
  AnswerRecord,
  CapturedRequest,
  DeliveryHandshake,
  DeliverySummary,
  DeliveryTunnel,
  Verdict,
} from '../../../shared/model.ts'
import type { Latency, ReadDeliveryQuery } from '../../../shared/wireTypes.ts'
import type { StoredAttempt } from './attempts.ts'

/** A delivery as it is handed over to be kept. */
export interface NewDelivery {
  environmentId: string
  request: CapturedRequest
  verdict: Verdict
  /** The secret that proved the signature, or null. */
  secretId: string | null
  /**
   * Status of the immediate answer after the commit: 200, 405, 413, or what a handshake or rule asks for. 0 if it answers
   * later or never; `noteAnswer` then records the outcome.
   */
  answeredStatus: number
  /** The tunnel that it came through; null or absent when it came directly. */
  tunnel?: DeliveryTunnel | null
  /** The handshake that it is; null or absent when it is none. */
  handshake?: DeliveryHandshake | null
  /** The answer that a rule chose; null or absent for the ordinary one. */
  answer?: AnswerRecord | null
  /** The caller no longer needs the body: a large one is transferred to the writer and empty afterwards. */
  handOver?: boolean
}

/** A delivery as it was kept. */
export interface StoredDelivery {
  id: string
  environmentId: string
  request: CapturedRequest
  verdict: Verdict
  secretId: string | null
  answeredStatus: number
  tunnel: DeliveryTunnel | null
  handshake: DeliveryHandshake | null
  answer: AnswerRecord | null
  /** How a late answer ended; null where there was none. */
  ending: AnswerEnding | null
  /** Lower-case hex. */
  sha256: string
  /** Milliseconds since the epoch; null when the process died before they could be noted. */
  committedAt: number | null
  answeredAt: number | null
}

/** All that is stored of a delivery. */
export interface DeliveryFacts {
  stored: StoredDelivery
  summary: DeliverySummary
  /** In order of start. */
  attempts: StoredAttempt[]
  /** The deliveries of its notification, itself among them, newest first, 500 at most; none where it carries no id. */
  copies: DeliverySummary[]
  /** The one before it of those that are as trustworthy as it is, without its body. */
  before: StoredDelivery | null
}

/** A query for deliveries. */
export interface DeliveryQuery extends Omit<ReadDeliveryQuery, 'filter'> {
  /** All of it in one, in the filter's own language. */
  filter?: DeliveryFilter | undefined
}

/** How an answer ended that did not go out at once after the commit. */
export interface LateAnswer {
  deliveryId: string
  /** 0: nothing was answered. */
  status: number
  /** Milliseconds since the epoch; null where nothing was. */
  answeredAt: number | null
  ending: AnswerEnding
}

/** Result of a later check of a stored delivery. */
export interface VerdictChange {
  deliveryId: string
  before: Verdict
  verdict: Verdict
  secretId: string | null
  /** Milliseconds since the epoch. */
  checkedAt: number
}

/** Deliveries that nothing proves, among so many that were looked at in order of arrival. */
export interface UnprovenPage {
  ids: string[]
  looked: number
  /** The last one that was looked at; null at the end. */
  last: string | null
}

/** Selects the deliveries to measure. */
export interface LatencyQuery {
  environment?: string | undefined
  /** Milliseconds since the epoch: only deliveries that came since. */
  since?: number | undefined
}

/** How long the way of the newest deliveries took. */
export type StoredLatency = Omit<Latency, 'meanings'>
