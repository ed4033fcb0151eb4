import type { FollowUp } from '../../shared/model.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { failureOf } from '../service/failureOf.ts'
import { followUpUrl } from '../service/followUpUrl.ts'
import type { ServiceCall, ServiceClient } from '../service/startServiceClient.ts'
import type { NewAttempt, Store, StoredAttempt } from '../store/types.ts'

/** The object that a notification names, and the delivery that brought it. */
export interface FollowUpTarget {
  deliveryId: string
  environmentId: string
  notificationId: string
  resourceType: string
  resourceId: string
}

export interface FollowUpTools {
  store: Store
  environments: Environments
  client: ServiceClient
  now: () => number
}

export interface FollowUpOutcome {
  followUp: FollowUp
  /** Null when no request was sent: no path is known, or no token could be had. */
  attempt: StoredAttempt | null
}

/**
 * Fetches one object and keeps the attempt.
 * @param queuedAt when it began to wait for its turn, ms since the epoch
 * @param isStopping a failure while the app stops is the app's own doing: the follow-up then goes on waiting
 */
export async function runFollowUp(
  tools: FollowUpTools,
  target: FollowUpTarget,
  queuedAt: number,
  isStopping: () => boolean,
): Promise<FollowUpOutcome> {
  const { environments, client, store } = tools
  const environment = environments.get(target.environmentId)
  const identity = environments.followUpIdentity(target.environmentId)
  const credentials = environments.credentials(target.environmentId, identity)
  if (environment === undefined || credentials === undefined) {
    return without('skipped', 'The environment of this delivery no longer exists.')
  }

  const organizationId = await organizationOf(store, target.deliveryId)
  const place = followUpUrl({ ...target, organizationId }, environment.baseUrl, environment.resourcePaths)
  if (!place.ok) return without('skipped', place.reason)

  const startedAt = tools.now()
  const call = await client.getObject(credentials, place.url)
  const failure = failureOf(call)
  if (failure !== null && failure.status === null && isStopping()) return { followUp: waiting, attempt: null }
  if (!call.sent) return without('failed', failure?.message ?? 'No token could be had.')

  const kept = newAttempt(target, call, startedAt - queuedAt)
  const attempt: StoredAttempt = { ...kept, id: await store.addAttempt(kept) }
  const followUp: FollowUp =
    failure === null
      ? { state: 'done', status: attempt.status, reason: null }
      : { state: 'failed', status: failure.status, reason: failure.message }
  return { followUp, attempt }
}

const waiting: FollowUp = { state: 'waiting', status: null, reason: null }

function without(state: 'skipped' | 'failed', reason: string): FollowUpOutcome {
  return { followUp: { state, status: null, reason }, attempt: null }
}

async function organizationOf(store: Store, deliveryId: string): Promise<string | null> {
  const body = await store.body(deliveryId)
  return body === null ? null : (parseNotification(body).notification?.organizationId ?? null)
}

function newAttempt(target: FollowUpTarget, call: ServiceCall & { sent: true }, queue: number): NewAttempt {
  const { request, result } = call
  return {
    deliveryId: target.deliveryId,
    environmentId: target.environmentId,
    kind: 'follow-up',
    resourceType: target.resourceType,
    resourceId: target.resourceId,
    startedAt: result.startedAt,
    method: request.method,
    url: request.url,
    requestHeaders: request.headers.map(([name, value]) => [name, redact(name, value)]),
    status: result.ok ? result.status : null,
    responseHeaders: result.ok ? result.headers.map(([name, value]) => [name, redact(name, value)]) : [],
    body: result.ok ? result.body : null,
    bodyTruncated: result.ok && result.bodyTruncated,
    error: result.ok ? null : result.error,
    timing: { queue: Math.max(0, queue), ...result.timing },
  }
}

/** Credentials never reach the disk, not even short-lived ones. */
function redact(name: string, value: string): string {
  return /^(authorization|proxy-authorization|cookie|set-cookie)$/i.test(name) ? '[redacted]' : value
}
