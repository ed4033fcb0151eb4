import type { DeliverySummary } from '../../../shared/model.ts'
import type { Environment, SavedFilter, Status } from '../../../shared/wireTypes.ts'

/** The part of the feed that the page keeps. Older data is requested on demand. */
export interface FeedState {
  /** Number of the last applied event, or null before the first snapshot. */
  last: number | null
  /** Counts snapshots: state derived from an earlier one is recomputed. */
  epoch: number
  status: Status | null
  environments: readonly Environment[]
  /** The newest deliveries of all environments, newest first, at most `windowSize`. */
  window: readonly DeliverySummary[]
  /** Cursor for deliveries older than the window; null when the window holds everything. */
  next: string | null
  /** The saved filters as last reported; null when not reported since the last snapshot. */
  savedFilters: readonly SavedFilter[] | null
  /** Counts messages with changed verdicts: counts by verdict are then refreshed. */
  verdictChanges: number
  /** When the sandbox last changed: its screen then reloads. */
  sandboxChangedAt: string | null
  /** Counts how often a case file was opened or removed: their screen then reloads. */
  caseFilesChanged: number
  /** Counts changes of forwarding rules and of their progress: their screen then reloads. */
  forwardingChanges: number
  /** The last attempt by delivery, for recent attempts: a pane that shows the delivery then reloads it. */
  lastAttempts: Readonly<Record<string, string>>
}

/** Maximum number of deliveries from the feed kept in memory. */
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
