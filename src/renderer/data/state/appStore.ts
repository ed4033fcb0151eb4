import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WireState } from '../wire/wire.ts'
import type { Deletion, Shell } from '../../../shared/wireTypes.ts'
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
  /** Deliveries for the inbox that came while nobody looked at it; more than `mostArrivals`: at least so many. */
  arrivals: number
}

export type ToExport =
  | { ids: readonly string[] }
  | { object: { environment: string; resourceType: string; resourceId: string } }

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
    arrivals: 0,
  }))
}
