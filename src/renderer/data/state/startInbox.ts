import { parseDeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliveryQuery } from '../../../shared/wireTypes.ts'
import { problemOf } from '../wire/problem.ts'
import type { Client } from '../wire/wire.ts'
import type { AppState, AppStore } from './appStore.ts'
import type { Picks } from './picks.ts'
import { hasWords } from './filterTerms.ts'
import { addNewest, addOlder, hold, holdForPicked, type InboxState, isPaused, openInbox, resume } from './inboxState.ts'

export interface InboxActions {
  /** Asks for the next page of older deliveries, unless one is on its way. */
  loadOlder(): void
  /** Begins again with the newest ones, where the list had dropped them. */
  toNewest(): void
  pause(): void
  /** The user reads further down: the list pauses until `resume`, unless it is paused already. */
  read(): void
  resume(): void
  /** Picks deliveries of the list together. */
  pick(picks: Picks): void
  stop(): void
}

const pageSize = 200
/** How long arrivals gather before a search by words is asked again, ms. */
const recheckMs = 400

/** Keeps the inbox's list in step with the route's filter, the active environment and the feed. */
export function startInbox(store: AppStore, client: Client): InboxActions {
  let opened = ''
  let recheck: ReturnType<typeof setTimeout> | undefined
  const set = (change: (state: InboxState) => InboxState) => store.setState((state) => ({ inbox: change(state.inbox) }))

  /** Runs a call and drops its answer when the list was opened again in the meantime. */
  async function ask<T>(
    call: (query: DeliveryQuery) => Promise<T>,
    take: (state: InboxState, answer: T) => InboxState,
  ) {
    const asked = opened
    try {
      const answer = await call(queryOf(store.getState().inbox))
      if (asked === opened) set((state) => take(state, answer))
    } catch (error) {
      if (asked === opened) set((state) => ({ ...state, loading: 'no', problem: problemOf(error).message }))
    }
  }

  function checkNewest() {
    clearTimeout(recheck)
    recheck = undefined
    void ask((query) => client.deliveries.list({ ...query, limit: pageSize }), addNewest)
  }

  function follow({ feed, inbox, route }: AppState) {
    if (feed.status === null) return
    const environmentId = route.everywhere ? null : feed.status.environment.id
    const key = `${feed.epoch} ${environmentId} ${route.filter}`
    if (key !== opened) {
      opened = key
      const { filter } = parseDeliveryFilter(route.filter, Date.now())
      const begun = openInbox(feed, environmentId, filter, isPaused(inbox))
      set(() => begun)
      if (begun.loading === 'first') checkNewest()
      return
    }
    const settled = holdForPicked(inbox, feed, route.deliveryId)
    if (settled !== inbox) set(() => settled)
    else if (inbox.unchecked > 0) recheck ??= setTimeout(checkNewest, recheckMs)
  }

  const unsubscribe = store.subscribe(follow)
  return {
    loadOlder: () => {
      const { inbox } = store.getState()
      if (inbox.loading !== 'no' || inbox.next === null) return
      const before = inbox.next
      set((state) => ({ ...state, loading: 'older', problem: null }))
      void ask((query) => client.deliveries.list({ ...query, limit: pageSize, before }), addOlder)
    },
    toNewest: () => {
      if (!store.getState().inbox.cut) return
      opened = ''
      follow(store.getState())
    },
    pause: () => set((state) => hold(state, 'hand')),
    read: () => set((state) => hold(state, 'scroll')),
    resume: () => store.setState((state) => ({ inbox: resume(state.inbox, state.feed) })),
    pick: (picks) => set((state) => ({ ...state, picks })),
    stop: () => {
      clearTimeout(recheck)
      unsubscribe()
    },
  }
}

function queryOf({ environmentId, filter }: InboxState): DeliveryQuery {
  return {
    ...(environmentId === null ? {} : { environment: environmentId }),
    ...(filter.terms.length === 0 ? {} : { filter: formatDeliveryFilter(filter) }),
    ...(hasWords(filter) ? { matches: 'true' } : {}),
  }
}
