import type { DeliverySummary } from '../../../shared/model.ts'
import type { Environment, SavedFilter, Status } from '../../../shared/wireTypes.ts'

/** What the feed reports, as far as the page keeps it. Everything older is asked for when it is needed. */
export interface FeedState {
  /** Number of the last event taken, or null before the first snapshot. */
  last: number | null
  /** Counts the snapshots: what was derived from an earlier one is derived again. */
  epoch: number
  status: Status | null
  environments: readonly Environment[]
  /** The newest deliveries of all environments, newest first, at most `windowSize`. */
  window: readonly DeliverySummary[]
  /** Cursor for what is older than the window; null when the window holds everything. */
  next: string | null
  /** The saved filters as last reported; null: not since the last snapshot. */
  savedFilters: readonly SavedFilter[] | null
  /** Counts messages with changed verdicts: what was counted by verdict is then counted again. */
  verdictChanges: number
  /** When the sandbox last changed: its screen then reloads it. */
  sandboxChangedAt: string | null
  /** Counts how often a case file was opened or removed: their screen then reads them again. */
  caseFilesChanged: number
  /** Counts changes of forwarding rules and of how far they have come: their screen then loads them again. */
  forwardingChanges: number
  /** The last attempt of a delivery that had one lately: a pane that shows the delivery then reloads it. */
  lastAttempts: Readonly<Record<string, string>>
}

/** How many deliveries stay in the page's memory while it only listens. */
export const windowSize = 2000

export const initialFeed: FeedState = {
  last: null,
  epoch: 0,
  status: null,
  environments: [],
  window: [],
  next: null,
  savedFilters: null,
  verdictChanges: 0,
  sandboxChangedAt: null,
  caseFilesChanged: 0,
  forwardingChanges: 0,
  lastAttempts: {},
}
