/** Many environments in the page: the address, the list of all, the search by typing, and the counts. */
import { describe, expect, test } from 'vitest'
import { createAppStore } from '../../src/renderer/data/state/appStore.ts'
import { initialFeed, reduce } from '../../src/renderer/data/state/reduce.ts'
import { openInbox } from '../../src/renderer/data/state/inboxState.ts'
import { matchingEnvironments } from '../../src/renderer/app/frame/EnvironmentChoice.tsx'
import { formatRoute, parseRoute, startRoute, storyPlace } from '../../src/renderer/data/state/route.ts'
import { maxArrivals, startArrivals } from '../../src/renderer/data/state/startInbox.ts'
import { frameWords } from '../../src/renderer/app/frame/words.ts'
import { noFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { aDelivery, anEnvironment, aSnapshot, idsOf } from './state/builders.ts'

describe('the address', () => {
  test('keeps over screens that the inbox lists all environments', () => {
    const health = parseRoute('#/health?environments=all')
    expect(health).toMatchObject({ screen: 'health', everywhere: true })
    expect(formatRoute({ ...health, screen: 'inbox' })).toBe('#/inbox?environments=all')
    expect(parseRoute('#/inbox?environments=some')).toMatchObject({ everywhere: false })
  })

  test('names the environment of an object only where it is another than the one in use', () => {
    const object = { resourceType: 'Payment', resourceId: 'p 1' }
    const own = { ...startRoute, ...storyPlace('acme', 'acme', object) }
    expect(formatRoute(own)).toBe('#/objects/Payment/p%201')
    const other = { ...startRoute, ...storyPlace('acme', 'contoso-1', object) }
    expect(formatRoute(other)).toBe('#/objects/Payment/p%201?environment=contoso-1')
    expect(parseRoute(formatRoute(other))).toEqual(other)
    expect(parseRoute('#/objects?environment=%3Cscript%3E').environmentId).toBeNull()
  })
})

test('the list of all environments has the deliveries of each, and takes them live', () => {
  const items = [aDelivery(2, { environmentId: 'other' }), aDelivery(1)]
  const feed = reduce(initialFeed, aSnapshot(10, items))
  expect(idsOf(openInbox(feed, null, noFilter, false).items)).toEqual(['2', '1'])
})

describe('environments are found', () => {
  const named = (name: string, baseUrl = '') => ({ ...anEnvironment(name, false), kind: 'service' as const, baseUrl })
  const all = [named('Wide World 10'), named('acme'), named('Wide World 9', 'https://eu.example'), anEnvironment()]
  const found = (query: string) => matchingEnvironments(all, query).map(({ name }) => name)

  test('the sandbox first, then by name with numbers in order', () => {
    expect(found('')).toEqual(['sandbox', 'acme', 'Wide World 9', 'Wide World 10'])
  })
  test('by words of their name or base URL, in any case and order', () => {
    expect(found('world WIDE')).toEqual(['Wide World 9', 'Wide World 10'])
    expect(found('eu.example')).toEqual(['Wide World 9'])
    expect(found('nobody')).toEqual([])
  })
  test('those first that are called so, then those that only have it in their base URL', () => {
    const many = [named('Able 18', 'https://api-17.example'), named('Customer 17', 'https://api-16.example')]
    expect(matchingEnvironments(many, '17').map(({ name }) => name)).toEqual(['Customer 17', 'Able 18'])
  })
})

describe('what comes while the person is elsewhere', () => {
  function begin(screen: string) {
    const store = createAppStore()
    const page = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
    startArrivals(store, page as unknown as Document)
    const come = (...ids: number[]) =>
      store.setState(({ feed }) => ({
        feed: { ...feed, last: 1, window: [...ids.toReversed().map((id) => aDelivery(id)), ...feed.window] },
      }))
    store.setState(({ route, inbox }) => ({
      route: { ...route, screen },
      inbox: { ...inbox, environmentId: 'sandbox' },
    }))
    come(1)
    const go = (to: string) => store.setState(({ route }) => ({ route: { ...route, screen: to } }))
    return { store, page, come, go, count: () => store.getState().arrivals }
  }

  test('is counted on other screens, and begins again with each visit to the inbox', () => {
    const { come, go, count } = begin('health')
    expect(count()).toBe(0)
    come(2, 3)
    expect(count()).toBe(2)
    go('inbox')
    come(4)
    expect(count()).toBe(0)
    go('objects')
    come(5)
    expect(count()).toBe(1)
  })

  test('is counted in the inbox, too, while its tab is hidden', () => {
    const { page, come, count } = begin('inbox')
    page.hidden = true
    come(2)
    expect(count()).toBe(1)
  })

  test('is of the environment that the inbox lists', () => {
    const { store, come, count } = begin('health')
    come(2)
    store.setState(({ inbox }) => ({ inbox: { ...inbox, environmentId: 'other' } }))
    come(3)
    expect(count()).toBe(0)
    store.setState(({ inbox }) => ({ inbox: { ...inbox, environmentId: null } }))
    come(4)
    expect(count()).toBe(1)
  })

  test('is in the title where nothing failed, and ends at a number that says enough', () => {
    expect(frameWords.windowTitle('Monitor', 0, false, 12)).toBe('(12 new) · Monitor · Hookscope')
    expect(frameWords.windowTitle('Monitor', 2, false, 12)).toBe('(2 failed) · Monitor · Hookscope')
    expect(frameWords.windowTitle('Monitor', 0, false, maxArrivals + 1)).toBe('(999+ new) · Monitor · Hookscope')
  })
})
