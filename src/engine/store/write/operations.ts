import type { StoreProblem } from '../../../shared/codes/store.ts'
import type { HidingOperation } from './hiddenWriter.ts'
import type { ForwardRow } from '../records/jobs.ts'
import type { LateAnswer, VerdictChange } from '../records/deliveries.ts'
import type { NewAttempt } from '../records/attempts.ts'
import type { AnnotationChange } from './annotationRow.ts'
import type { Arena } from './arena.ts'
import type { ChangeOperation } from './changeWriter.ts'
import type { Counters } from './counters.ts'
import type { ForwardOperation } from './forwardRow.ts'
import type { JobAnswer, JobOperation } from './jobWriter.ts'

/** A small write that shares the batch of deliveries. */
export type Operation =
  | { kind: 'put-document'; collection: string; id: string; json: string }
  | { kind: 'remove-document'; collection: string; id: string }
  | { kind: 'add-attempt'; attempt: NewAttempt; forward?: ForwardRow | undefined }
  | JobOperation
  | { kind: 'put-verdicts'; changes: VerdictChange[] }
  | { kind: 'note-answer'; answer: LateAnswer }
  | { kind: 'annotate'; change: AnnotationChange }
  /** With all that belongs to them. Answers how many were there. */
  | { kind: 'remove-deliveries'; ids: number[]; unlessPinned?: boolean }
  | ForwardOperation
  | ChangeOperation
  | HidingOperation
  /** Changes nothing, but has to be written and synced: it shows whether the disk takes writes again. */
  | { kind: 'probe' }

/** The id of a row that an operation created, a count, or what it asked for. */
export type OperationAnswer = JobAnswer

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
  /** Counters of the arena's deliveries, added in the same transaction. */
  counters: Counters
  operations: Operation[]
  times: BatchTimes[]
}

/** The writer's report: a batch is on disk, or was not kept at all. */
export type BatchOutcome =
  /** `counters`: the new ones, where an operation changed them in a way that only the writer knows. */
  | { kind: 'kept'; firstId: number; answers: OperationAnswer[]; counters: Counters | null }
  | { kind: 'lost'; why: StoreProblem }
