import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WireState } from '../wire/wire.ts'
import type { CaseOpened, Deletion, Shell } from '../../../shared/wireTypes.ts'
import { type FeedState, initialFeed } from './feedState.ts'
import { type InboxState, initialInbox } from './inboxState.ts'
import { type Route, startRoute } from './route.ts'

export interface AppState {
  wire: WireState
  feed: FeedState
  /** What the shell that shows this page can do; null until it has answered. */
  shell: Shell | null
  inbox: InboxState
  route: Route
  /** What this page deleted last, while it can be undone. */
  deletion: Deletion | null
  /** What was chosen to be exported, until another choice: deliveries, or an object's story. */
  toExport: ToExport | null
  /** The file that is opened, or was opened last. */
  opening: OpenState
  /** Deliveries for the inbox that came while nobody looked at it; more than `mostArrivals`: at least so many. */
  arrivals: number
}

export type ToExport =
  | { ids: readonly string[] }
  | { object: { environment: string; resourceType: string; resourceId: string } }

/** A file that is handed over, and what came of it. */
export type OpenState =
  | { kind: 'idle' }
  /** `canCancel`: it is this page that reads it. */
  | { kind: 'reading'; name: string; done: number; size: number; canCancel: boolean }
  | { kind: 'opened'; name: string; opened: CaseOpened }
  | { kind: 'failed'; problem: string }

export type AppStore = StoreApi<AppState>

/** The page's state in one place. Its transitions are pure functions beside it; `startApp` calls them. */
export function createAppStore(): AppStore {
  return createStore<AppState>(() => ({
    wire: { kind: 'connecting' },
    feed: initialFeed,
    shell: null,
    inbox: initialInbox,
    route: startRoute,
    deletion: null,
    toExport: null,
    opening: { kind: 'idle' },
    arrivals: 0,
  }))
}
