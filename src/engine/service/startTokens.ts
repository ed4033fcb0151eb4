import type { Outbound } from '../outbound/startOutbound.ts'
import type { OutboundResult } from '../outbound/outboundRequest.ts'
import { answerObject, textOrNull } from './answerObject.ts'
import { missingCredential, type ServiceCredentials } from './serviceCredentials.ts'

export interface Token {
  ok: true
  accessToken: string
  scope: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export interface TokenFailure {
  ok: false
  /** The provider's `error`, or the network's code. */
  code: string
  /** A sentence for a person; ends with the provider's own words where it gave any. */
  message: string
  status: number | null
}

export interface Tokens {
  /**
   * A token that is good for a while yet: kept, or asked for now. Callers at the same time share one request, and a
   * provider that said no is not asked again with the same credentials for a minute, so that many waiting calls do not
   * lock the user out.
   */
  get(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** A new one, whatever is kept and whatever was said before: because a person asked. */
  renew(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /**
   * Another one than `refused`, which the service did not accept: the one that is kept by now, or a new one, at most
   * once in half a minute. Null when a new one was had just before: asking again would not help.
   */
  replace(credentials: ServiceCredentials, refused: string): Promise<Token | TokenFailure | null>
  /** Forgets all tokens of an environment, after its credentials changed. */
  forget(environmentId: string): void
}

/** What is known of one identity of one environment, for one set of credentials. */
interface Slot {
  environmentId: string
  token: (Token & { refreshToken: string | null }) | null
  /** Until when the token is given out, ms since the epoch. */
  freshUntil: number
  refusal: TokenFailure | null
  /** When the provider last answered, ms since the epoch. */
  answeredAt: number
  /** When a refused token was last replaced, ms since the epoch. */
  replacedAt: number
  underWay: Promise<Token | TokenFailure> | null
}

/** A token is not used in its last half minute, or in the last tenth of a life shorter than five minutes. */
const longestMarginMs = 30_000
const refusalHoldsMs = 60_000
const replacePauseMs = 30_000

/** Tokens of the password grant, kept in memory only. `now` is the clock, ms since the epoch. */
export function startTokens(outbound: Outbound, now: () => number = Date.now): Tokens {
  const slots = new Map<string, Slot>()

  function slotOf(credentials: ServiceCredentials): Slot {
    const key = keyOf(credentials)
    const { environmentId } = credentials
    const slot = slots.get(key) ?? {
      environmentId,
      token: null,
      freshUntil: 0,
      refusal: null,
      answeredAt: 0,
      replacedAt: -Infinity,
      underWay: null,
    }
    slots.set(key, slot)
    return slot
  }

  async function singleFlight(slot: Slot, credentials: ServiceCredentials, mayRefresh: boolean) {
    slot.underWay ??= obtain(slot, credentials, mayRefresh).finally(() => {
      slot.underWay = null
    })
    return slot.underWay
  }

  async function obtain(slot: Slot, credentials: ServiceCredentials, mayRefresh: boolean) {
    const missing = missingCredential(credentials)
    if (missing !== null) return { ok: false, code: 'not_configured', message: missing, status: null } as const
    const refreshToken = slot.token?.refreshToken ?? null
    slot.token = null
    if (mayRefresh && refreshToken !== null) {
      const refreshed = await ask(slot, credentials, { grant_type: 'refresh_token', refresh_token: refreshToken })
      if (refreshed.ok) return refreshed
      // A refresh token can be revoked or rotated away; the password is the way back, once.
    }
    return ask(slot, credentials, {
      grant_type: 'password',
      audience: credentials.audience,
      username: credentials.username,
      password: credentials.password,
      ...(credentials.identity === 'master' ? { scope: 'offline_access' } : {}),
    })
  }

  async function ask(slot: Slot, credentials: ServiceCredentials, grant: Record<string, string>) {
    const askedAt = now()
    const result = await outbound.send({
      method: 'POST',
      url: `${credentials.authUrl.replace(/\/+$/, '')}/oauth/token`,
      headers: [
        ['content-type', 'application/json'],
        ['accept', 'application/json'],
      ],
      body: JSON.stringify({ client_id: credentials.clientId, ...grant }),
      maxBodyBytes: 64 * 1024,
    })
    const token = readTokenAnswer(result, askedAt)
    slot.answeredAt = now()
    slot.token = token.ok ? token : null
    // Only the provider's own no is remembered: a network that fails may work the next moment.
    slot.refusal = token.ok || token.status === null ? null : token
    if (token.ok) slot.freshUntil = token.expiresAt - Math.min(longestMarginMs, (token.expiresAt - askedAt) / 10)
    return token
  }

  return {
    get: async (credentials) => {
      const slot = slotOf(credentials)
      if (slot.token !== null && now() < slot.freshUntil) return slot.token
      if (slot.refusal !== null && now() < slot.answeredAt + refusalHoldsMs) return slot.refusal
      return singleFlight(slot, credentials, true)
    },
    renew: async (credentials) => singleFlight(slotOf(credentials), credentials, false),
    replace: async (credentials, refused) => {
      const slot = slotOf(credentials)
      if (slot.underWay !== null) return slot.underWay
      if (slot.token !== null && slot.token.accessToken !== refused) return slot.token
      if (now() < slot.replacedAt + replacePauseMs) return null
      slot.replacedAt = now()
      return singleFlight(slot, credentials, false)
    },
    forget: (environmentId) => {
      for (const [key, slot] of slots) if (slot.environmentId === environmentId) slots.delete(key)
    },
  }
}

function keyOf(credentials: ServiceCredentials): string {
  const { environmentId, identity, authUrl, clientId, audience, username, password } = credentials
  return JSON.stringify([environmentId, identity, authUrl, clientId, audience, username, password])
}

/** No provider means more than a year, and larger numbers leave the range of dates. */
const longestLifeSeconds = 366 * 24 * 3600

function readTokenAnswer(
  result: OutboundResult,
  askedAt: number,
): (Token & { refreshToken: string | null }) | TokenFailure {
  if (!result.ok) return { ok: false, code: result.error.code, message: result.error.message, status: null }
  const answer = answerObject(result.body)
  if (result.status >= 200 && result.status < 300 && typeof answer?.['access_token'] === 'string') {
    const lifetime = Number(answer['expires_in'])
    const seconds = Number.isFinite(lifetime) && lifetime > 0 ? Math.min(lifetime, longestLifeSeconds) : 3600
    return {
      ok: true,
      accessToken: answer['access_token'],
      scope: textOrNull(answer['scope']),
      refreshToken: textOrNull(answer['refresh_token']),
      // Counted from when it was asked for, so that a slow answer does not lengthen its life.
      expiresAt: askedAt + seconds * 1000,
    }
  }
  return refusal(result.status, answer)
}

function refusal(status: number, answer: Record<string, unknown> | null): TokenFailure {
  const code = textOrNull(answer?.['error'])?.slice(0, 100) ?? `http_${status}`
  const said =
    textOrNull(answer?.['error_description']) ?? textOrNull(answer?.['detail']) ?? textOrNull(answer?.['title'])
  return {
    ok: false,
    code,
    status,
    message: adviceFor(code, status) + (said === null ? '' : ` The provider says: ${said.slice(0, 1000)}`),
  }
}

function adviceFor(code: string, status: number): string {
  switch (code) {
    case 'invalid_grant':
      return 'The username or the password is not accepted. Check both under Access.'
    case 'invalid_client':
      return 'The client id is not known to the identity provider. Check it under Access.'
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return 'This client may not use the password grant. Ask the operator of the service.'
    case 'invalid_request':
      return 'The identity provider misses something in the request. Check client id and audience under Access.'
    default:
      if (status === 429) return 'The identity provider wants fewer requests. Wait a moment and try again.'
      if (status >= 300 && status < 400)
        return 'The auth URL redirects, and a password is not sent elsewhere. Give the final address under Access.'
      if (status >= 500) return `The identity provider failed with status ${status}. Try again later.`
      return `The identity provider answered ${status} and no token. Check the auth URL under Access.`
  }
}
