import { compareDeliveryIds, type DeliverySummary, isFailed } from '../../../shared/model.ts'
import type { FeedMessage } from '../../../shared/wireTypes.ts'
import { feedSource } from '../wire/feedSource.ts'
import { followFeed } from '../wire/followFeed.ts'
import type { Client, Wire } from '../wire/wire.ts'
import { type AppStore, createAppStore } from './appStore.ts'
import { batchPerFrame } from './batchPerFrame.ts'
import { reduceInbox } from './inboxState.ts'
import { continues, lastAfter, reduce } from './reduce.ts'
import { formatRoute, parseRoute, type Route } from './route.ts'
import { type InboxActions, startInbox } from './startInbox.ts'

export interface App {
  store: AppStore
  client: Client
  /** See Wire. */
  session: Wire['session']
  navigation: Navigation
  inbox: InboxActions
  seen: Seen
  stop(): void
}

/** Ties the wire, the address bar and the state together. */
export function startApp(wire: Wire, page: Window): App {
  const store = createAppStore()
  const navigation = startNavigation(store, page)
  const batches = batchPerFrame<FeedMessage>(
    page,
    (messages) => store.setState(takeMessages(store, messages)),
    (message) => (message.kind === 'events' ? message.events.length : 1),
    () =>
      page.document.activeElement?.matches('input, textarea') === true || store.getState().inbox.held?.by === 'scroll',
  )
  let last: number | null = null
  const stopFeed = followFeed(feedSource(wire), {
    take: (message) => {
      if (!continues(last, message)) return false
      last = lastAfter(last, message)
      batches.add(message)
      return true
    },
    last: () => last,
  })
  const inbox = startInbox(store, wire.client)
  const seen = startSeen(store, wire.client, page.document)
  const stopWireState = wire.subscribe((state) => store.setState({ wire: state }))
  store.setState({ wire: wire.state() })
  return {
    store,
    client: wire.client,
    session: wire.session,
    navigation,
    inbox,
    seen,
    stop: () => {
      stopWireState()
      inbox.stop()
      seen.stop()
      stopFeed()
      batches.stop()
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
  /** Goes somewhere. `replace`: without a step in the browser's history, for steps that nobody wants to walk back. */
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

/** Tells the engine which failed deliveries a person has looked at, in this page. */
interface Seen {
  /** These are before the person's eyes, if the page is. */
  look(deliveries: readonly Pick<DeliverySummary, 'id' | 'verdict'>[]): void
  stop(): void
}

/** What was looked at is told together, at most this often, ms. */
const pauseMs = 300
/** So many are told at once at most, and remembered as told. */
const most = 1000

function startSeen(store: AppStore, client: Client, page: Document): Seen {
  let seen = new Set<string>()
  let told = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell() {
    timer = undefined
    const ids = [...seen].slice(0, most)
    seen = new Set([...seen].slice(most))
    told = new Set([...told, ...ids].slice(-2 * most))
    // A line that is lost just then: they stay unseen until they are looked at once more.
    client.unseen.markSeen({ ids }).catch(() => {
      told = new Set()
    })
    if (seen.size > 0) timer = setTimeout(tell, pauseMs)
  }

  return {
    look: (deliveries) => {
      const { oldest = null } = store.getState().feed.status?.unseen ?? {}
      if (oldest === null || page.hidden || !page.hasFocus()) return
      for (const { id, verdict } of deliveries) {
        if (!isFailed(verdict) || told.has(id) || compareDeliveryIds(id, oldest) < 0) continue
        seen.add(id)
      }
      if (seen.size > 0) timer ??= setTimeout(tell, pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}
