import type { LinkPlace } from '../../../shared/commands/links.ts'

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
  /** The row marked for comparing, while it waits for a second one (`?compare=12`). */
  marked: string | null
  /** The two deliveries that are compared (`?compare=12,15`), in the order in which they were marked. */
  compare: [string, string] | null
  objects: ObjectsPlace
  /** Shown to a room: large, calm, and masked (`?present=1`). */
  present: boolean
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
  marked: null,
  compare: null,
  objects: allObjects,
  present: false,
}

/** Reads `#/inbox/12/body?filter=verdict%3Ainvalid`. What it cannot read falls back to the inbox. */
export function parseRoute(hash: string): Route {
  return { ...parsePlace(hash), present: new URLSearchParams(hash.split('?')[1] ?? '').get('present') === '1' }
}

function parsePlace(hash: string): Omit<Route, 'present'> {
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
    ...parseCompare(search.get('compare') ?? ''),
    objects: allObjects,
  }
}

function parseCompare(text: string): Pick<Route, 'marked' | 'compare'> {
  const [, one, other] = /^(\d{1,20})(?:,(\d{1,20}))?$/.exec(text) ?? []
  if (one === undefined || one === other) return { marked: one ?? null, compare: null }
  return other === undefined ? { marked: one, compare: null } : { marked: null, compare: [one, other] }
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

/** The part of the route that a link changes. Pure. */
export function routeTo(place: LinkPlace): Partial<Route> {
  switch (place.kind) {
    case 'delivery':
      return { screen: 'inbox', deliveryId: place.id, filter: '', compare: null }
    case 'object': {
      const { resourceType, resourceId } = place
      return { screen: 'objects', objects: { ...allObjects, chosen: { resourceType, resourceId } } }
    }
    case 'screen':
      return { screen: place.name }
  }
}

export function formatRoute(route: Route): string {
  const place = formatPlace(route)
  return route.present ? `${place}${place.includes('?') ? '&' : '?'}present=1` : place
}

function formatPlace(route: Route): string {
  if (route.screen === 'objects') return formatObjects(route)
  const query = formatQuery(route)
  if (route.screen !== 'inbox') return `#/${route.screen}${query}`
  const tab = route.tab === 'overview' ? '' : `/${route.tab}`
  if (route.deliveryId === null) return tab === '' ? `#/inbox${query}` : `#/inbox/live${tab}${query}`
  return `#/inbox/${route.deliveryId}${tab}${query}`
}

function formatQuery({ filter, marked, compare }: Route): string {
  const search = new URLSearchParams()
  if (filter !== '') search.set('filter', filter)
  const compared = compare?.join(',') ?? marked
  if (compared !== null) search.set('compare', compared)
  const query = search.toString()
  return query === '' ? '' : `?${query}`
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
