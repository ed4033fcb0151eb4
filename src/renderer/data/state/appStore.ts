import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WireState } from '../wire/wire.ts'
import type { CaseOpened, Deletion, Shell } from '../../../shared/wireTypes.ts'
import { type FeedState, initialFeed } from './reduce.ts'
import { type InboxState, initialInbox } from './inboxState.ts'
import { type Route, startRoute } from './route.ts'

export interface AppState {
  wire: WireState
  feed: FeedState
  /** Abilities of the shell that shows this page; null until it has answered. */
  shell: Shell | null
  inbox: InboxState
  route: Route
  /** The last deletion of this page, while it can be undone. */
  deletion: Deletion | null
  /** The deliveries or the object's story chosen for export, until another choice. */
  toExport: ToExport | null
  /** The same to be saved as a scenario. */
  toRecord: ToExport | null
  /** The dialog *New environment* is open, and which sender it offers first: the id of a preset. */
  newEnvironment: { sender: string } | null
  /** The file that is opened, or was opened last. */
  opening: OpenState
  /** Number of deliveries that arrived while the inbox was not shown; above `maxArrivals` it is a minimum. */
  arrivals: number
}

export type ToExport =
  | { ids: readonly string[] }
  | { object: { environment: string; resourceType: string; resourceId: string } }

/** A file that is opened, and the result. */
export type OpenState =
  | { kind: 'idle' }
  /** `canCancel`: it is this page that reads it. */
  | { kind: 'reading'; name: string; done: number; size: number; canCancel: boolean }
  | { kind: 'opened'; name: string; opened: CaseOpened }
  | { kind: 'failed'; problem: string }

export type AppStore = StoreApi<AppState>

/** The page's state in one place. Its transitions are pure functions in this folder; `startApp` calls them. */
export function createAppStore(): AppStore {
  return createStore<AppState>(() => ({
    wire: { kind: 'connecting' },
    feed: initialFeed,
    shell: null,
    inbox: initialInbox,
    route: startRoute,
    deletion: null,
    toExport: null,
    toRecord: null,
    newEnvironment: null,
    opening: { kind: 'idle' },
    arrivals: 0,
  }))
}
