import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Call, Reply } from '../http/call.ts'
import { demo, type SandboxState, type User } from '../state/state.ts'
import { writeAccessToken } from './accessToken.ts'
import { need, readTokenRequest, TokenError, type TokenFields } from './tokenRequest.ts'

/** The oldest refresh tokens go when there are more. */
const maxRefreshTokens = 500

export interface TokenEndpointOptions {
  state: SandboxState
  /** Address of the sandbox, for the tokens' `iss`. */
  url(): string
  /** Seconds. */
  tokenLifetime: number
  /** The sandbox's time, ms since the epoch. */
  now(): number
  changed(): void
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function sameText(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right))
}

function checkClient(fields: TokenFields, audience: string | undefined): void {
  if (need(fields, 'client_id') !== demo.clientId) {
    throw new TokenError(401, 'invalid_client', 'Unknown client: the client_id belongs to no organization.')
  }
  if (audience !== undefined && audience !== demo.audience) {
    throw new TokenError(403, 'access_denied', `Service not found: ${audience.slice(0, 200)}. Correct the audience.`)
  }
}

function checkPassword(state: SandboxState, username: string, password: string): User {
  const user = state.users.find(({ email }) => email.toLowerCase() === username.toLowerCase())
  // Compared even without a user, so that the time taken does not reveal which usernames exist.
  const right = sameText(password, (user && state.secrets.passwords[user.id]) ?? randomUUID())
  if (user === undefined || !right) {
    throw new TokenError(403, 'invalid_grant', 'Wrong email or password.')
  }
  return user
}

/** Spends a refresh token. A spent one that comes again was stolen or copied: its whole family ends. */
function spendRefreshToken(state: SandboxState, given: string): { user: User; family: string } {
  const hash = digest(given).toString('hex')
  const token = state.refreshTokens.find((candidate) => candidate.hash === hash)
  const user = state.users.find(({ id }) => id === token?.userId)
  if (token === undefined || user === undefined || token.spent) {
    if (token !== undefined) {
      state.refreshTokens = state.refreshTokens.filter(({ family }) => family !== token.family)
    }
    throw new TokenError(403, 'invalid_grant', 'Unknown or used refresh token. Use the password grant.')
  }
  token.spent = true
  return { user, family: token.family }
}

function issue(options: TokenEndpointOptions, user: User, family: string | null): Reply {
  const { state, tokenLifetime } = options
  const iat = Math.floor(options.now() / 1000)
  const rights = user.role === 'master' ? ['organization:read', 'organization:write'] : ['organization:read']
  const scope = [...rights, ...(family === null ? [] : ['offline_access'])].join(' ')
  const claims = {
    iss: `${options.url()}/`,
    sub: user.id,
    aud: demo.audience,
    exp: iat + tokenLifetime,
    iat,
    scope,
    org: state.organization.id,
    jti: randomUUID(),
  }
  const accessToken = writeAccessToken(claims, state.secrets.signingKey)
  const json: Record<string, unknown> = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: tokenLifetime,
    scope,
  }
  if (family !== null) {
    const refreshToken = randomBytes(32).toString('base64url')
    json['refresh_token'] = refreshToken
    const hash = digest(refreshToken).toString('hex')
    state.refreshTokens = [...state.refreshTokens, { hash, userId: user.id, family, spent: false }].slice(
      -maxRefreshTokens,
    )
    options.changed()
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, json }
}

function grant(options: TokenEndpointOptions, fields: TokenFields): Reply {
  const { state } = options
  const grantType = need(fields, 'grant_type')
  if (grantType === 'refresh_token') {
    const refreshToken = need(fields, 'refresh_token')
    checkClient(fields, fields.get('audience'))
    const { user, family } = spendRefreshToken(state, refreshToken)
    return issue(options, user, family)
  }
  if (grantType !== 'password') {
    throw new TokenError(
      403,
      'unsupported_grant_type',
      `The grant_type "${grantType.slice(0, 60)}" is not supported. Use password or refresh_token.`,
    )
  }
  const required = ['client_id', 'audience', 'username', 'password'] as const
  const [, audience, username, password] = required.map((name) => need(fields, name)) as [
    string,
    string,
    string,
    string,
  ]
  checkClient(fields, audience)
  const user = checkPassword(state, username, password)
  const refreshable = user.role === 'master' && (fields.get('scope') ?? '').split(' ').includes('offline_access')
  return issue(options, user, refreshable ? randomUUID() : null)
}

/** Answers `POST /oauth/token`: password grant and refresh with rotation. Expected failures are TokenError. */
export function startTokenEndpoint(options: TokenEndpointOptions): (call: Call) => Reply {
  const failures = startFailureCount()
  return (call) => {
    if (call.method !== 'POST') {
      throw new TokenError(405, 'invalid_request', `${call.method} is not possible here. Use POST.`, { allow: 'POST' })
    }
    const fields = readTokenRequest(call)
    const name = (fields.get('username') ?? '').toLowerCase()
    const blocked = failures.blockedFor(name, options.now())
    if (blocked !== null) {
      throw new TokenError(429, 'too_many_attempts', `Too many failed attempts. Try again in ${blocked} seconds.`, {
        'retry-after': String(blocked),
      })
    }
    try {
      return grant(options, fields)
    } catch (error) {
      if (error instanceof TokenError && ['invalid_grant', 'invalid_client'].includes(error.error)) {
        failures.add(name, options.now())
      }
      throw error
    }
  }
}

const windowMs = 60_000
const maxFailures = 20
const maxNames = 1000

/** Counts failed logins of each username over a minute. Times are milliseconds since the epoch. */
interface FailureCount {
  /** Seconds until the name may try again, or null when it may now. */
  blockedFor(name: string, now: number): number | null
  add(name: string, now: number): void
}

function startFailureCount(): FailureCount {
  const failures = new Map<string, number[]>()
  const recent = (name: string, now: number): number[] =>
    // The clock may have been set back.
    (failures.get(name) ?? []).filter((time) => time <= now && now - time < windowMs)
  return {
    blockedFor: (name, now) => {
      const times = recent(name, now)
      const first = times.at(-maxFailures)
      return times.length < maxFailures || first === undefined ? null : Math.ceil((first + windowMs - now) / 1000)
    },
    add: (name, now) => {
      const times = [...recent(name, now), now].slice(-maxFailures)
      failures.delete(name)
      failures.set(name, times)
      for (const oldest of failures.keys()) {
        if (failures.size <= maxNames) {
          break
        }
        failures.delete(oldest)
      }
    },
  }
}
