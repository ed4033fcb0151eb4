import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Client } from '../wire/wire.ts'
import type { AppState } from './appStore.ts'
import type { Calls } from './queries.ts'
import type { App } from './startApp.ts'

export const AppContext = createContext<App | null>(null)

/** Everything that outlives a screen: store, client, navigation, inbox actions. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp needs AppContext above it')
  return app
}

/** A part of the state; the component renders again when it changed. Select something that keeps its identity. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useApp().store, select)
}

/** The typed calls of the contract. */
export function useClient(): Client {
  return useApp().client
}

/** The same for `useQuery` and `useMutation`. */
export function useCalls(): Calls {
  return useApp().calls
}

/** Whether Hookscope cannot be reached, so that what the page shows is what was known last. */
export function useIsStale(): boolean {
  return useAppState(({ wire }) => wire.kind === 'lost' || wire.kind === 'refused')
}
