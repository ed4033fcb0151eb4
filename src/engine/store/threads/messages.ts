import type { StoreProblem, StoreRefusal } from '../../../shared/codes/store.ts'
import type { Indexed } from '../index/backfill.ts'
import type { ContractMarks } from '../index/contractMarks.ts'
import type { OpenProblem } from '../schema/sqliteProblem.ts'
import type { Counters } from '../write/counters.ts'
import type { Batch, BatchOutcome } from '../write/operations.ts'
import type { Queries } from './createQueries.ts'

export type ToStoreThread =
  | Batch
  /** Rewrite both files without their free space. Batches wait until it is done. */
  | { kind: 'compact' }
  /** Index at once what was committed: a query waits for it. */
  | { kind: 'index-now' }
  /** Delete index.db and rebuild it; the reader has its files closed. */
  | { kind: 'rebuild-index' }
  /** Keep results of a contract in the index. */
  | { kind: 'contract-marks'; given: ContractMarks }
  | { kind: 'close' }

export type FromStoreThread =
  | BatchOutcome
  /** The end of a compaction, with why it failed. */
  | { kind: 'compacted'; why: StoreProblem | null }
  /** `pending`: deliveries that are not indexed yet. `turn`: batches whose changes are all in the index. */
  | ({ kind: 'indexed'; turn: number; pending: number } & Indexed)
  /** Indexing failed and is tried again; what is stored is not touched by it. */
  | { kind: 'index-problem'; problem: string; isDamaged: boolean }
  | { kind: 'index-rebuilt'; pending: number }
  /** The reader stays without its files until a retry succeeds. */
  | { kind: 'rebuild-failed'; why: StoreRefusal }
  /** A delivery on a damaged page of deliveries.db: no list shows it. */
  | { kind: 'unreadable'; id: number }

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
  /** Ids of deliveries on damaged pages of deliveries.db. */
  unreadable: readonly number[]
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
