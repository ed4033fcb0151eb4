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

/** Deliveries and their follow-ups in one pass over the window, however many there are in the message. */
function applyDeliveries(state: FeedState, events: readonly HookscopeEvent[]): FeedState {
  const grown = addDeliveries(state.window, deliveriesIn(events))
  const window = applyFollowUps(grown, followUpsIn(events))
  if (window === state.window) return state
  if (window.length <= windowSize) return { ...state, window }
  const kept = window.slice(0, windowSize)
  return { ...state, window: kept, next: kept.at(-1)?.id ?? null }
}

export function deliveriesIn(events: readonly HookscopeEvent[]): DeliverySummary[] {
  return events.flatMap((event) => (event.type === 'delivery' ? [event.delivery] : []))
}

export function followUpsIn(events: readonly HookscopeEvent[]): Map<string, FollowUp> {
  const followUps = new Map<string, FollowUp>()
  for (const event of events) if (event.type === 'follow-up') followUps.set(event.deliveryId, event.followUp)
  return followUps
}

/** Replaces the follow-up of each delivery named. The same list when none of them is in it. */
export function applyFollowUps(
  items: readonly DeliverySummary[],
  followUps: ReadonlyMap<string, FollowUp>,
): readonly DeliverySummary[] {
  let changed: DeliverySummary[] | null = null
  for (const [id, followUp] of followUps) {
    const index = indexOfId(items, id)
    if (index === -1) continue
    changed ??= [...items]
    changed[index] = { ...(changed[index] as DeliverySummary), followUp }
  }
  return changed ?? items
}

/** What is rare: one object each. */
function applySmall(state: FeedState, event: HookscopeEvent): FeedState {
  switch (event.type) {
    case 'delivery':
    case 'follow-up':
      return state
    case 'attempt':
      return { ...state, lastAttempts: rememberAttempt(state.lastAttempts, event.deliveryId, event.attemptId) }
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
