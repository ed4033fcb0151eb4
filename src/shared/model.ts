/**
 * The glossary as types. Both sides of every wire use these names; see "Words" in README.md.
 * Nothing here touches the DOM, Node or a schema library.
 */
import type { z } from 'zod'
import type { verdicts } from './codes/signature/verdicts.ts'
import type { forwardedSchema, forwardSummarySchema } from './schemas/forwardSchemas.ts'
import type { answeredBySchema, answerRecordSchema } from './schemas/responseSchemas.ts'
import type {
  deliverySchema,
  deliverySummarySchema,
  followUpSchema,
  handshakeRecordSchema,
  headlineSchema,
  searchMatchSchema,
} from './schemas/deliverySchemas.ts'

/** The outcome of the signature check; `codes/verdicts.ts` lists them. */
export type Verdict = (typeof verdicts)[number]

/** Whether a verdict proves the sender: only then does a follow-up run. */
export function isVerified(verdict: Verdict): boolean {
  return verdict === 'valid' || verdict === 'valid-previous'
}

/** The verdicts of a delivery that failed its check: its signature is wrong, or cannot be read. */
export const failedVerdicts = ['invalid', 'malformed'] as const satisfies readonly Verdict[]

export function isFailed(verdict: Verdict): boolean {
  return failedVerdicts.some((failed) => failed === verdict)
}

/** Orders ids of deliveries, which are numbers as text of any length: negative when `a` came before `b`. */
export function compareDeliveryIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** The rule that answered a delivery. */
export type AnsweredBy = z.infer<typeof answeredBySchema>

/** The answer to a delivery that did not get the ordinary one. */
export type AnswerRecord = z.infer<typeof answerRecordSchema>

/** How a delivery was answered, as far as it says whether the receiver took it. */
export interface Answered {
  answeredStatus: number
  answeredBy?: AnsweredBy | null | undefined
}

/** Whether the receiver took a request whole: it answered 200, or a rule chose another answer. */
export function wasAccepted({ answeredStatus, answeredBy }: Answered): boolean {
  return answeredStatus === 200 || answeredBy != null
}

/**
 * Whether a delivery proves its sender and was taken. Only such a one counts as "the notification came": a refused
 * request (405, 413) or a forged copy never is in for it.
 */
export function isGenuine(delivery: { verdict: Verdict } & Answered): boolean {
  return isVerified(delivery.verdict) && wasAccepted(delivery)
}

/** The ten values that the service documents for `webhookTypes`. A service may add others; they are never an error. */
export const webhookTypes = [
  'payment',
  'transaction',
  'nft',
  'kyc',
  'document',
  'custodialAccount',
  'externalAccount',
  'identity',
  'asset',
  'wallet',
] as const
export type WebhookType = (typeof webhookTypes)[number]

export type FollowUpState = FollowUp['state']

/** The state of the follow-up GET of a delivery. */
export type FollowUp = z.infer<typeof followUpSchema>

/** State of a delivery's forwarding rules. */
export type ForwardSummary = z.infer<typeof forwardSummarySchema>

/** The rule that made an attempt, and which try it was. */
export type Forwarded = z.infer<typeof forwardedSchema>

/** The event in a row of the inbox. */
export type Headline = z.infer<typeof headlineSchema>
export type HeadlineItem = Headline['items'][number]

/** Where a delivery has the words of a search. */
export type SearchMatch = z.infer<typeof searchMatchSchema>

/** One delivery as the inbox lists it. Times are ISO 8601 UTC with milliseconds, sizes in bytes. */
export type DeliverySummary = z.infer<typeof deliverySummarySchema>

/** A delivery's part in a handshake: which one, what was checked, what was answered. */
export type DeliveryHandshake = z.infer<typeof handshakeRecordSchema>

/** A delivery that arrives longer than this after it was sent came late, ms. */
export const cameLateAfterMs = 10_000

/** One header or trailer line, in order of arrival, names spelled as they came. */
export type HeaderLine = [name: string, value: string]

/** The tunnel that a delivery came through. */
export type DeliveryTunnel = NonNullable<z.infer<typeof deliverySchema>['tunnel']>

/** The other end of the socket. */
export type Peer = z.infer<typeof deliverySchema>['peer']

/** One HTTP request exactly as the receiver took it off the wire. */
export interface CapturedRequest {
  method: string
  /** The request target as it was in the request line. */
  target: string
  /** Such as "1.1". */
  httpVersion: string
  /** Flat list name, value, name, value, ... in order of arrival (Node's `rawHeaders`). */
  headers: readonly string[]
  trailers: readonly string[]
  /** The exact bytes. When `truncated`, the first bytes up to the size limit. */
  body: Uint8Array
  /** The body was larger than the limit, or the sender went away before its end. */
  truncated: boolean
  /** Bytes of body that arrived, kept or not. */
  size: number
  /** The length that Content-Length announced, or null. */
  contentLength: number | null
  /** Milliseconds since the epoch, when the request line and headers were complete. */
  receivedAt: number
  peer: Peer
}

/** First 8 hex digits of SHA-256 of a secret: enough to distinguish secrets, never the secret. */
export type Fingerprint = string
