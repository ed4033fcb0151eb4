import { trimEnd } from '../../shared/basics/trimEnd.ts'
import type { OutboundRequest } from '../outbound/outboundRequest.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import { type RefreshableToken, readTokenAnswer } from './readTokenAnswer.ts'
import { missingCredential, type ServiceCredentials } from './serviceCredentials.ts'
import type { Token, TokenFailure } from './token.ts'

/** The two clocks that a token's life is counted with. */
export interface Clocks {
  /** Milliseconds since the epoch. Goes on while the machine sleeps, and jumps when the clock is set. */
  now: () => number
  /** Milliseconds that never jump. May pause while the machine sleeps. */
  ticks: () => number
}

/** For how long a token is given out. */
interface TokenLife {
  bornAt: number
  bornTicks: number
  /** Milliseconds. */
  usable: number
}

/** A token is not used in its last half minute, or in the last tenth of a life shorter than five minutes. */
const longestMarginMs = 30_000
/** Minimum use of a token, even one with a lifetime of zero, ms: otherwise each call would request a token. */
const shortestUseMs = 5000

/** @param expiresAt what the provider said, counted from `bornAt`, ms since the epoch */
function tokenLife(bornAt: number, bornTicks: number, expiresAt: number): TokenLife {
  const life = expiresAt - bornAt
  return { bornAt, bornTicks, usable: Math.max(life - Math.min(longestMarginMs, life / 10), shortestUseMs) }
}

/**
 * Whether a token may still be given out. Both clocks must agree: one misses the hours that a laptop slept, the other is
 * fooled by a clock that is set back. Set forward it only costs a new token.
 */
export function isUsable(life: TokenLife, { now, ticks }: Clocks): boolean {
  const age = now() - life.bornAt
  return age >= 0 && age < life.usable && ticks() - life.bornTicks < life.usable
}

/** Token state of one identity of one environment, for one set of credentials. */
export interface TokenSlot {
  token: RefreshableToken | null
  /** Null when the token is not to be given out any more; its refresh token may still be good. */
  life: TokenLife | null
  failure: TokenFailure | null
  /** Until when `failure` is given out without asking again; by the ticking clock. */
  failureHolds: number
}

type Tools = Clocks & { outbound: Outbound }

/** How long a refusal holds, how long a failure that may pass, and at most what the provider itself asks for, ms. */
const holds = { refusal: 60_000, passing: 2000, longest: 300_000 }

/** Asks the provider for a token, first with the refresh token where that is wanted, and notes the outcome in the slot. */
export async function obtainToken(
  tools: Tools,
  slot: TokenSlot,
  credentials: ServiceCredentials,
  mayRefresh: boolean,
): Promise<Token | TokenFailure> {
  const missing = missingCredential(credentials)
  if (missing !== null) {
    return { ok: false, code: 'not_configured', why: missing, status: null, lasting: true, notBefore: null }
  }
  const refreshToken = slot.token?.refreshToken ?? null
  if (mayRefresh && refreshToken !== null) {
    const refreshed = await ask(tools, slot, credentials, { grant_type: 'refresh_token', refresh_token: refreshToken })
    // A refresh token can be revoked or rotated away, so fall back to the password once. Without an answer, or after a
    // 429, that would only add a request.
    if (refreshed.ok || refreshed.status === null || refreshed.status === 429) return refreshed
  }
  slot.token = null
  return ask(tools, slot, credentials, {
    grant_type: 'password',
    audience: credentials.audience,
    username: credentials.username,
    password: credentials.password,
    ...(credentials.identity === 'master' ? { scope: 'offline_access' } : {}),
  })
}

async function ask(
  { outbound, now, ticks }: Tools,
  slot: TokenSlot,
  credentials: ServiceCredentials,
  grant: Record<string, string>,
): Promise<Token | TokenFailure> {
  const askedAt = now()
  const askedTicks = ticks()
  const result = await outbound.send(tokenRequest(credentials, grant))
  const answer = readTokenAnswer(result, askedAt, [
    credentials.password,
    grant['refresh_token'] ?? '',
    ...credentials.hidden,
  ])
  if (answer.ok) {
    // A provider that rotates gives the next refresh token along; one that does not lets the old one go on.
    slot.token = { ...answer, refreshToken: answer.refreshToken ?? grant['refresh_token'] ?? null }
    slot.life = tokenLife(askedAt, askedTicks, answer.expiresAt)
    slot.failure = null
  } else {
    slot.life = null
    slot.failure = answer
    slot.failureHolds = ticks() + holdOf(answer, askedAt)
  }
  return answer
}

function holdOf(failure: TokenFailure, askedAt: number): number {
  const own = failure.lasting && failure.status !== null ? holds.refusal : holds.passing
  return Math.min(Math.max(own, (failure.notBefore ?? askedAt) - askedAt), holds.longest)
}

function tokenRequest(credentials: ServiceCredentials, grant: Record<string, string>): OutboundRequest {
  return {
    method: 'POST',
    url: `${trimEnd(credentials.authUrl, '/')}/oauth/token`,
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
    ],
    body: JSON.stringify({ client_id: credentials.clientId, ...grant }),
    maxBodyBytes: 64 * 1024,
  }
}
