import { compareDeliveryIds } from '../../../shared/model.ts'
import type { AppState, AppStore } from './appStore.ts'

/** More than this are not distinguished: the count is then a least one. */
export const mostArrivals = 999

/**
 * Counts what comes for the inbox while the person is on another screen or in another tab; being in the inbox, or another
 * environment, begins again. Returns how to stop.
 */
export function startArrivals(store: AppStore, page: Document): () => void {
  let last: string | null = null
  let counted: unknown = null
  let place: string | null = null
  const follow = () => {
    const state = store.getState()
    const { feed, route, inbox, arrivals } = state
    const here = route.screen === 'inbox' && !page.hidden
    const isOther = place !== inbox.environmentId
    const fresh = last === null || feed.window === counted ? 0 : cameAfter(state, last)
    counted = feed.window
    place = inbox.environmentId
    last = feed.last === null ? last : (feed.window[0]?.id ?? last ?? '0')
    const next = here || isOther ? 0 : Math.min(mostArrivals + 1, arrivals + fresh)
    if (next !== arrivals) store.setState({ arrivals: next })
  }
  const unsubscribe = store.subscribe(follow)
  page.addEventListener('visibilitychange', follow)
  return () => {
    unsubscribe()
    page.removeEventListener('visibilitychange', follow)
  }
}

/** How many of the newest deliveries the inbox would list that came after one. */
function cameAfter({ feed, inbox }: AppState, last: string): number {
  let count = 0
  for (const { id, environmentId } of feed.window) {
    if (compareDeliveryIds(id, last) <= 0) break
    if (inbox.environmentId === null || inbox.environmentId === environmentId) count += 1
  }
  return count
}
