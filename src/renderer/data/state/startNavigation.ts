import type { AppStore } from './appStore.ts'
import { formatRoute, parseRoute, type Route } from './route.ts'

export interface Navigation {
  /** Goes somewhere. `replace`: without a step in the browser's history, for steps that nobody wants to walk back. */
  go(change: Partial<Route>, replace?: boolean): void
  /** The address of a place, for links. */
  href(change: Partial<Route>): string
  stop(): void
}

/** Keeps the route in the address bar's fragment and in the state. */
export function startNavigation(store: AppStore, page: Window): Navigation {
  const read = () => store.setState({ route: parseRoute(page.location.hash) })
  page.addEventListener('hashchange', read)
  page.addEventListener('popstate', read)
  read()
  const href = (change: Partial<Route>) => formatRoute({ ...store.getState().route, ...change })
  return {
    go: (change, replace = false) => {
      const target = href(change)
      if (target === page.location.hash) return
      if (replace) page.history.replaceState(page.history.state, '', target)
      else page.history.pushState(null, '', target)
      read()
    },
    href,
    stop: () => {
      page.removeEventListener('hashchange', read)
      page.removeEventListener('popstate', read)
    },
  }
}
