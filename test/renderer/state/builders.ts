import type { DeliverySummary } from '../../../src/shared/model.ts'
import type { Environment, FeedMessage, ForwardRule, HookscopeEvent, Status } from '../../../src/shared/wireTypes.ts'

/** A delivery like many; `id` is its number. */
export function aDelivery(id: number, change: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    id: String(id),
    environmentId: 'sandbox',
    receivedAt: new Date(1_700_000_000_000 + id).toISOString(),
    method: 'POST',
    size: 300,
    verdict: 'valid',
    notificationId: `notification-${id}`,
    resourceType: 'Payment',
    resourceId: `object-${id}`,
    action: 'create',
    duplicate: false,
    nth: 1,
    headline: null,
    retried: false,
    sentToReceivedMs: null,
    cameLate: false,
    pinned: false,
    note: null,
    answeredStatus: 200,
    followUp: { state: 'waiting', status: null, reason: null },
    ...change,
  }
}

export function deliveries(...ids: number[]): DeliverySummary[] {
  return ids.map((id) => aDelivery(id))
}

export function anEnvironment(id = 'sandbox', active = true): Environment {
  return {
    id,
    name: id,
    kind: 'sandbox',
    active,
    colour: null,
    production: false,
    receiverPath: `/in/${id}`,
    authUrl: '',
    baseUrl: '',
    clientId: '',
    audience: '',
    sealedNames: { clientId: null, audience: null },
    apiKeyHeader: '',
    username: '',
    password: { set: false, fingerprint: null },
    readonlyUsername: '',
    readonlyPassword: { set: false, fingerprint: null },
    signatureScheme: 'service',
    signatureHeader: 'x-service-webhook-hmac',
    signatureSetting: '',
    ownScheme: null,
    handshakes: { on: [], verifyToken: { set: false, fingerprint: null }, offered: [] },
    sharedSecrets: [],
    rotation: null,
    followTunnel: false,
    onQuit: 'leave',
    retention: {},
    followUnverified: false,
    resourcePaths: {},
  }
}

export function aStatus(change: Partial<Status> = {}): Status {
  const step = { done: false, detail: '', why: { code: 'not-needed' as const, fields: {} } }
  return {
    version: '0.1.0',
    pid: 1,
    dataFolder: '/data',
    secretStorage: 'In a key file.',
    receiver: {
      state: 'listening',
      origin: 'http://127.0.0.1:1',
      url: 'http://127.0.0.1:1/in/k',
      problem: null,
      strays: 0,
    },
    tunnel: {
      state: 'off',
      provider: { id: 'none', label: 'None' },
      publicUrl: null,
      previousUrl: null,
      since: '2026-01-01T00:00:00.000Z',
      problem: null,
      why: null,
      latencyMs: null,
      lastCheck: null,
      nextTryAt: null,
      traits: { needs: '', url: '', headers: '', lastLeg: '', lastLegInClear: false },
      headersNormalised: false,
      offer: null,
    },
    environment: anEnvironment(),
    webhookConfig: {
      desired: { url: '', enabled: false, webhookTypes: [], sharedSecret: { set: false, fingerprint: null } },
      applied: null,
      changed: [],
      drift: [],
      remarks: [],
    },
    verification: { state: 'idle', checked: 0, total: 0, changed: 0, problem: null, why: null },
    counts: { deliveries: 0, byVerdict: {}, byEnvironment: {}, lastByEnvironment: {} },
    health: {
      store: 'ok',
      problem: null,
      indexBehind: 0,
      lastDeliveryAt: null,
      perMinute: 0,
      recent: { deliveries: 0, ms: 300_000 },
      followUps: { waiting: 0, failed: 0, lastFailed: null, lastFailedEnvironmentId: null, withoutCredentials: [] },
      givenUp: [],
      concerns: [],
      remarks: [],
    },
    responseRules: [],
    unseen: { count: 0, more: false, oldest: null, newest: null, byEnvironment: {} },
    goLive: { credentials: step, receiver: step, webhookConfig: step, notification: step, followUp: step },
    ...change,
  }
}

export function aSnapshot(at: number, items: DeliverySummary[] = [], next: string | null = null): FeedMessage {
  return { kind: 'snapshot', at, status: aStatus(), environments: [anEnvironment()], deliveries: items, next }
}

/** Events numbered from `first`. */
export function events(first: number, ...list: HookscopeEvent[]): FeedMessage {
  return { kind: 'events', events: list.map((event, index) => ({ number: first + index, event })) }
}

export function arrived(...ids: number[]): HookscopeEvent[] {
  return ids.map((id) => ({ type: 'delivery', delivery: aDelivery(id) }))
}

export function followedUp(id: number, status = 200): HookscopeEvent {
  return { type: 'follow-up', deliveryId: String(id), followUp: { state: 'done', status, reason: null } }
}

export function idsOf(items: readonly { id: string }[]): string[] {
  return items.map((item) => item.id)
}

/** An event for a delivery that was checked again. */
export function checkedAgain(id: number, change: Partial<DeliverySummary>): HookscopeEvent {
  return { type: 'verdict', delivery: aDelivery(id, change) }
}

/** A forwarding rule that is on, with nothing waiting. */
export function aForwardRule(state: Partial<ForwardRule['state']> = {}): ForwardRule {
  return {
    id: 'orders',
    name: 'Orders app',
    enabled: true,
    when: {},
    target: 'http://127.0.0.1:3000/',
    order: 'object',
    timeoutMs: 1000,
    retries: 0,
    answerSender: false,
    temporary: false,
    state: {
      paused: false,
      waiting: 0,
      waitingMore: false,
      underWay: 0,
      held: [],
      heldLanes: 0,
      failed: 0,
      last: null,
      recent: [],
      catchUp: null,
      ...state,
    },
  }
}
