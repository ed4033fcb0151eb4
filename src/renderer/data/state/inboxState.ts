import { type DeliveryFilter, matchesFields, noFilter } from '../../../shared/filter/deliveryFilter.ts'
import { compareDeliveryIds, type DeliverySummary } from '../../../shared/model.ts'
import type { DeliveryPage, FeedMessage, HookscopeEvent } from '../../../shared/wireTypes.ts'
import {
  applyNews,
  deliveriesIn,
  type DeliveryNews,
  type FeedState,
  newsIn,
  unseenEvents,
  windowSize,
  withoutRemoved,
  withOwnNews,
} from './reduce.ts'
import { hasWords } from './filterTerms.ts'
import { addDeliveries, indexOfId, keepPicks, noPicks, type Picks } from './deliveryCalls.ts'

/** The list that the inbox shows: the deliveries of one environment that pass a filter, newest first. */
export interface InboxState {
  environmentId: string | null
  filter: DeliveryFilter
  items: readonly DeliverySummary[]
  /** Cursor for older ones; null when there are none. */
  next: string | null
  /** `first`: nothing to show yet; `older`: the next page is on its way. */
  loading: 'no' | 'first' | 'older'
  /** Why the last page did not come, or null. */
  problem: string | null
  /** Arrivals during a pause of the list; null while it is live. */
  held: Held | null
  /** Deliveries that arrived and of which only the engine knows whether they contain the words. */
  unchecked: number
  /** How many rows may stay: more when the user has loaded older ones. */
  room: number
  picks: Picks
  /** Newer rows were dropped because the user scrolled far down: the list begins with an older one and takes no arrivals. */
  cut: boolean
}

/** Deliveries that wait for a paused list. `count` goes on when no more are held. */
export interface Held {
  items: readonly DeliverySummary[]
  count: number
  /** Why it stands: the user paused it, picked a row, or has scrolled away from the newest to read. */
  by: 'hand' | 'pick' | 'scroll'
}

export const initialInbox: InboxState = {
  environmentId: null,
  filter: noFilter,
  items: [],
  next: null,
  loading: 'first',
  problem: null,
  held: null,
  unchecked: 0,
  room: windowSize,
  picks: noPicks,
  cut: false,
}

/** Maximum number of rows in the list. */
const maxRows = 10_000

/**
 * Begins again for an environment and a filter. Fields are matched against what the page already holds, so that the list
 * is at once and the engine is asked only for what is older; words need the engine from the start.
 */
export function openInbox(
  feed: FeedState,
  environmentId: string | null,
  filter: DeliveryFilter,
  paused: boolean,
): InboxState {
  const begun: InboxState = {
    ...initialInbox,
    environmentId,
    filter,
    held: paused ? { items: [], count: 0, by: 'hand' } : null,
  }
  if (hasWords(filter) || feed.last === null) return begun
  const items = feed.window.filter((delivery) => belongs(begun, delivery))
  return { ...begun, items, next: feed.next, loading: 'no' }
}

function belongs(state: InboxState, delivery: DeliverySummary): boolean {
  return (
    (state.environmentId === null || delivery.environmentId === state.environmentId) &&
    matchesFields(state.filter, delivery)
  )
}

/**
 * Takes the events of one message. Pure; the same object when nothing changed.
 * @param last number of the last event that was taken
 * @param window deliveries that the page holds in addition to the list
 */
export function reduceInbox(
  state: InboxState,
  message: FeedMessage,
  last: number | null,
  window: readonly DeliverySummary[] = [],
): InboxState {
  if (message.kind === 'snapshot') return state
  const events = unseenEvents(last, message.events)
  const news = newsIn(events)
  const settled = withNews(withoutGone(state, events), news)
  const fresh = deliveriesIn(events).map((delivery) => withOwnNews(delivery, news.get(delivery.id)))
  const arrived = [...fresh, ...nowListed(settled, news, window)].filter((delivery) => belongs(state, delivery))
  if (arrived.length === 0 || settled.cut) return settled
  if (hasWords(state.filter)) return { ...settled, unchecked: settled.unchecked + arrived.length }
  return takeArrived(settled, arrived)
}

function withoutGone(state: InboxState, events: readonly HookscopeEvent[]): InboxState {
  const items = withoutRemoved(state.items, events)
  const heldItems = withoutRemoved(state.held?.items ?? [], events)
  if (items === state.items && heldItems === (state.held?.items ?? heldItems)) return state
  const gone = (state.held?.items.length ?? 0) - heldItems.length
  const picks = keepPicks(state.picks, (id) => indexOfId(items, id) !== -1)
  return {
    ...state,
    items,
    picks,
    held: state.held && { ...state.held, items: heldItems, count: state.held.count - gone },
  }
}

/** Rows change where they stand; one whose new verdict no longer passes the filter goes. */
function withNews(state: InboxState, news: ReadonlyMap<string, DeliveryNews>): InboxState {
  const settle = (before: readonly DeliverySummary[]) => {
    const after = applyNews(before, news)
    if (after === before) return after
    // Only rows that there is news of can have left: in a rush, looking at all would take longer than a frame.
    const left = new Set([...news.keys()].filter((id) => !stays(state, after[indexOfId(after, id)])))
    return left.size === 0 ? after : after.filter(({ id }) => !left.has(id))
  }
  const items = settle(state.items)
  const heldItems = state.held === null ? null : settle(state.held.items)
  if (items === state.items && heldItems === (state.held?.items ?? null)) return state
  if (state.held === null || heldItems === null) return { ...state, items }
  const count = state.held.count - (state.held.items.length - heldItems.length)
  return { ...state, items, held: { ...state.held, items: heldItems, count } }
}

function stays(state: InboxState, row: DeliverySummary | undefined): boolean {
  return row === undefined || belongs(state, row)
}

/** Deliveries that there is news of, that pass the filter now, and that lie in the part of the list that is loaded. */
function nowListed(
  state: InboxState,
  news: ReadonlyMap<string, DeliveryNews>,
  window: readonly DeliverySummary[],
): DeliverySummary[] {
  if (state.cut) return []
  const oldest = state.items.at(-1)?.id
  const asksForStatus = state.filter.terms.some(({ key }) => key === 'status' || key === 'forward')
  return [...news].flatMap(([id, update]) => {
    const delivery = update.delivery ?? (asksForStatus ? window[indexOfId(window, id)] : undefined)
    if (delivery === undefined || indexOfId(state.items, id) !== -1) return []
    if (state.held !== null && indexOfId(state.held.items, id) !== -1) return []
    const isLoaded = state.next === null || (oldest !== undefined && compareDeliveryIds(id, oldest) > 0)
    return isLoaded ? [withOwnNews(delivery, update)] : []
  })
}

function takeArrived(state: InboxState, arrived: readonly DeliverySummary[]): InboxState {
  if (state.held !== null) {
    const items = addDeliveries(state.held.items, arrived)
    if (items === state.held.items) return state
    const count = state.held.count + items.length - state.held.items.length
    return { ...state, held: { ...state.held, items: items.slice(0, windowSize), count } }
  }
  return trim({ ...state, items: addDeliveries(state.items, arrived) })
}

/** Drops the oldest rows; they can be loaded again. */
function trim(state: InboxState): InboxState {
  if (state.items.length <= state.room) return state
  const items = state.items.slice(0, state.room)
  return { ...state, items, next: items.at(-1)?.id ?? null }
}

/** Appends a page of older ones. When there are too many, the newest go: the way back is to begin again. */
export function addOlder(state: InboxState, page: DeliveryPage): InboxState {
  const all = addDeliveries(state.items, page.items)
  const items = all.length > maxRows ? all.slice(-maxRows) : all
  return {
    ...state,
    items,
    cut: state.cut || items !== all,
    next: page.next,
    loading: 'no',
    problem: null,
    room: Math.max(state.room, items.length),
  }
}

/**
 * Takes the newest page of a search by words. When it does not reach down to what is already shown, there may be more in
 * between: the list then begins again with it.
 */
export function addNewest(state: InboxState, page: DeliveryPage): InboxState {
  const quiet: InboxState = { ...state, unchecked: 0, loading: 'no', problem: null }
  if (state.cut) return quiet
  const newest = (state.held?.items[0] ?? state.items[0])?.id
  // All that are newer than `next` were looked at, also where few of them matched.
  const overlaps = newest !== undefined && (page.next === null || compareDeliveryIds(page.next, newest) <= 0)
  if (!overlaps)
    return { ...quiet, items: page.items, next: page.next, held: state.held && { ...state.held, items: [], count: 0 } }
  const fresh = page.items.filter((delivery) => compareDeliveryIds(delivery.id, newest) > 0)
  return fresh.length === 0 ? quiet : takeArrived(quiet, fresh)
}

/** The stronger reason ends later: a pause outlasts a picked row, and that outlasts scrolling back to the newest. */
const strength: Readonly<Record<Held['by'], number>> = { scroll: 0, pick: 1, hand: 2 }

/** Holds the list still; what arrives is counted. A stronger reason takes the place of a weaker one. */
export function hold(state: InboxState, by: Held['by']): InboxState {
  if (state.held === null) return { ...state, held: { items: [], count: 0, by } }
  return strength[by] > strength[state.held.by] ? { ...state, held: { ...state.held, by } } : state
}

/**
 * Holds the list still while something in it is picked, at any scroll position, so that nothing moves under the eye. A picked delivery
 * that is not listed yet, such as by a link, is added with all that wait. Pure; the same object when nothing changed.
 * @param pickedId the delivery that was opened by hand; null: the newest is followed
 */
export function holdForPicked(state: InboxState, feed: FeedState, pickedId: string | null): InboxState {
  const { held, items } = state
  if (pickedId === null && state.picks.ids.size === 0) return held?.by === 'pick' ? resume(state, feed) : state
  if (items.length === 0 || held?.by === 'hand') return state
  const waits =
    held !== null && pickedId !== null && indexOfId(items, pickedId) === -1 && indexOfId(held.items, pickedId) !== -1
  return hold(waits ? resume(state, feed) : state, 'pick')
}

/** The user has paused the list. */
export function isPaused({ held }: Pick<InboxState, 'held'>): boolean {
  return held?.by === 'hand'
}

/** The list is paused because the user scrolled down. */
export function isReading({ held }: Pick<InboxState, 'held'>): boolean {
  return held !== null && held.by !== 'hand'
}

/** Lets in what arrived while the list was paused; begins again when more arrived than was held. */
export function resume(state: InboxState, feed: FeedState): InboxState {
  if (state.held === null) return state
  const { items, count } = state.held
  if (count > items.length) return openInbox(feed, state.environmentId, state.filter, false)
  return trim({ ...state, held: null, items: addDeliveries(state.items, items) })
}
