const kept = 'hookscope.token'

interface PagePlaces {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * The key of this page: from `#token=...` of the address, which is erased from the address bar at once, else the one kept
 * for this tab. Null when there is neither.
 */
export function takeToken({ location, history, storage }: PagePlaces): string | null {
  const given = new URLSearchParams(location.hash.replace(/^#/, '')).get('token')
  if (given === null || given === '') return storage.getItem(kept)
  storage.setItem(kept, given)
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}
