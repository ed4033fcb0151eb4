/**
 * Contract of the store, implemented by `openStore` in openStore.ts. Three threads are behind it: one writer, one
 * indexer, one reader; the calling thread never waits for the disk.
 */
import type { AnnotationChange } from './write/annotationRow.ts'
import type { Counters } from './write/counters.ts'
import type { ClockFacts } from '../latency/clockRemark.ts'
import type { RateQuery, StoredRate } from './read/measureRate.ts'
import type { Retaining } from './delete/retentionPlan.ts'
import type { StoreSpace } from './read/spaceQuery.ts'
import type { Activity } from './threads/recentActivity.ts'
import type { StoreProblem, StoreRefusal } from '../../shared/codes/store.ts'
import { storeSentence } from '../../shared/words/store.ts'
import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import type { AnswerEnding } from '../../shared/codes/responses.ts'
import type {
  AnswerRecord,
  CapturedRequest,
  DeliveryHandshake,
  DeliverySummary,
  DeliveryTunnel,
  Forwarded,
  Verdict,
} from '../../shared/model.ts'
import type { ForwardRow, JobStore } from './jobTypes.ts'
import type { Latency, ObjectSummary, ReadDeliveryQuery, ReadObjectQuery } from '../../shared/wireTypes.ts'

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

/** Reason the store cannot write or read now, with a human-readable message. The receiver answers 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  readonly why: StoreRefusal
  constructor(why: StoreRefusal) {
    super(storeSentence(why))
    this.why = why
  }
}

/** Whether writes are taken; while not, why not. */
export type StoreState = { state: 'ok'; why: null } | { state: 'unavailable'; why: StoreProblem }

/** Why a data folder could not be opened. Each is an expected failure with its own exit code and sentence. */
export class StoreCannotOpen extends Error {
  override name = 'StoreCannotOpen'
  readonly code: 'locked' | 'newer-schema' | 'earlier-schema' | 'unwritable' | 'corrupt' | 'unsafe'
  constructor(code: StoreCannotOpen['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A query for deliveries. */
export interface DeliveryQuery extends Omit<ReadDeliveryQuery, 'filter'> {
  /** All of it in one, in the filter's own language. */
  filter?: DeliveryFilter | undefined
}

/** Selects the deliveries to measure. */
export interface LatencyQuery {
  environment?: string | undefined
  /** Milliseconds since the epoch: only deliveries that came since. */
  since?: number | undefined
}

/** How long the way of the newest deliveries took. */
export type StoredLatency = Omit<Latency, 'meanings'>

/** How a replay differed from the delivery. */
export interface Replayed {
  signedAnew: boolean
  /** It had another body. */
  edited: boolean
  /** The secret that signed it again; absent where none did, and where an earlier version sent it. */
  signedWith?: { label: string; fingerprint: string } | undefined
}

export interface NewAttempt {
  deliveryId: string
  environmentId: string
  kind: 'follow-up' | 'forward' | 'replay' | 'confirmation'
  /** The object that the attempt asked for, when it is a follow-up. */
  resourceType: string | null
  resourceId: string | null
  /** Milliseconds since the epoch. */
  startedAt: number
  method: string
  url: string
  requestHeaders: [string, string][]
  /** Body sent, if it was not the delivery's own. */
  requestBody?: Uint8Array | undefined
  status: number | null
  responseHeaders: [string, string][]
  body: Uint8Array | null
  bodyTruncated: boolean
  error: { code: string; message: string } | null
  /** Milliseconds. */
  timing: { queue: number | null; connect: number | null; firstByte: number | null; total: number | null }
  /** Replays only: how it differed from the delivery. */
  replayed?: Replayed | undefined
  /** Forwarding rules only. */
  forwarded?: Forwarded | undefined
}

export interface StoredAttempt extends NewAttempt {
  id: string
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

/** What to delete: deliveries by their ids, or all that match now. */
export type DeletionPick =
  | { ids: readonly string[] }
  | { filter: DeliveryFilter | undefined; environment: string | undefined }

/** Deliveries that are hidden and can be brought back until a moment. */
export interface Deletion {
  id: string
  deliveries: number
  /** Number of pinned deliveries that were kept. */
  pinnedKept: number
  /** Until when it can be undone, ms since the epoch. */
  undoUntil: number
}

/** News of a deletion. `ids`: those that are hidden now, newest first and a page at a time. */
export type DeletionNews = { deletion: string; state: 'hidden' | 'restored' | 'removed'; ids: string[] }

export interface Store extends Retaining, JobStore {
  /**
   * Keeps a delivery. Resolves with its id when its batch is committed and synced to disk; rejects with
   * StoreUnavailable when it was not kept. `request.body` must not be changed until then.
   */
  append(delivery: NewDelivery): Promise<string>
  /** Records answeredAt. Called after the answers of everything committed by then were sent. */
  noteAnswered(id: string, answeredAt: number): void
  /** Keeps how an answer ended that did not go out at once after the commit. */
  noteAnswer(answer: LateAnswer): Promise<void>

  /** Small documents: environments, sealed secrets, settings, applied webhook-configs. Resolves when synced to disk. */
  putDocument(collection: string, id: string, document: unknown): Promise<void>
  removeDocument(collection: string, id: string): Promise<void>
  /** All documents of a collection, oldest first. */
  documents<T>(collection: string): Promise<{ id: string; document: T }[]>

  /**
   * Stores an attempt and, in the same transaction, the forwarding rule's state. Returns the attempt's id, or "0" if the
   * delivery was removed and nothing was stored.
   */
  addAttempt(attempt: NewAttempt, forward?: ForwardRow): Promise<string>
  /** In order of start. */
  attempts(deliveryId: string): Promise<StoredAttempt[]>
  /** Successful follow-up attempts (2xx with a body) of one object, newest first; with an attempt only those before it. */
  snapshots(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    before?: Pick<StoredAttempt, 'id' | 'startedAt'>,
  ): Promise<StoredAttempt[]>

  /** The first delivery of an environment received at a moment (ms since the epoch) or later; what is not indexed yet counts. */
  firstSince(environmentId: string, since: number): Promise<number>

  /** Pins a delivery or notes something on it; goes with the delivery. */
  annotate(change: AnnotationChange): Promise<void>

  list(query: DeliveryQuery): Promise<{ items: DeliverySummary[]; next: string | null; seen?: string }>
  /** The summary of one delivery; null where there is none, or it is hidden. */
  summary(id: string): Promise<DeliverySummary | null>
  get(id: string): Promise<StoredDelivery | null>
  /**
   * All that is stored of some deliveries, in the order that is asked for: in one question, because each costs a way between
   * threads. Null for one that is not there. The answer is shorter, and has one at least, where their bodies are large.
   */
  facts(ids: readonly string[]): Promise<(DeliveryFacts | null)[]>
  /**
   * Looks at the next `count` deliveries after an id, in order of arrival, for those that no secret of `secretIds`
   * proved. Skips truncated ones: nothing can ever prove them.
   */
  unproven(after: string, secretIds: string[], count: number): Promise<UnprovenPage>
  /** Resolves when everything that was handed over before is on disk. */
  caughtUp(): Promise<void>
  /** Keeps what a later check found; the lists follow some milliseconds later, see onVerdicts. */
  putVerdicts(changes: VerdictChange[]): Promise<void>
  /** The stored bytes, or the range [start, end) of them; null when there is no such delivery. */
  body(id: string, start?: number, end?: number): Promise<Uint8Array | null>
  /** Summaries of all deliveries that name an object, or of the genuine ones, newest first. */
  deliveriesOf(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    onlyGenuine?: boolean,
  ): Promise<DeliverySummary[]>
  /** Summaries of all deliveries of one notification, newest first. */
  deliveriesCarrying(environmentId: string, notificationId: string, limit: number): Promise<DeliverySummary[]>
  /** Percentiles over the newest deliveries, without unindexed ones. */
  latency(query: LatencyQuery): Promise<StoredLatency>
  /** Deliveries over time, by verdict, without unindexed ones. */
  rate(query: RateQuery): Promise<StoredRate>
  /** When the newest indexed delivery of each environment came, ms since the epoch, by its id. */
  lastArrivals(): Promise<Record<string, number>>
  /** Clock facts of a sender, from the environment's newest deliveries. */
  senderClock(environmentId: string): Promise<ClockFacts>
  /**
   * Objects that deliveries named, the newest activity first. A delivery that nothing proves never moves an object that
   * proven ones named. Unindexed deliveries are not counted: see indexBehind.
   */
  objects(query: ReadObjectQuery): Promise<{ items: ObjectSummary[]; next: string | null }>
  /** One of them; null when no indexed delivery names it. */
  object(environmentId: string, resourceType: string, resourceId: string): Promise<ObjectSummary | null>

  /**
   * Removes every delivery that an environment has now, with attempts and follow-ups, newest first and a few at a time,
   * so that receiving is not blocked. Later arrivals stay. Returns the number removed. An unfinished removal continues
   * after the next start. Ids are never reused.
   */
  removeDeliveries(environmentId: string): Promise<number>

  /** See Deletions: hides at once, removes permanently when the undo period ends. */
  hideDeliveries(pick: DeletionPick): Promise<Deletion | null>
  undoDeletion(id: string): Promise<number | null>
  /** Deletions that can be undone now, newest first. */
  deletions(): Deletion[]
  onDeletion(listener: (news: DeletionNews) => void): () => void

  /** How much of the files is used by what. */
  space(): Promise<StoreSpace>
  /** Rewrites both files without their free space. Deliveries wait until it is done, and are then stored. */
  compact(): Promise<void>
  /**
   * Copies deliveries.db to a new file while deliveries arrive; they are part of the copy. Rejects with the signal's
   * reason where it is cancelled; the caller removes what is there of the copy.
   */
  backUp(path: string, onProgress?: (done: number, of: number) => void, signal?: AbortSignal): Promise<void>

  /** Counts everything on disk. */
  counts(): Promise<{ deliveries: number } & Counters>
  /** When the newest delivery came, and how many came lately. */
  activity(): Activity
  /** Older deliveries that no list shows yet, because the index is being rebuilt or cannot be written. */
  unindexed(): number
  health(): StoreState

  /** Summaries of newly indexed deliveries in order of arrival, in batches, some milliseconds after the commit. */
  onIndexed(listener: (batch: DeliverySummary[]) => void): () => void
  /** Summaries of deliveries whose verdict, or place among those of their notification, is another since a later check. */
  onVerdicts(listener: (batch: DeliverySummary[]) => void): () => void
  /** Summaries of deliveries that have another place among those of their notification, because others were removed. */
  onFirsts(listener: (batch: DeliverySummary[]) => void): () => void
  onHealth(listener: (health: StoreState) => void): () => void

  /** Finishes what is in flight, commits, drops the folder. */
  close(): Promise<void>
}
