/** Where in the interface a person is, as the address bar keeps it: a reload comes back to the same place. */

export const deliveryTabs = ['overview', 'body', 'headers', 'signature', 'object', 'attempts'] as const
export type DeliveryTab = (typeof deliveryTabs)[number]

export interface Route {
  /** Path of a screen, such as "inbox" or "webhook-config". */
  screen: string
  /** The delivery chosen by hand; null: the newest, live. */
  deliveryId: string | null
  tab: DeliveryTab
  /** The inbox's filter in its typed form. */
  filter: string
}

export const startRoute: Route = { screen: 'inbox', deliveryId: null, tab: 'overview', filter: '' }

/** Reads `#/inbox/12/body?filter=verdict%3Ainvalid`. What it cannot read falls back to the inbox. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = '', place = '', tabName = ''] = path.split('/')
  const filter = new URLSearchParams(query).get('filter') ?? ''
  return {
    screen: /^[a-z-]+$/.test(screen) ? screen : startRoute.screen,
    deliveryId: /^\d{1,20}$/.test(place) ? place : null,
    tab: deliveryTabs.find((known) => known === tabName) ?? 'overview',
    filter,
  }
}

export function formatRoute(route: Route): string {
  const query = route.filter === '' ? '' : `?${new URLSearchParams({ filter: route.filter }).toString()}`
  if (route.screen !== 'inbox') return `#/${route.screen}${query}`
  const tab = route.tab === 'overview' ? '' : `/${route.tab}`
  if (route.deliveryId === null) return tab === '' ? `#/inbox${query}` : `#/inbox/live${tab}${query}`
  return `#/inbox/${route.deliveryId}${tab}${query}`
}
