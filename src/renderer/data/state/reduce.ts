import type { DeliverySummary, FollowUp, ForwardSummary, Headline } from '../../../shared/model.ts'
import type { Environment, FeedMessage, HookscopeEvent, NumberedEvent, Status } from '../../../shared/wireTypes.ts'
import { addDeliveries, indexOfId } from './deliveryCalls.ts'

/** The part of the feed that the page keeps. Older data is requested on demand. */
export interface FeedState {
  /** Number of the last applied event, or null before the first snapshot. */
  last: number | null
  /** Counts snapshots: state derived from an earlier one is recomputed. */
  epoch: number
  status: Status | null
  environments: readonly Environment[]
  /** The newest deliveries of all environments, newest first, at most `windowSize`. */
  window: readonly DeliverySummary[]
  /** Cursor for deliveries older than the window; null when the window holds everything. */
  next: string | null
  /** Counts the changes of shapes that were reported as new. */
  foundChanges: number
}

/** Maximum number of deliveries from the feed kept in memory. */
export const windowSize = 2000

export const initialFeed: FeedState = {
  last: null,
  epoch: 0,
  status: null,
  environments: [],
  window: [],
  next: null,
  foundChanges: 0,
}

/** Whether a message can be applied after event `last`: no events are missing in between, and none restores deliveries. */
export function continues(last: number | null, message: FeedMessage): boolean {
  if (message.kind === 'snapshot') return true
  const first = message.events[0]
  if (first === undefined) return true
  if (last === null || first.number > last + 1) return false
  // Restored deliveries may belong anywhere in the lists, so they need a new snapshot.
  return !message.events.some(({ number, event }) => number > last && isRestored(event))
}

function isRestored(event: HookscopeEvent): boolean {
  return event.type === 'deletion' && event.state === 'restored'
}

/** Number of the last known event after a message. */
export function lastAfter(last: number | null, message: FeedMessage): number | null {
  if (message.kind === 'snapshot') return message.at
  const newest = message.events.at(-1)?.number
  return newest === undefined ? last : Math.max(last ?? newest, newest)
}

/** Events of a message that come after `last`: drops events that a resumed feed sends twice. */
export function unseenEvents(last: number | null, events: readonly NumberedEvent[]): HookscopeEvent[] {
  return events.filter(({ number }) => last === null || number > last).map(({ event }) => event)
}

/** The feed's state after a message. Pure; the same object when nothing changed. */
export function reduce(state: FeedState, message: FeedMessage): FeedState {
  if (message.kind === 'snapshot') {
    return {
      last: message.at,
      epoch: state.epoch + 1,
      status: message.status,
      environments: message.environments,
      window: message.deliveries,
      next: message.next,
      foundChanges: state.foundChanges,
    }
  }
  const events = unseenEvents(state.last, message.events)
  if (events.length === 0) return state
  return { ...events.reduce(applySmall, applyDeliveries(state, events)), last: lastAfter(state.last, message) }
}

/** Applies deliveries and their updates in one pass over the window, however many there are in the message. */
function applyDeliveries(state: FeedState, events: readonly HookscopeEvent[]): FeedState {
  const grown = addDeliveries(withoutRemoved(state.window, events), deliveriesIn(events))
  const window = applyNews(grown, newsIn(events))
  if (window === state.window) return state
  if (window.length <= windowSize) return { ...state, window }
  const kept = window.slice(0, windowSize)
  return { ...state, window: kept, next: kept.at(-1)?.id ?? null }
}

/** Without the rows of deliveries that were deleted, alone or with their environment. The same list when there are none. */
export function withoutRemoved(
  items: readonly DeliverySummary[],
  events: readonly HookscopeEvent[],
): readonly DeliverySummary[] {
  const gone = new Set(events.flatMap((event) => (event.type === 'removed' ? [event.environmentId] : [])))
  const hidden = new Set(events.flatMap((event) => (event.type === 'deletion' ? event.ids : [])))
  if (gone.size + hidden.size === 0) return items
  const isGone = ({ id, environmentId }: DeliverySummary) => gone.has(environmentId) || hidden.has(id)
  return items.some(isGone) ? items.filter((item) => !isGone(item)) : items
}

export function deliveriesIn(events: readonly HookscopeEvent[]): DeliverySummary[] {
  return events.flatMap((event) => (event.type === 'delivery' ? [event.delivery] : []))
}

/** Updates to a delivery since it was first reported: a new check, an annotation, a follow-up or a forward. */
export interface DeliveryNews {
  /** The whole delivery as reported again, or null when only its follow-up or its forwards changed. */
  delivery: DeliverySummary | null
  followUp: FollowUp | null
  /** Headline of the fetched object; null when not reported. */
  headline: Headline | null
  /** Summary of its forwards; undefined when not reported. */
  forward: ForwardSummary | undefined
  /** Changes of its shape that it shows; undefined when not reported. */
  drift: number[] | undefined
}

const noNews: DeliveryNews = { delivery: null, followUp: null, headline: null, forward: undefined, drift: undefined }

/** Collects the updates by delivery, in order: a later update replaces an earlier one. */
export function newsIn(events: readonly HookscopeEvent[]): Map<string, DeliveryNews> {
  const news = new Map<string, DeliveryNews>()
  for (const event of events) {
    if (event.type === 'verdict' || event.type === 'annotation') {
      news.set(event.delivery.id, { ...noNews, delivery: event.delivery })
    }
    if (event.type === 'follow-up') {
      const known = news.get(event.deliveryId)
      const headline = event.headline ?? known?.headline ?? null
      news.set(event.deliveryId, { ...noNews, ...known, followUp: event.followUp, headline })
    }
    if (event.type === 'attempt' && event.forward !== undefined) {
      news.set(event.deliveryId, { ...noNews, ...news.get(event.deliveryId), forward: event.forward })
    }
    if (event.type === 'changes') {
      for (const { id, changes } of event.deliveries) news.set(id, { ...noNews, ...news.get(id), drift: changes })
    }
  }
  return news
}

/** Replaces each updated delivery in place. Returns the same list when it has none of them. */
export function applyNews(
  items: readonly DeliverySummary[],
  news: ReadonlyMap<string, DeliveryNews>,
): readonly DeliverySummary[] {
  let changed: DeliverySummary[] | null = null
  for (const [id, update] of news) {
    const index = indexOfId(items, id)
    if (index === -1) continue
    changed ??= [...items]
    changed[index] = withOwnNews(changed[index] as DeliverySummary, update)
  }
  return changed ?? items
}

/** Applies an update to one delivery. */
export function withOwnNews(delivery: DeliverySummary, news: DeliveryNews | undefined): DeliverySummary {
  if (news === undefined) return delivery
  // A repeated summary lacks the match of the search that listed it.
  const row = news.delivery === null ? delivery : { ...news.delivery, match: delivery.match }
  const marked = news.drift === undefined ? row : { ...row, drift: news.drift }
  const forwarded = news.forward === undefined ? marked : { ...marked, forward: news.forward }
  if (news.followUp === null) return forwarded
  return { ...forwarded, followUp: news.followUp, headline: news.headline ?? row.headline }
}

/** Applies the rare events, which create a new state object each. */
function applySmall(state: FeedState, event: HookscopeEvent): FeedState {
  switch (event.type) {
    case 'delivery':
    case 'verdict':
    case 'annotation':
    case 'follow-up':
    case 'removed':
    case 'deletion':
    case 'attempt':
    case 'forwarding':
    case 'saved-filters':
    case 'sandbox':
    case 'case-files':
    case 'scenarios':
      return state
    case 'changes':
      return { ...state, foundChanges: state.foundChanges + event.found }
    case 'verification':
      return state.status === null ? state : { ...state, status: { ...state.status, verification: event.verification } }
    case 'tunnel':
      if (state.status === null || movesReceiver(state.status.tunnel, event.tunnel)) return state
      return { ...state, status: { ...state.status, tunnel: event.tunnel } }
    case 'webhook-config':
      if (state.status === null || state.status.environment.id !== event.environmentId) return state
      return { ...state, status: { ...state.status, webhookConfig: event.webhookConfig } }
    case 'environments': {
      const { status, ...others } = { ...state, environments: event.environments }
      const now = event.environments.find((environment) => environment.active)
      if (status === null || now === undefined || movesEnvironment(status.environment, now))
        return { ...others, status }
      return { ...others, status: { ...status, environment: now } }
    }
    case 'status':
      return { ...state, status: event.status }
  }
}

/**
 * Whether the active environment or its address changed. The engine then publishes a new status at once, and the current one
 * stays until that arrives: one environment's name next to the address of another would misroute deliveries.
 */
function movesEnvironment(before: Environment, now: Environment): boolean {
  return before.id !== now.id || before.receiverPath !== now.receiverPath
}

/** The same for a tunnel that opened, closed or got a different public address. */
function movesReceiver(before: Status['tunnel'], now: Status['tunnel']): boolean {
  const isOff = now.state === 'off'
  return isOff !== (before.state === 'off') || (now.publicUrl !== null && now.publicUrl !== before.publicUrl)
}
