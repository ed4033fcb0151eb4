import type { QueryClient } from '@tanstack/react-query'
import { compareDeliveryIds, type DeliverySummary, isFailed } from '../../../shared/model.ts'
import type { FeedMessage } from '../../../shared/wireTypes.ts'
import { feedSource, followFeed } from '../wire/followFeed.ts'
import type { Client, Wire } from '../wire/wire.ts'
import { type AppStore, createAppStore } from './appStore.ts'
import { isReading, reduceInbox } from './inboxState.ts'
import { continues, lastAfter, reduce } from './reduce.ts'
import { type Calls, createCalls, createQueries, startRefreshing } from './queries.ts'
import { allObjects, formatRoute, parseRoute, type Route } from './route.ts'
import { createFileOpening, type FileOpening } from './fileOpening.ts'
import { type InboxActions, startArrivals, startInbox } from './startInbox.ts'

export interface App {
  store: AppStore
  client: Client
  calls: Calls
  queries: QueryClient
  /** See Wire. */
  session: Wire['session']
  navigation: Navigation
  inbox: InboxActions
  seen: Seen
  files: FileOpening
  stop(): void
}

/** Ties the wire, the address bar and the state together. */
export function startApp(wire: Wire, page: Window): App {
  const store = createAppStore()
  const navigation = startNavigation(store, page)
  const deletions = followDeletions(store, wire.client)
  const calls = createCalls(wire.client)
  const queries = createQueries()
  const refreshing = startRefreshing(queries, calls, wire)
  const batches = batchPerFrame<FeedMessage>(
    page,
    (messages) => {
      store.setState(takeMessages(store, messages))
      for (const message of messages) refreshing.take(message)
    },
    (message) => (message.kind === 'events' ? message.events.length : 1),
    () => page.document.activeElement?.matches('input, textarea') === true || isReading(store.getState().inbox),
  )
  let last: number | null = null
  const stopFeed = followFeed(feedSource(wire), {
    take: (message) => {
      if (!continues(last, message)) return false
      last = lastAfter(last, message)
      batches.add(message)
      deletions.take(message)
      return true
    },
    last: () => last,
  })
  const inbox = startInbox(store, wire.client)
  const seen = startSeen(store, wire.client, page.document)
  const stopArrivals = startArrivals(store, page.document)
  const stopWireState = wire.subscribe((state) => store.setState({ wire: state }))
  store.setState({ wire: wire.state() })
  return {
    store,
    client: wire.client,
    calls,
    queries,
    session: wire.session,
    navigation,
    inbox,
    seen,
    files: createFileOpening(store, wire.client),
    stop: () => {
      stopWireState()
      inbox.stop()
      stopArrivals()
      seen.stop()
      stopFeed()
      batches.stop()
      refreshing.stop()
      queries.clear()
      navigation.stop()
      wire.stop()
    },
  }
}

/** All messages of a frame as one change of the state. */
function takeMessages(store: AppStore, messages: readonly FeedMessage[]) {
  let { feed, inbox } = store.getState()
  for (const message of messages) {
    inbox = reduceInbox(inbox, message, feed.last, feed.window)
    feed = reduce(feed, message)
  }
  return { feed, inbox }
}

interface Navigation {
  /** Goes somewhere. `replace`: without a step in the browser's history, for steps that are not worth going back to. */
  go(change: Partial<Route>, replace?: boolean): void
  /** The address of a place, for links. */
  href(change: Partial<Route>): string
  stop(): void
}

/** Keeps the route in the address bar's fragment and in the state. */
function startNavigation(store: AppStore, page: Window): Navigation {
  const read = () => store.setState({ route: parseRoute(page.location.hash) })
  page.addEventListener('hashchange', read)
  page.addEventListener('popstate', read)
  read()
  const href = (change: Partial<Route>) => {
    const { route } = store.getState()
    const leaves = change.screen !== undefined && change.screen !== route.screen
    // An object of another environment, and that environment, are not those of the next screen. A presentation comes back to its scenario.
    const left = {
      environmentId: null,
      ...(route.environmentId === null ? {} : { objects: allObjects }),
      ...(route.present ? {} : { scenario: null }),
    }
    return formatRoute({ ...route, ...(leaves ? left : {}), ...change })
  }
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

/** Reports to the engine which failed deliveries the user has looked at in this page. */
interface Seen {
  /** These are before the person's eyes, if the page is. */
  look(deliveries: readonly Pick<DeliverySummary, 'id' | 'verdict'>[]): void
  stop(): void
}

/** Minimum interval between reports of seen deliveries, ms. */
const pauseMs = 300
/** The largest batch; as many are remembered as reported. */
const most = 1000

function startSeen(store: AppStore, client: Client, page: Document): Seen {
  let seen = new Set<string>()
  let reported = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function report() {
    timer = undefined
    const ids = [...seen].slice(0, most)
    seen = new Set([...seen].slice(most))
    reported = new Set([...reported, ...ids].slice(-2 * most))
    // A line that is lost just then: they stay unseen until they are looked at once more.
    client.unseen.markSeen({ ids }).catch(() => {
      reported = new Set()
    })
    if (seen.size > 0) timer = setTimeout(report, pauseMs)
  }

  return {
    look: (deliveries) => {
      const { oldest = null } = store.getState().feed.status?.unseen ?? {}
      if (oldest === null || page.hidden || !page.hasFocus()) return
      for (const { id, verdict } of deliveries) {
        if (!isFailed(verdict) || reported.has(id) || compareDeliveryIds(id, oldest) < 0) continue
        seen.add(id)
      }
      if (seen.size > 0) timer ??= setTimeout(report, pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Batches are at least this far apart, ms: twenty changes a second look live to the eye. */
const restMs = 48
/**
 * Events a second from which arrivals are batched: rows move away before they can be read. Few large batches leave nearly
 * all frames to the user; while the user types or reads further down, the batches are fewer still.
 */
const rush = { perSecond: 100, restMs: 600, busyRestMs: 1500 }
/** A hidden page gets no frames: there a timer hands over, ms. */
const hiddenMs = 250

/**
 * Collects what comes and hands it over with the next frame, soon after another batch and in a rush somewhat later.
 * @param page where frames and timers come from
 * @param weigh how many things an item holds
 * @param isBusy whether the user does what needs the frames more than news does
 */
export function batchPerFrame<T>(
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout' | 'performance'>,
  flush: (batch: T[]) => void,
  weigh: (item: T) => number = () => 1,
  isBusy: () => boolean = () => false,
): { add(item: T): void; stop(): void } {
  let batch: T[] = []
  let frame: number | undefined
  let timer: number | undefined
  let flushedAt = -Infinity
  let restFor = restMs

  const end = () => {
    if (frame !== undefined) page.cancelAnimationFrame(frame)
    if (timer !== undefined) page.clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  const run = () => {
    end()
    const taken = batch
    batch = []
    const now = page.performance.now()
    const seconds = Math.max(now - flushedAt, restMs) / 1000
    const weight = taken.reduce((sum, item) => sum + weigh(item), 0)
    if (weight / seconds < rush.perSecond) restFor = restMs
    else restFor = isBusy() ? rush.busyRestMs : rush.restMs
    flushedAt = now
    flush(taken)
  }
  const runWithFrame = () => {
    frame = page.requestAnimationFrame(run)
    timer = page.setTimeout(run, hiddenMs)
  }
  return {
    add: (item) => {
      batch.push(item)
      if (batch.length > 1) return
      const rest = flushedAt + restFor - page.performance.now()
      if (rest <= 0) runWithFrame()
      else timer = page.setTimeout(runWithFrame, rest)
    },
    stop: end,
  }
}

/** Offers to undo the newest deletion of any page, also after a reload. */
function followDeletions(store: AppStore, client: Client): { take(message: FeedMessage): void } {
  let asking = false
  let again = false

  async function ask(): Promise<void> {
    again = false
    const [newest] = await client.storage.deletions()
    const { deletion } = store.getState()
    if (newest !== undefined && newest.deletion !== deletion?.deletion) store.setState({ deletion: newest })
    // It was undone in another page, or its time is over.
    if (newest === undefined && deletion?.deletion != null) store.setState({ deletion: null })
  }

  function askSoon(): void {
    again = true
    if (asking) return
    asking = true
    ask()
      .catch(() => undefined)
      .finally(() => {
        asking = false
        if (again) askSoon()
      })
  }

  return {
    take(message) {
      const isNews =
        message.kind === 'snapshot' ||
        message.events.some(({ event }) => event.type === 'deletion' && event.deletion !== 'retention')
      if (isNews) askSoon()
    },
  }
}
