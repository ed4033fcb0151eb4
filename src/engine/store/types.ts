/**
 * What the store promises to the rest of the engine. `openStore` in openStore.ts answers it.
 * Three threads stand behind it: one writer, one indexer, one reader; the thread that calls never waits for the disk.
 */
import type { CapturedRequest, DeliverySummary, DeliveryTunnel, FollowUp, Verdict } from '../../shared/model.ts'

/** A delivery as it is handed over to be kept. */
export interface NewDelivery {
  environmentId: string
  request: CapturedRequest
  verdict: Verdict
  /** The secret that proved the signature, or null. */
  secretId: string | null
  /** What the receiver will answer once this is committed: 200, 405 or 413. */
  answeredStatus: number
  /** The tunnel that it came through; null or absent when it came directly. */
  tunnel?: DeliveryTunnel | null
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
  /** Lower-case hex. */
  sha256: string
  /** Milliseconds since the epoch; null when the process died before they could be noted. */
  committedAt: number | null
  answeredAt: number | null
}

/** Why the store cannot take a write or answer a question now, as a sentence for a person. The receiver answers 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Why a data folder could not be opened. Each is an expected failure with its own exit code and sentence. */
export class StoreCannotOpen extends Error {
  override name = 'StoreCannotOpen'
  readonly code: 'locked' | 'newer-schema' | 'unwritable' | 'corrupt' | 'other-keeper'
  constructor(code: StoreCannotOpen['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface DeliveryQuery {
  /** 1 to 500. */
  limit: number
  /** Only deliveries with a smaller id. */
  before?: string | undefined
  /** Words; each must occur in the body, the headers or a field. Anything a person types is allowed, `"` and `*` too. */
  q?: string | undefined
  verdict?: Verdict | undefined
  resourceType?: string | undefined
  action?: string | undefined
  environment?: string | undefined
}

export interface NewAttempt {
  deliveryId: string
  environmentId: string
  kind: 'follow-up' | 'forward' | 'replay'
  /** The object that the attempt asked for, when it is a follow-up. */
  resourceType: string | null
  resourceId: string | null
  /** Milliseconds since the epoch. */
  startedAt: number
  method: string
  url: string
  requestHeaders: [string, string][]
  status: number | null
  responseHeaders: [string, string][]
  body: Uint8Array | null
  bodyTruncated: boolean
  error: { code: string; message: string } | null
  /** Milliseconds. */
  timing: { queue: number | null; connect: number | null; firstByte: number | null; total: number | null }
}

export interface StoredAttempt extends NewAttempt {
  id: string
}

/** State of the one follow-up of a notification. It belongs to the first verified delivery that carried it. */
export interface FollowUpRecord {
  deliveryId: string
  environmentId: string
  notificationId: string
  followUp: FollowUp
}

/** What a later check of a stored delivery found. */
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

export interface Store {
  /**
   * Keeps a delivery. Resolves with its id when its batch is committed and synced to disk; rejects with
   * StoreUnavailable when it was not kept. `request.body` must not be changed until then.
   */
  append(delivery: NewDelivery): Promise<string>
  /** Told once the answers of everything committed so far went out, so that answeredAt can be noted. */
  noteAnswered(id: string, answeredAt: number): void

  /** Small documents: environments, sealed secrets, settings, applied webhook-configs. Resolves when synced to disk. */
  putDocument(collection: string, id: string, document: unknown): Promise<void>
  removeDocument(collection: string, id: string): Promise<void>
  /** All documents of a collection, oldest first. */
  documents<T>(collection: string): Promise<{ id: string; document: T }[]>

  /** Keeps an attempt; answers its id. */
  addAttempt(attempt: NewAttempt): Promise<string>
  /** In order of start. */
  attempts(deliveryId: string): Promise<StoredAttempt[]>
  /** Successful follow-up attempts (2xx with a body) of one object, newest first. */
  snapshots(environmentId: string, resourceType: string, resourceId: string, limit: number): Promise<StoredAttempt[]>

  putFollowUp(record: FollowUpRecord): Promise<void>
  /** Whether the notification already has its follow-up. */
  followUpOf(environmentId: string, notificationId: string): Promise<FollowUpRecord | null>
  /** Left waiting or running when the process last ended, oldest first. */
  unfinishedFollowUps(): Promise<FollowUpRecord[]>

  list(query: DeliveryQuery): Promise<{ items: DeliverySummary[]; next: string | null }>
  get(id: string): Promise<StoredDelivery | null>
  /**
   * Looks at the next `count` deliveries after an id, in order of arrival, for those that no secret of `secretIds`
   * proved. What is not whole is left out: nothing can ever prove it.
   */
  unproven(after: string, secretIds: string[], count: number): Promise<UnprovenPage>
  /** Keeps what a later check found; the lists follow some milliseconds later, see onVerdicts. */
  putVerdicts(changes: VerdictChange[]): Promise<void>
  /** The stored bytes, or the range [start, end) of them; null when there is no such delivery. */
  body(id: string, start?: number, end?: number): Promise<Uint8Array | null>
  /** Summaries of all deliveries that name an object, newest first. */
  deliveriesOf(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
  ): Promise<DeliverySummary[]>

  counts(): Promise<{ deliveries: number; byVerdict: Record<string, number> }>
  /** Deliveries that are committed but not yet in the index. */
  indexBehind(): number
  health(): { state: 'ok' | 'unavailable'; problem: string | null }

  /** Summaries of newly indexed deliveries in order of arrival, in batches, some milliseconds after the commit. */
  onIndexed(listener: (batch: DeliverySummary[]) => void): () => void
  /** Summaries of deliveries whose verdict, or being a duplicate, is another one since a later check. */
  onVerdicts(listener: (batch: DeliverySummary[]) => void): () => void
  onHealth(listener: (health: { state: 'ok' | 'unavailable'; problem: string | null }) => void): () => void

  /** Finishes what is in flight, commits, lets go of the folder. */
  close(): Promise<void>
}
