/** Contract of the store, implemented by `openStore`. The calling thread never waits for the disk. */
import type { AnnotationChange } from './write/annotationRow.ts'
import type { Counters } from './write/counters.ts'
import type { ClockFacts } from '../latency/clockRemark.ts'
import type { ChangeQuery } from './read/readChanges.ts'
import type { ContractMarks } from './index/contractMarks.ts'
import type { ContractCounts, UnvalidatedPage } from './read/readContracts.ts'
import type { ShapeType, StoredShape } from './read/readShapes.ts'
import type { SeenField } from './read/seenFields.ts'
import type { RateQuery, StoredRate } from './read/measureRate.ts'
import type { Retaining } from './read/retentionPlan.ts'
import type { StoreSpace } from './read/spaceQuery.ts'
import type { Activity } from './threads/recentActivity.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { ContractResult, ObjectSummary, ReadObjectQuery } from '../../shared/wireTypes.ts'
import type {
  NewDelivery,
  StoredDelivery,
  DeliveryFacts,
  DeliveryQuery,
  LatencyQuery,
  StoredLatency,
  LateAnswer,
  VerdictChange,
  UnprovenPage,
} from './records/deliveries.ts'
import type { StoreState } from './records/failures.ts'
import type { ChangeFindings, StoredChange } from './records/changes.ts'
import type { NewAttempt, SnapshotBody, StoredAttempt } from './records/attempts.ts'
import type { ForwardRow, JobStore } from './records/jobs.ts'
import type { DeletionPick, Deletion, DeletionEvent } from './records/deletions.ts'

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
  /** One of them; null where there is none. */
  document<T>(collection: string, id: string): Promise<T | null>

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
  /** The newest snapshots of one object with at most `maxBytes` of bodies: those that no longer fit are null. */
  snapshotBodies(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    maxBytes: number,
  ): Promise<SnapshotBody[]>

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
  /** Fields of the newest deliveries, as a filter asks for them, the most frequent first. */
  seenFields(environment?: string): Promise<SeenField[]>
  /** Types that a shape can be learned of: of proven messages, and of fetched objects. */
  shapeTypes(environment: string): Promise<ShapeType[]>
  /** The shape of a type, learned from its newest samples. */
  shape(environment: string, source: ShapeType['source'], type: string, hidden: readonly string[]): Promise<StoredShape>
  /** Changes of shapes, see ChangeQueries. */
  changes(query: ChangeQuery, hidden: readonly string[]): Promise<StoredChange[]>
  deliveriesShowing(numbers: readonly number[], limit: number): Promise<string[]>
  changesOfDeliveries(ids: readonly string[]): Promise<{ id: string; changes: number[] }[]>
  uncheckedForChanges(): Promise<number>
  /** Compares the next deliveries with the shape of their type; `addChanges` stores the result. */
  findChanges(hidden: readonly string[]): Promise<ChangeFindings>
  /** Returns how many of the changes are new. */
  addChanges(findings: ChangeFindings): Promise<number>
  /** Accepts changes: deliveries are no longer marked with them. Returns how many were not accepted before. */
  acceptChanges(numbers: readonly number[], at: number): Promise<number>
  /** The result of validating a delivery against its environment's contract; null where there is none (yet). */
  contractResult(id: string): Promise<ContractResult | null>
  /** Looks at the next `count` deliveries before an id (null: the newest), for those without a result of a contract. */
  unvalidated(environmentId: string, contract: string, before: string | null, count: number): Promise<UnvalidatedPage>
  contractCounts(environmentId: string, contract: string): Promise<ContractCounts>
  /** Keeps results in the index, which can be rebuilt: nothing waits for them. Lists follow some milliseconds later. */
  putContractMarks(given: ContractMarks): void
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
  onDeletion(listener: (event: DeletionEvent) => void): () => void

  /** How much of the files is used by what. */
  space(): Promise<StoreSpace>
  /** Rewrites both files without their free space. Deliveries wait until it is done, and are then stored. */
  compact(): Promise<void>

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
  /** Called when the index was rebuilt: it has lost the results of contracts. */
  onRebuilt(listener: () => void): () => void
  onHealth(listener: (health: StoreState) => void): () => void

  /** Finishes what is in flight, commits, drops the folder. */
  close(): Promise<void>
}
