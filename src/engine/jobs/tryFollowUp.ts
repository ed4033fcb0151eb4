import type { FollowUpReason } from '../../shared/codes/callFailures.ts'
import { callSentence, followUpCause, followUpSentence } from '../../shared/words/callFailures.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { missingCredential, type MissingCredential, type ServiceCredentials } from '../service/serviceCredentials.ts'
import type { ServiceClient, ApiKey } from '../service/startServiceClient.ts'
import type { TokenFailure } from '../service/token.ts'
import type { NewAttempt, StoredAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import { attemptOf, attemptWithoutToken } from './followUpAttempt.ts'
import { followUpPlace, type FollowUpTarget } from './followUpTarget.ts'
import { judgeAnswer, type Judgement } from './judgeAnswer.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'

export interface TryTools {
  store: Store
  environments: Environments
  client: ServiceClient
  now: () => number
  onAttempt(attempt: StoredAttempt): void
}

export interface TryOptions {
  /** When it began to wait for its turn, ms since the epoch. */
  queuedAt: number
  /** Breaks the try off: the user cancelled it. */
  signal: AbortSignal
  /** A failure while the app stops is the app's own doing. */
  isStopping(): boolean
}

export type TryOutcome = {
  /** The last request of the try; null when none was made: a credential is missing, or no path is known. */
  attempt: StoredAttempt | null
  result:
    | Judgement
    | { kind: 'skipped'; why: FollowUpReason }
    /** Broken off by the user. */
    | { kind: 'cancelled' }
    /** Broken off because the app stops; nothing is kept of it. */
    | { kind: 'stopped' }
}

const noKey: FollowUpReason = { code: 'api-key-missing', fields: {} }

/** Asks for one object once and keeps every request of it. Rejects when the store cannot keep them. */
export async function tryFollowUp(tools: TryTools, target: FollowUpTarget, options: TryOptions): Promise<TryOutcome> {
  const { environments, client, now } = tools
  const skipped = (why: FollowUpReason): TryOutcome => ({ attempt: null, result: { kind: 'skipped', why } })
  const credentials = followUpCredentials(environments, target.environmentId)
  if (credentials === undefined) return skipped({ code: 'environment-gone', fields: {} })
  const key = apiKeyOf(environments, target.environmentId, credentials)
  const missing = key === null ? missingCredential(credentials) : key.text === '' ? noKey : null
  if (missing !== null) return skipped(missing)
  const place = await followUpPlace(tools, target)
  if (!place.ok) return skipped(place.why)

  const startedAt = now()
  const queue = Math.max(0, startedAt - options.queuedAt)
  const call =
    key === null
      ? await client.getObject(credentials, place.url, options.signal)
      : await client.getWithKey(key, place.url, options.signal)
  const judged = judgeAnswer(call, target.action, place.assumed)
  const gotAnswer = call.sent && call.result.ok
  if (!gotAnswer && options.isStopping()) return { attempt: null, result: { kind: 'stopped' } }

  const keep = async (attempt: NewAttempt): Promise<StoredAttempt> => {
    const stored = { ...attempt, id: await tools.store.addAttempt(attempt) }
    tools.onAttempt(stored)
    return stored
  }
  const { refused } = call
  if (refused !== null) await keep(attemptOf(target, refused, queue, null))
  const rest = refused === null ? queue : null
  const cancelled = !gotAnswer && options.signal.aborted
  const result = cancelled ? { kind: 'cancelled' as const } : judged
  if (call.sent) {
    return { attempt: await keep(attemptOf(target, call, rest, problemOf(judged))), result }
  }
  if (cancelled) return { attempt: null, result }
  const times = { startedAt, queue: rest, total: Math.max(0, now() - startedAt) }
  return {
    attempt: await keep(
      attemptWithoutToken(target, place.url, problemOf(judged) ?? problemOfToken(call.failure), times),
    ),
    result,
  }
}

/** A failure that is retried automatically is kept without advice: the user has nothing to do. */
function problemOf(judged: Judgement): { code: string; message: string } | null {
  if (judged.kind === 'fetched') return null
  const { code, why, again } = judged
  return { code, message: again === 'no' ? followUpSentence(why) : followUpCause(why) }
}

function problemOfToken({ code, why }: TokenFailure): { code: string; message: string } {
  return { code, message: callSentence(why) }
}

/** The credentials for the follow-ups of an environment; undefined when there is no such environment. */
function followUpCredentials(environments: Environments, environmentId: string): ServiceCredentials | undefined {
  const isSender = environments.get(environmentId)?.kind === 'sender'
  return environments.credentials(environmentId, isSender ? 'master' : environments.followUpIdentity(environmentId))
}

/** The key for the API of another sender, empty while none is given; null for environments of the service. */
function apiKeyOf(environments: Environments, environmentId: string, { password }: ServiceCredentials): ApiKey | null {
  const record = environments.get(environmentId)
  return record?.kind === 'sender' ? { header: record.apiKeyHeader, text: password } : null
}

/**
 * Makes a function that says which credential of an environment is missing. It is asked for each delivery, and opening the
 * sealed secrets costs more than all else there: a record, which never changes, is looked at once.
 */
export function missingCredentials(environments: Environments): (environmentId: string) => MissingCredential | null {
  const known = new WeakMap<EnvironmentRecord, MissingCredential | null>()
  return (environmentId) => {
    const record = environments.get(environmentId)
    // A sender's key does not belong to the service's credentials: without one nothing of it comes this far.
    if (record === undefined || record.kind === 'sender') return null
    const before = known.get(record)
    if (before !== undefined) return before
    const credentials = followUpCredentials(environments, environmentId)
    const missing = credentials === undefined ? null : missingCredential(credentials)
    known.set(record, missing)
    return missing
  }
}
