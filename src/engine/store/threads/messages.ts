import type { StoreProblem, StoreRefusal } from '../../../shared/codes/store.ts'
import type { Indexed } from '../index/backfill.ts'
import type { OpenProblem } from '../schema/sqliteProblem.ts'
import type { Counters } from '../write/counters.ts'
import type { Batch, BatchOutcome } from '../write/operations.ts'
import type { Queries } from './createQueries.ts'

/** Work on the whole files, between batches. */
export type FileWork =
  /** Rewrites both files without their free space. Nothing else is written meanwhile. */
  | { kind: 'compact' }
  /** Copies deliveries.db to a new file a few pages at a time; batches are written in between, and are part of the copy. */
  | { kind: 'back-up'; path: string }

export type FileWorkOutcome =
  | { kind: 'file-work'; state: 'cancelled' }
  | { kind: 'file-work'; state: 'running'; done: number; of: number }
  | { kind: 'file-work'; state: 'done' }
  | { kind: 'file-work'; state: 'failed'; why: StoreProblem }

/** Cancels a copy that is under way; a compaction is one statement of SQLite, which cannot be cancelled. */
export interface CancelFileWork {
  kind: 'cancel-file-work'
}

export type ToStoreThread =
  | Batch
  | FileWork
  | CancelFileWork
  /** Index at once what was committed: a query waits for it. */
  | { kind: 'index-now' }
  /** Delete index.db and rebuild it; the reader has its files closed. */
  | { kind: 'rebuild-index' }
  | { kind: 'close' }

export type FromStoreThread =
  | BatchOutcome
  | FileWorkOutcome
  /** `pending`: deliveries that are not indexed yet. `turn`: batches whose changes are all in the index. */
  | ({ kind: 'indexed'; turn: number; pending: number } & Indexed)
  /** Indexing failed and is tried again; what is stored is not touched by it. */
  | { kind: 'index-problem'; problem: string; isDamaged: boolean }
  | { kind: 'index-rebuilt'; pending: number }

/** The first message of a thread after it was asked to open its files. */
export type Opening<Ready> = { kind: 'ready'; ready: Ready } | { kind: 'cannot-open'; problem: OpenProblem }

export interface StoreReady {
  counters: Counters
  /** Id of the newest delivery, also when it was removed since; 0 when there was none. */
  lastId: number
  /** When the newest delivery came, ms since the epoch; null when there is none. */
  lastReceivedAt: number | null
  /** Deliveries that are not indexed yet, because the index is being rebuilt. */
  pending: number
}

/** One query for the reader thread, by its name. */
export interface QueryCall {
  number: number
  name: keyof Queries
  args: unknown[]
}

export type ToReaderThread = QueryCall | 'open' | 'close-files' | 'close'

export type QueryAnswer =
  | { number: number; result: unknown }
  /** `isDamaged`: a file is damaged; perhaps the index, which can be rebuilt. */
  | { number: number; why: StoreRefusal; isDamaged: boolean }

export type FromReaderThread = QueryAnswer | Opening<null> | { kind: 'files-closed' }
