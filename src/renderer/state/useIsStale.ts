import { useAppState } from './useApp.ts'

/** Whether Hookscope cannot be reached, so that what the page shows is what was known last. */
export function useIsStale(): boolean {
  return useAppState(({ wire }) => wire.kind === 'lost' || wire.kind === 'refused')
}
