import { parseDeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliveryPage, DeliveryQuery } from '../../../shared/wireTypes.ts'
import { problemOf } from '../wire/problem.ts'
import type { Client } from '../wire/wire.ts'
import type { AppState, AppStore } from './appStore.ts'
import type { Picks } from './deliveryCalls.ts'
import { hasWords } from './filterTerms.ts'
import { addNewest, addOlder, hold, holdForPicked, type InboxState, isPaused, openInbox, resume } from './inboxState.ts'
import { compareDeliveryIds } from '../../../shared/model.ts'

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

  async function pageOf(query: DeliveryQuery, from?: string): Promise<DeliveryPage> {
    const asked = opened
    const list = async (before: string | undefined) =>
      client.deliveries.list({ ...query, limit: pageSize, ...(before === undefined ? {} : { before }) })
    return firstFound(list, from, () => asked === opened)
  }

  function checkNewest() {
    clearTimeout(recheck)
    recheck = undefined
    void ask(async (query) => pageOf(query), addNewest)
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
      const { next } = inbox
      set((state) => ({ ...state, loading: 'older', problem: null }))
      void ask(async (query) => pageOf(query, next), addOlder)
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

/**
 * The first page that lists any delivery, or the last one: a page of a search is empty where it looked at many deliveries and
 * none of them matched.
 * @param before the delivery to begin before; undefined: with the newest
 * @param isWanted asked before each further page
 */
export async function firstFound(
  list: (before: string | undefined) => Promise<DeliveryPage>,
  before: string | undefined,
  isWanted: () => boolean,
): Promise<DeliveryPage> {
  let page = await list(before)
  while (page.items.length === 0 && page.next !== null && isWanted()) page = await list(page.next)
  return page
}

function queryOf({ environmentId, filter }: InboxState): DeliveryQuery {
  return {
    ...(environmentId === null ? {} : { environment: environmentId }),
    ...(filter.terms.length === 0 ? {} : { filter: formatDeliveryFilter(filter) }),
    ...(hasWords(filter) ? { matches: 'true' } : {}),
  }
}

/** More than this are not distinguished: the count is then a least one. */
export const maxArrivals = 999

/**
 * Counts what comes for the inbox while the person is on another screen or in another tab; being in the inbox, or another
 * environment, begins again. Returns how to stop.
 */
export function startArrivals(store: AppStore, page: Document): () => void {
  let last: string | null = null
  let counted: unknown = null
  let place: string | null = null
  const follow = () => {
    const state = store.getState()
    const { feed, route, inbox, arrivals } = state
    const here = route.screen === 'inbox' && !page.hidden
    const isOther = place !== inbox.environmentId
    const fresh = last === null || feed.window === counted ? 0 : cameAfter(state, last)
    counted = feed.window
    place = inbox.environmentId
    last = feed.last === null ? last : (feed.window[0]?.id ?? last ?? '0')
    const next = here || isOther ? 0 : Math.min(maxArrivals + 1, arrivals + fresh)
    if (next !== arrivals) store.setState({ arrivals: next })
  }
  const unsubscribe = store.subscribe(follow)
  page.addEventListener('visibilitychange', follow)
  return () => {
    unsubscribe()
    page.removeEventListener('visibilitychange', follow)
  }
}

/** How many of the newest deliveries the inbox would list that came after one. */
function cameAfter({ feed, inbox }: AppState, last: string): number {
  let count = 0
  for (const { id, environmentId } of feed.window) {
    if (compareDeliveryIds(id, last) <= 0) break
    if (inbox.environmentId === null || inbox.environmentId === environmentId) count += 1
  }
  return count
}
