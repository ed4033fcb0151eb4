import type { SavedFilter } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'

/** The saved filters in the order of their names, as they are now; undefined while they are not known. */
export function useSavedFilters(): readonly SavedFilter[] | undefined {
  const client = useClient()
  const epoch = useAppState((state) => state.feed.epoch)
  const told = useAppState((state) => state.feed.savedFilters)
  const { data } = useLoad(
    'saved-filters',
    async (signal) => client.savedFilters.list(undefined, { signal }),
    `${epoch}`,
  )
  return told ?? data
}
