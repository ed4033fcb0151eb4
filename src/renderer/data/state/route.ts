import type { LinkPlace } from '../../../shared/commands/links.ts'

/** Where in the interface the user is, as the address bar keeps it: a reload comes back to the same place. */

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
  /** The inbox lists the deliveries of all environments (`?environments=all`), not of the one in use. Kept over screens. */
  everywhere: boolean
  /** The environment whose objects are shown (`?environment=ID`); null: the one in use. */
  environmentId: string | null
  /** The file that is edited or presented (`#/scenarios/folder/refund`); null: none is chosen. */
  scenario: ScenarioPlace | null
  /** Shown to a room: large, calm, and masked (`?present=1`). */
  present: boolean
}

/** State of the screen of objects. */
export interface ObjectsPlace {
  /** Its story is shown, or its deliveries are played in other orders (`#/orders/Payment/4711`). */
  chosen: { resourceType: string; resourceId: string } | null
  /** Only objects of this type; null: of all. */
  type: string | null
  /** The beginning of an id, or a part of a type. */
  words: string
}

/** A scenario by its source and the name of its file. */
export interface ScenarioPlace {
  from: 'bundled' | 'folder'
  name: string
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
  everywhere: false,
  environmentId: null,
  scenario: null,
  present: false,
}

/** Reads `#/inbox/12/body?filter=verdict%3Ainvalid`. An unreadable hash leads to the inbox. */
export function parseRoute(hash: string): Route {
  const search = new URLSearchParams(hash.split('?')[1] ?? '')
  const place = parsePlace(hash)
  const [from = '', name = ''] = search.get('scenario')?.split('/') ?? []
  return {
    ...place,
    scenario: place.scenario ?? parseScenario(from, name),
    everywhere: search.get('environments') === 'all',
    environmentId: /^[\w-]{1,64}$/.exec(search.get('environment') ?? '')?.[0] ?? null,
    present: search.get('present') === '1',
  }
}

function parsePlace(hash: string): Omit<Route, 'present' | 'everywhere' | 'environmentId'> {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = '', place = '', tabName = ''] = path.split('/')
  const search = new URLSearchParams(query)
  const filter = search.get('filter') ?? ''
  if (screen === 'objects' || screen === 'orders')
    return { ...startRoute, screen, filter, objects: parseObjects(place, tabName, search) }
  if (hasScenario({ screen })) return { ...startRoute, screen, filter, scenario: parseScenario(place, tabName) }
  return {
    scenario: null,
    screen: /^[a-z-]+$/.test(screen) ? screen : startRoute.screen,
    deliveryId: (screen === 'case-files' ? /^c[0-9a-f]{12}(?:\.\d{1,15})?$/ : /^\d{1,20}$/).test(place) ? place : null,
    tab: deliveryTabs.find((known) => known === tabName) ?? 'overview',
    filter,
    ...parseCompare(search.get('compare') ?? ''),
    objects: allObjects,
  }
}

function parseScenario(from: string, name: string): ScenarioPlace | null {
  if (from !== 'bundled' && from !== 'folder') return null
  return /^[a-z0-9._-]{1,64}$/.test(name) ? { from, name } : null
}

function parseCompare(text: string): Pick<Route, 'marked' | 'compare'> {
  const [, one, other] = /^(\d{1,20})(?:,(\d{1,20}))?$/.exec(text) ?? []
  if (one === undefined || one === other) return { marked: one ?? null, compare: null }
  return other === undefined ? { marked: one, compare: null } : { marked: null, compare: [one, other] }
}

/** The names of an object come from outside: they may contain anything. */
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

/** The part of the route that leads to an object's story: of the environment that it belongs to, also while another is in use. */
export function storyPlace(
  inUse: string | undefined,
  environmentId: string,
  chosen: { resourceType: string; resourceId: string },
): Partial<Route> {
  return {
    screen: 'objects',
    deliveryId: null,
    objects: { ...allObjects, chosen },
    environmentId: environmentId === inUse ? null : environmentId,
  }
}

/** The part of the route that leads to the orders of an object of the environment in use. Pure. */
export function ordersPlace({
  resourceType,
  resourceId,
}: {
  resourceType: string
  resourceId: string
}): Partial<Route> {
  return { screen: 'orders', deliveryId: null, objects: { ...allObjects, chosen: { resourceType, resourceId } } }
}

/** The part of the route that leads to a delivery: one of an opened file is shown in that file's list. Pure. */
export function deliveryPlace(id: string, tab: DeliveryTab): Partial<Route> {
  const place = { deliveryId: id, tab, filter: '' }
  return { ...place, screen: isForeignId(id) ? 'case-files' : 'inbox' }
}

/** Whether it is the id of a delivery out of a file, such as "c0123456789ab.12". */
export function isForeignId(id: string): boolean {
  return id.includes('.')
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
  if (!route.present) return place
  const { scenario } = route
  const kept = scenario === null || hasScenario(route) ? '' : `&scenario=${scenario.from}/${scenario.name}`
  return `${place}${place.includes('?') ? '&' : '?'}present=1${kept}`
}

/** Whether the path of the screen names the scenario. */
function hasScenario({ screen }: Pick<Route, 'screen'>): boolean {
  return screen === 'scenarios' || screen === 'presentation'
}

function formatPlace(route: Route): string {
  const query = formatQuery(route)
  if (route.screen === 'objects') return formatObjects(route)
  if (route.screen === 'orders') return `#/orders${objectPath(route)}${query}`
  if ((route.screen === 'compose' || route.screen === 'check') && route.deliveryId !== null) {
    return `#/${route.screen}/${route.deliveryId}${query}`
  }
  const tab = route.tab === 'overview' ? '' : `/${route.tab}`
  if (route.screen === 'case-files' && route.deliveryId !== null && route.deliveryId.startsWith('c')) {
    return `#/case-files/${route.deliveryId}${tab}${query}`
  }
  const { scenario } = route
  if (hasScenario(route) && scenario !== null) return `#/${route.screen}/${scenario.from}/${scenario.name}${query}`
  if (route.screen !== 'inbox') return `#/${route.screen}${query}`
  if (route.deliveryId === null) return tab === '' ? `#/inbox${query}` : `#/inbox/live${tab}${query}`
  return `#/inbox/${route.deliveryId}${tab}${query}`
}

/** The part of the query that names the environment. The environment of another screen's object is left out. */
function environmentQuery({ screen, everywhere, environmentId }: Route): URLSearchParams {
  const search = new URLSearchParams()
  if (everywhere) search.set('environments', 'all')
  if (environmentId !== null && screen === 'objects') search.set('environment', environmentId)
  return search
}

function formatQuery(route: Route): string {
  const { filter, marked, compare } = route
  const search = environmentQuery(route)
  if (filter !== '') search.set('filter', filter)
  const compared = compare?.join(',') ?? marked
  if (compared !== null) search.set('compare', compared)
  const query = search.toString()
  return query === '' ? '' : `?${query}`
}

function formatObjects(route: Route): string {
  const { filter, objects } = route
  const { type, words } = objects
  const search = environmentQuery(route)
  if (filter !== '') search.set('filter', filter)
  if (type !== null) search.set('type', type)
  if (words !== '') search.set('words', words)
  const query = search.toString()
  return `#/objects${objectPath(route)}${query === '' ? '' : `?${query}`}`
}

function objectPath({ objects: { chosen } }: Route): string {
  return chosen === null ? '' : `/${encodeURIComponent(chosen.resourceType)}/${encodeURIComponent(chosen.resourceId)}`
}
