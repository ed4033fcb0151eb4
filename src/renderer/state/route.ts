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
  objects: ObjectsPlace
}

/** What the screen of objects shows. */
export interface ObjectsPlace {
  chosen: { resourceType: string; resourceId: string } | null
  /** Only objects of this type; null: of all. */
  type: string | null
  /** The beginning of an id, or a part of a type. */
  words: string
}

export const allObjects: ObjectsPlace = { chosen: null, type: null, words: '' }

export const startRoute: Route = {
  screen: 'inbox',
  deliveryId: null,
  tab: 'overview',
  filter: '',
  objects: allObjects,
}

/** Reads `#/inbox/12/body?filter=verdict%3Ainvalid`. What it cannot read falls back to the inbox. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = '', place = '', tabName = ''] = path.split('/')
  const search = new URLSearchParams(query)
  const filter = search.get('filter') ?? ''
  if (screen === 'objects') return { ...startRoute, screen, filter, objects: parseObjects(place, tabName, search) }
  return {
    screen: /^[a-z-]+$/.test(screen) ? screen : startRoute.screen,
    deliveryId: /^\d{1,20}$/.test(place) ? place : null,
    tab: deliveryTabs.find((known) => known === tabName) ?? 'overview',
    filter,
    objects: allObjects,
  }
}

/** The names of an object come from outside: anything may stand in them. */
function parseObjects(type: string, id: string, search: URLSearchParams): ObjectsPlace {
  const [resourceType, resourceId] = [decoded(type), decoded(id)]
  return {
    chosen: resourceType === '' || resourceId === '' ? null : { resourceType, resourceId },
    type: search.get('type'),
    words: search.get('words') ?? '',
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

export function formatRoute(route: Route): string {
  if (route.screen === 'objects') return formatObjects(route)
  const query = route.filter === '' ? '' : `?${new URLSearchParams({ filter: route.filter }).toString()}`
  if (route.screen !== 'inbox') return `#/${route.screen}${query}`
  const tab = route.tab === 'overview' ? '' : `/${route.tab}`
  if (route.deliveryId === null) return tab === '' ? `#/inbox${query}` : `#/inbox/live${tab}${query}`
  return `#/inbox/${route.deliveryId}${tab}${query}`
}

function formatObjects({ filter, objects: { chosen, type, words } }: Route): string {
  const search = new URLSearchParams()
  if (filter !== '') search.set('filter', filter)
  if (type !== null) search.set('type', type)
  if (words !== '') search.set('words', words)
  const place =
    chosen === null ? '' : `/${encodeURIComponent(chosen.resourceType)}/${encodeURIComponent(chosen.resourceId)}`
  const query = search.toString()
  return `#/objects${place}${query === '' ? '' : `?${query}`}`
}
