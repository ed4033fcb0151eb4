/**
 * The glossary as types. Both sides of every wire use these names; see "Words" in README.md.
 * Nothing here touches the DOM, Node or a schema library.
 */

/** The outcome of the signature check. `valid-previous`: signed with an older secret of the same environment. */
export const verdicts = [
  'valid',
  'valid-previous',
  'invalid',
  'unsigned',
  'malformed',
  'no-secret',
  'cannot-tell',
] as const
export type Verdict = (typeof verdicts)[number]

/** Whether a verdict proves the sender: only then does a follow-up run. */
export function isVerified(verdict: Verdict): boolean {
  return verdict === 'valid' || verdict === 'valid-previous'
}

/**
 * Whether a delivery proves its sender and was accepted. Only such a one counts as "the notification came": a refused
 * request (405, 413) or a forged copy never stands in for it.
 */
export function isGenuine(delivery: { verdict: Verdict; answeredStatus: number }): boolean {
  return isVerified(delivery.verdict) && delivery.answeredStatus === 200
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

export const followUpStates = ['none', 'waiting', 'running', 'done', 'failed', 'skipped'] as const
export type FollowUpState = (typeof followUpStates)[number]

/** Where the follow-up GET of a delivery stands. `reason` is a sentence for a person, set when it failed or was skipped. */
export interface FollowUp {
  state: FollowUpState
  /** HTTP status of the last answer, or null when none came. */
  status: number | null
  reason: string | null
  /** When it is tried again by itself, ISO 8601 UTC; absent where it is not. */
  dueAt?: string | null | undefined
}

/** One delivery as the inbox lists it. Times are ISO 8601 UTC with milliseconds, sizes in bytes. */
export interface DeliverySummary {
  /** The sequence number of arrival, as text. Later deliveries have larger numbers. */
  id: string
  environmentId: string
  receivedAt: string
  method: string
  size: number
  verdict: Verdict
  notificationId: string | null
  resourceType: string | null
  resourceId: string | null
  action: string | null
  /** An earlier delivery carried the same notification id (and was at least as trustworthy as this one). */
  duplicate: boolean
  /** It is the n-th delivery of its notification among those as trustworthy as it is; null when it carries no id. */
  nth: number | null
  /** Sent again because the delivery before it was not answered well in time. */
  retried: boolean
  /** From createdAtUtc, by the sender's clock, to its arrival, by ours, ms; null when the notification says no moment. */
  sentToReceivedMs: number | null
  /** That took longer than `cameLateAfterMs`: the way was slow, it was sent again, or the clocks differ. */
  cameLate: boolean
  pinned: boolean
  /** What a person wrote down about it, or null. */
  note: string | null
  /** Status that the receiver answered: 200, or 405 and 413 for what it recorded but refused. */
  answeredStatus: number
  followUp: FollowUp
}

/** A delivery that arrives longer than this after it was sent came late, ms. */
export const cameLateAfterMs = 10_000

/** One header or trailer line, in order of arrival, names spelled as they came. */
export type HeaderLine = [name: string, value: string]

/** The tunnel that a delivery came through. */
export interface DeliveryTunnel {
  /** Id of its provider, such as "localtunnel". */
  provider: string
  label: string
  /** The public address then, without a path. */
  publicUrl: string
  /** Its headers are as normalised by the tunnel, not as they were sent. */
  headersNormalised: boolean
}

/** Who was on the other end of the socket. */
export interface Peer {
  address: string
  port: number
}

/** One HTTP request exactly as the receiver took it off the wire. */
export interface CapturedRequest {
  method: string
  /** The request target as it stood in the request line. */
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
  /** What Content-Length announced, or null. */
  contentLength: number | null
  /** Milliseconds since the epoch, when the request line and headers were complete. */
  receivedAt: number
  peer: Peer
}

/** First 8 hex digits of SHA-256 of a secret: enough to tell secrets apart, never the secret. */
export type Fingerprint = string
