/** When the system's notifications appear, as pure rules. They never hold anything that a sender chose, and no secret. */
import { isVerified } from '../shared/model.ts'
import type { LinkPlace } from '../shared/commands/links.ts'
import type { HookscopeEvent, Status } from '../shared/wireTypes.ts'
import { isTunnelLost } from './trayView.ts'

export type NoticeKind = 'failed' | 'tunnel-lost' | 'verified'

export interface Notice {
  kind: NoticeKind
  title: string
  body: string
  /** Where a click leads. */
  place: LinkPlace
}

export interface NoticeState {
  /** Failed deliveries that are not seen yet, as last reported. */
  unseen: number
  tunnel: Status['tunnel']['state']
  /** The active environment, and whether it had a verified delivery. */
  environment: { id: string; verified: boolean }
  /** The last verified delivery of each environment that has had one since the start. */
  lastVerified: Readonly<Record<string, string>>
  /** When a notice of a kind was last shown, ms. */
  shownAt: Readonly<Partial<Record<NoticeKind, number>>>
}

/** State of the app while it handles an event. */
export interface NoticeFacts {
  /** By any clock that never runs back, ms. */
  now: number
  /** The person looks at the window: it says all that a notice would. */
  isWatched: boolean
  /** The person wants notifications. */
  wanted: boolean
}

/** Between two notices of one kind there is at least this, ms. */
const quietMs = 10 * 60_000

export function noticesFrom(status: Status): NoticeState {
  return {
    unseen: status.unseen.count,
    tunnel: status.tunnel.state,
    environment: { id: status.environment.id, verified: status.goLive.notification.done },
    lastVerified: {},
    shownAt: {},
  }
}

/** The next state after an event, and what is to be shown. */
export function noticesAfter(
  state: NoticeState,
  event: HookscopeEvent,
  facts: NoticeFacts,
): { state: NoticeState; notice: Notice | null } {
  if (event.type === 'status') return takeStatus(state, event.status, facts)
  if (event.type === 'tunnel') return takeTunnel(state, event.tunnel, facts)
  if (event.type !== 'delivery' && event.type !== 'verdict') return { state, notice: null }
  const { id, environmentId, verdict } = event.delivery
  if (!isVerified(verdict)) return { state, notice: null }
  return { state: { ...state, lastVerified: { ...state.lastVerified, [environmentId]: id } }, notice: null }
}

function takeTunnel(
  state: NoticeState,
  { state: now, provider }: Pick<Status['tunnel'], 'state' | 'provider'>,
  facts: NoticeFacts,
) {
  const isLost = isTunnelLost(now) && wasOpen(state.tunnel)
  return show({ ...state, tunnel: now }, isLost ? tunnelLost(provider.label) : null, facts)
}

function takeStatus(state: NoticeState, { unseen, environment, goLive }: Status, facts: NoticeFacts) {
  const next: NoticeState = {
    ...state,
    unseen: unseen.count,
    environment: { id: environment.id, verified: goLive.notification.done },
  }
  if (state.unseen === 0 && unseen.count > 0 && unseen.oldest !== null) {
    return show(next, failed(unseen.oldest), facts)
  }
  const isFirst = state.environment.id === environment.id && !state.environment.verified && goLive.notification.done
  const verifiedId = state.lastVerified[environment.id]
  return isFirst && verifiedId !== undefined
    ? show(next, verified(verifiedId, environment.name), facts)
    : { state: next, notice: null }
}

function show(state: NoticeState, notice: Notice | null, { now, isWatched, wanted }: NoticeFacts) {
  if (notice === null || isWatched || !wanted) return { state, notice: null }
  if (now - (state.shownAt[notice.kind] ?? -Infinity) < quietMs) return { state, notice: null }
  return { state: { ...state, shownAt: { ...state.shownAt, [notice.kind]: now } }, notice }
}

function wasOpen(state: Status['tunnel']['state']): boolean {
  return state === 'online' || state === 'degraded'
}

function failed(id: string): Notice {
  return {
    kind: 'failed',
    title: 'Signature check failed',
    body: `Delivery ${id} failed its signature check. Click to see why.`,
    place: { kind: 'delivery', id },
  }
}

function tunnelLost(provider: string): Notice {
  return {
    kind: 'tunnel-lost',
    title: 'Tunnel lost',
    body: `${provider} is not reachable. Deliveries from outside cannot arrive until it is open again.`,
    place: { kind: 'screen', name: 'tunnel' },
  }
}

function verified(id: string, environment: string): Notice {
  return {
    kind: 'verified',
    title: 'First verified delivery',
    body: `The signature of delivery ${id} is valid. ${environment} receives notifications.`,
    place: { kind: 'delivery', id },
  }
}
