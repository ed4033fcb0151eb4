import type { Environments } from '../environments/openEnvironments.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import type { NewAttempt, Store, StoredAttempt } from '../store/types.ts'
import { followUpPlace } from './followUpPlace.ts'
import type { FollowUpTarget } from './followUpTarget.ts'
import { judgeCall, type Judgement } from './judgeCall.ts'
import { attemptWithoutToken, newAttempt } from './newAttempt.ts'

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
  /** Breaks the try off: a person cancelled it. */
  signal: AbortSignal
  /** A failure while the app stops is the app's own doing. */
  isStopping(): boolean
}

export type TryOutcome = {
  /** The last request of the try; null when none was made: no path is known, or a credential is missing. */
  attempt: StoredAttempt | null
  result:
    | Judgement
    | { kind: 'skipped'; reason: string }
    /** Broken off by a person. */
    | { kind: 'cancelled' }
    /** Broken off because the app stops; nothing is kept of it. */
    | { kind: 'stopped' }
}

/** Asks for one object once and keeps every request of it. Rejects when the store cannot keep them. */
export async function tryFollowUp(tools: TryTools, target: FollowUpTarget, options: TryOptions): Promise<TryOutcome> {
  const { environments, client, now } = tools
  const place = await followUpPlace(tools, target)
  if (!place.ok) return { attempt: null, result: { kind: 'skipped', reason: place.reason } }
  const identity = environments.followUpIdentity(target.environmentId)
  const credentials = environments.credentials(target.environmentId, identity)
  if (credentials === undefined) {
    return { attempt: null, result: { kind: 'skipped', reason: 'The environment of this delivery no longer exists.' } }
  }

  const startedAt = now()
  const queue = Math.max(0, startedAt - options.queuedAt)
  const call = await client.getObject(credentials, place.url, options.signal)
  const judged = judgeCall(call, target.action, place.assumed)
  const gotAnswer = call.sent && call.result.ok
  if (!gotAnswer && options.isStopping()) return { attempt: null, result: { kind: 'stopped' } }

  const keep = async (attempt: NewAttempt): Promise<StoredAttempt> => {
    const stored = { ...attempt, id: await tools.store.addAttempt(attempt) }
    tools.onAttempt(stored)
    return stored
  }
  const { refused } = call
  if (refused !== null) await keep(newAttempt(target, refused, queue, null))
  const rest = refused === null ? queue : null
  const cancelled = !gotAnswer && options.signal.aborted
  const result = cancelled ? { kind: 'cancelled' as const } : judged
  if (call.sent) {
    return { attempt: await keep(newAttempt(target, call, rest, problemOf(judged))), result }
  }
  // Nothing was tried where a credential is missing.
  if (cancelled || call.failure.code === 'not_configured') return { attempt: null, result }
  const times = { startedAt, queue: rest, total: Math.max(0, now() - startedAt) }
  return {
    attempt: await keep(attemptWithoutToken(target, place.url, problemOf(judged) ?? call.failure, times)),
    result,
  }
}

/** What failed is kept without advice where it is tried again by itself: there is nothing for a person to do. */
function problemOf(judged: Judgement): { code: string; message: string } | null {
  if (judged.kind === 'fetched') return null
  return { code: judged.code, message: judged.again === 'no' ? judged.message : judged.cause }
}
