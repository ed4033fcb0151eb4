import type { FeedMessage } from '../../../shared/wireTypes.ts'
import { feedSource } from '../wire/feedSource.ts'
import { followFeed } from '../wire/followFeed.ts'
import type { Client, Wire } from '../wire/wire.ts'
import { type AppStore, createAppStore } from './appStore.ts'
import { batchPerFrame } from './batchPerFrame.ts'
import { reduceInbox } from './inboxState.ts'
import { continues, lastAfter, reduce } from './reduce.ts'
import { type Navigation, startNavigation } from './startNavigation.ts'
import { type Seen, startSeen } from './startSeen.ts'
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
