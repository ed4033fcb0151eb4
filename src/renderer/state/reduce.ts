import type { DeliverySummary, FollowUp } from '../../shared/model.ts'
import type { FeedMessage, HookscopeEvent, NumberedEvent } from '../../shared/wireTypes.ts'
import { type FeedState, windowSize } from './feedState.ts'
import { addDeliveries, indexOfId } from './order.ts'

/** Whether a message can be taken after event `last` without anything missing in between. */
export function continues(last: number | null, message: FeedMessage): boolean {
  if (message.kind === 'snapshot') return true
  const first = message.events[0]
  if (first === undefined) return true
  return last !== null && first.number <= last + 1
}

/** Number of the last event that is known after a message. */
export function lastAfter(last: number | null, message: FeedMessage): number | null {
  if (message.kind === 'snapshot') return message.at
  const newest = message.events.at(-1)?.number
  return newest === undefined ? last : Math.max(last ?? newest, newest)
}

/** Events of a message that come after `last`: what a resumed feed sends twice is dropped. */
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
      sandboxChangedAt: state.sandboxChangedAt,
      lastAttempts: {},
    }
  }
  const events = unseenEvents(state.last, message.events)
  if (events.length === 0) return state
  const next = events.reduce(applySmall, applyDeliveries(state, events))
  return { ...next, last: lastAfter(state.last, message) }
}

/** Deliveries and what became of them in one pass over the window, however many there are in the message. */
function applyDeliveries(state: FeedState, events: readonly HookscopeEvent[]): FeedState {
  const grown = addDeliveries(state.window, deliveriesIn(events))
  const window = applyNews(grown, newsIn(events))
  if (window === state.window) return state
  if (window.length <= windowSize) return { ...state, window }
  const kept = window.slice(0, windowSize)
  return { ...state, window: kept, next: kept.at(-1)?.id ?? null }
}

export function deliveriesIn(events: readonly HookscopeEvent[]): DeliverySummary[] {
  return events.flatMap((event) => (event.type === 'delivery' ? [event.delivery] : []))
}

/** What became of a delivery since it was first told: it was checked again, or its follow-up went on. */
export interface DeliveryNews {
  /** The whole delivery as it is told anew, or null when only its follow-up changed. */
  delivery: DeliverySummary | null
  followUp: FollowUp | null
}

/** The news by delivery, in order: of two for one delivery the later one counts. */
export function newsIn(events: readonly HookscopeEvent[]): Map<string, DeliveryNews> {
  const news = new Map<string, DeliveryNews>()
  for (const event of events) {
    if (event.type === 'verdict') news.set(event.delivery.id, { delivery: event.delivery, followUp: null })
    if (event.type === 'follow-up') {
      news.set(event.deliveryId, { delivery: news.get(event.deliveryId)?.delivery ?? null, followUp: event.followUp })
    }
  }
  return news
}

/** Replaces each delivery that there is news of, where it stands. The same list when none of them is in it. */
export function applyNews(
  items: readonly DeliverySummary[],
  news: ReadonlyMap<string, DeliveryNews>,
): readonly DeliverySummary[] {
  let changed: DeliverySummary[] | null = null
  for (const [id, told] of news) {
    const index = indexOfId(items, id)
    if (index === -1) continue
    changed ??= [...items]
    changed[index] = withOwnNews(changed[index] as DeliverySummary, told)
  }
  return changed ?? items
}

/** One delivery with the news of it. */
export function withOwnNews(delivery: DeliverySummary, news: DeliveryNews | undefined): DeliverySummary {
  if (news === undefined) return delivery
  const row = news.delivery ?? delivery
  return news.followUp === null ? row : { ...row, followUp: news.followUp }
}

/** What is rare: one object each. */
function applySmall(state: FeedState, event: HookscopeEvent): FeedState {
  switch (event.type) {
    case 'delivery':
    case 'verdict':
    case 'follow-up':
      return state
    case 'verification':
      return state.status === null ? state : { ...state, status: { ...state.status, verification: event.verification } }
    case 'attempt':
      return { ...state, lastAttempts: rememberAttempt(state.lastAttempts, event.deliveryId, event.attemptId) }
    case 'tunnel':
      return state.status === null ? state : { ...state, status: { ...state.status, tunnel: event.tunnel } }
    case 'webhook-config':
      if (state.status === null || state.status.environment.id !== event.environmentId) return state
      return { ...state, status: { ...state.status, webhookConfig: event.webhookConfig } }
    case 'environments': {
      const active = event.environments.find((environment) => environment.active)
      const status =
        state.status === null || active === undefined ? state.status : { ...state.status, environment: active }
      return { ...state, environments: event.environments, status }
    }
    case 'sandbox':
      return { ...state, sandboxChangedAt: event.at }
    case 'status':
      return { ...state, status: event.status }
  }
}

/** Only the last few matter: a screen shows one delivery at a time. */
function rememberAttempt(known: FeedState['lastAttempts'], deliveryId: string, attemptId: string) {
  const entries = Object.entries({ ...known, [deliveryId]: attemptId })
  return Object.fromEntries(entries.length > 200 ? entries.slice(-100) : entries)
}
