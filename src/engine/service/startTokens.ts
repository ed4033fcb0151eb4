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
  /** A token that is good for a while yet: kept, or asked for now. Callers at the same time share one request. */
  get(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** A new one, whatever is kept: for "test", and after a 401. */
  renew(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** Forgets all tokens of an environment, after its credentials changed. */
  forget(environmentId: string): void
}

interface Kept extends Token {
  refreshToken: string | null
  /** Until when it is given out, ms since the epoch. */
  freshUntil: number
  /** The credentials it was given for: a token is not used for others. */
  credentialsKey: string
}

/** A token is not used in its last half minute, or in the last tenth of a life shorter than five minutes. */
const longestMarginMs = 30_000

/** Tokens of the password grant, kept in memory only. `now` is the clock, ms since the epoch. */
export function startTokens(outbound: Outbound, now: () => number = Date.now): Tokens {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Token | TokenFailure>>()

  function singleFlight(credentials: ServiceCredentials, mayRefresh: boolean): Promise<Token | TokenFailure> {
    const slot = slotOf(credentials)
    const running = underWay.get(slot)
    if (running !== undefined) return running
    const started = obtain(credentials, mayRefresh).finally(() => underWay.delete(slot))
    underWay.set(slot, started)
    return started
  }

  async function obtain(credentials: ServiceCredentials, mayRefresh: boolean): Promise<Token | TokenFailure> {
    const missing = missingCredential(credentials)
    if (missing !== null) return { ok: false, code: 'not_configured', message: missing, status: null }
    const slot = slotOf(credentials)
    const before = kept.get(slot)
    kept.delete(slot)
    if (mayRefresh && before?.refreshToken && before.credentialsKey === keyOf(credentials)) {
      const refreshed = await ask(credentials, { grant_type: 'refresh_token', refresh_token: before.refreshToken })
      if (refreshed.ok) return refreshed
      // A refresh token can be revoked or rotated away; the password is the way back, once.
    }
    return ask(credentials, {
      grant_type: 'password',
      audience: credentials.audience,
      username: credentials.username,
      password: credentials.password,
      ...(credentials.identity === 'master' ? { scope: 'offline_access' } : {}),
    })
  }

  async function ask(credentials: ServiceCredentials, grant: Record<string, string>): Promise<Token | TokenFailure> {
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
    if (token.ok) {
      const margin = Math.min(longestMarginMs, (token.expiresAt - askedAt) / 10)
      kept.set(slotOf(credentials), {
        ...token,
        freshUntil: token.expiresAt - margin,
        credentialsKey: keyOf(credentials),
      })
    }
    return token
  }

  return {
    get: async (credentials) => {
      const token = kept.get(slotOf(credentials))
      if (token !== undefined && token.credentialsKey === keyOf(credentials) && now() < token.freshUntil) return token
      return singleFlight(credentials, true)
    },
    renew: async (credentials) => singleFlight(credentials, false),
    forget: (environmentId) => {
      for (const slot of kept.keys()) if (slot.startsWith(`${environmentId} `)) kept.delete(slot)
    },
  }
}

function slotOf(credentials: ServiceCredentials): string {
  return `${credentials.environmentId} ${credentials.identity}`
}

function keyOf(credentials: ServiceCredentials): string {
  const { authUrl, clientId, audience, username, password } = credentials
  return JSON.stringify([authUrl, clientId, audience, username, password])
}

function readTokenAnswer(
  result: OutboundResult,
  askedAt: number,
): (Token & { refreshToken: string | null }) | TokenFailure {
  if (!result.ok) return { ok: false, code: result.error.code, message: result.error.message, status: null }
  const answer = answerObject(result.body)
  if (result.status >= 200 && result.status < 300 && typeof answer?.['access_token'] === 'string') {
    const lifetime = Number(answer['expires_in'])
    const seconds = Number.isFinite(lifetime) && lifetime > 0 ? lifetime : 3600
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
  const code = textOrNull(answer?.['error']) ?? `http_${status}`
  const said =
    textOrNull(answer?.['error_description']) ?? textOrNull(answer?.['detail']) ?? textOrNull(answer?.['title'])
  return {
    ok: false,
    code,
    status,
    message: adviceFor(code, status) + (said === null ? '' : ` The provider says: ${said}`),
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
