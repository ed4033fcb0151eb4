/** What the store's threads say to each other. Every message is plain data; arenas are transferred, not copied. */
import type { StoreProblem, StoreRefusal } from '../../shared/codes/store.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { Arena } from './arena.ts'
import type { AnnotationChange } from './annotationRow.ts'
import type { Counters } from './counters.ts'
import type { Queries } from './createQueries.ts'
import type { ForwardOperation } from './forwardRow.ts'
import type { HidingOperation } from './hiddenDeliveries.ts'
import type { FollowUpCursor, FollowUpRecord, ForwardRow, LateAnswer, NewAttempt, VerdictChange } from './types.ts'

/** Something small to keep beside deliveries, written in the same batch. */
export type Operation =
  | { kind: 'put-document'; collection: string; id: string; json: string }
  | { kind: 'remove-document'; collection: string; id: string }
  | { kind: 'add-attempt'; attempt: NewAttempt; forward?: ForwardRow | undefined }
  | { kind: 'put-follow-up'; record: FollowUpRecord }
  | { kind: 'put-follow-up-cursor'; cursor: FollowUpCursor }
  | { kind: 'put-verdicts'; changes: VerdictChange[] }
  | { kind: 'note-answer'; answer: LateAnswer }
  | { kind: 'annotate'; change: AnnotationChange }
  /** With all that belongs to them. Answers how many were there. */
  | { kind: 'remove-deliveries'; ids: number[]; unlessPinned?: boolean }
  /** One step of giving back free space. Answers how many pages more than the usual are still free. */
  | { kind: 'give-back' }
  /** The index has taken in all removals up to this one: they need no note any longer. */
  | { kind: 'forget-removals'; upTo: number }
  | ForwardOperation
  | HidingOperation
  /** Changes nothing, but has to be written and synced: it shows whether the disk takes writes again. */
  | { kind: 'probe' }

/** When the deliveries [firstId, firstId + count) were committed, and each answered. */
export interface BatchTimes {
  firstId: number
  count: number
  /** Milliseconds since the epoch. */
  committedAt: number
  /** For each delivery the milliseconds from the commit to its answer, -1 where not known. */
  answeredAfter: Int32Array<ArrayBuffer>
}

export interface Batch {
  kind: 'batch'
  arena: Arena | null
  /** What the deliveries of the arena add: the counters are kept in the same transaction. */
  counters: Counters
  operations: Operation[]
  times: BatchTimes[]
}

/** What the writer says when a batch is on disk, or was not kept at all. */
export type BatchOutcome =
  /** `counters`: the new ones, where an operation changed them in a way that only the writer knows. */
  | { kind: 'kept'; firstId: number; operationIds: (number | null)[]; counters: Counters | null }
  | { kind: 'lost'; why: StoreProblem }

/** Work on the whole file of deliveries.db, between batches. */
export type FileWork =
  /** Writes it again without what is free in it. Nothing else is written meanwhile. */
  | { kind: 'compact' }
  /** Copies it to a new file a few pages at a time; batches are written in between, and are part of the copy. */
  | { kind: 'back-up'; path: string }

/** What the writer says of it. */
export type FileWorkNews =
  | { kind: 'file-work'; state: 'cancelled' }
  | { kind: 'file-work'; state: 'running'; done: number; of: number }
  | { kind: 'file-work'; state: 'done' }
  | { kind: 'file-work'; state: 'failed'; why: StoreProblem }

export type FromWriter = BatchOutcome | FileWorkNews

/** Ends a copy that is under way; a compaction is one statement of SQLite, which cannot be ended. */
export interface CancelFileWork {
  kind: 'cancel-file-work'
}

export type ToWriter = Batch | FileWork | CancelFileWork | { kind: 'close' }

/** Why opening failed, in a form that survives the way between threads. */
export interface OpenProblem {
  code: 'locked' | 'newer-schema' | 'unwritable' | 'corrupt'
  message: string
}

/** The first thing that every thread says: that it is ready, or why it cannot be. */
export type Opening<Ready> = { kind: 'ready'; ready: Ready } | { kind: 'cannot-open'; problem: OpenProblem }

export interface WriterReady {
  counters: Counters
  /** When the newest delivery came, ms since the epoch; null when there is none. */
  lastReceivedAt: number | null
}

export type FromIndex =
  | { kind: 'indexed'; summaries: DeliverySummary[] }
  /** Their verdicts were changed by a later check. */
  | { kind: 'verdicts'; summaries: DeliverySummary[] }
  /** What they repeated was removed: another of them is the first now. */
  | { kind: 'firsts'; summaries: DeliverySummary[] }
  /** Indexing failed and is tried again; what is stored is not touched by it. */
  | { kind: 'index-problem'; problem: string }

/** One query for the reader, by its name. */
export interface QueryCall {
  number: number
  name: keyof Queries
  args: unknown[]
}

export type QueryAnswer = { number: number; result: unknown } | { number: number; why: StoreRefusal }
