import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'

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
export type DeletionEvent = { deletion: string; state: 'hidden' | 'restored' | 'removed'; ids: string[] }
