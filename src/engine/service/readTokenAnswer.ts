import type { TokenReason } from '../../shared/codes/callFailures.ts'
import type { OutboundResult } from '../outbound/outboundRequest.ts'
import { answerObject, textOrNull } from './answerObject.ts'
import { hideSecrets } from './hideSecrets.ts'
import { retryAfter } from './retryAfter.ts'
import type { Token, TokenFailure } from './token.ts'

export type RefreshableToken = Token & { refreshToken: string | null }

/** Assumed `expires_in` when the provider does not say (it is not documented, see the assumptions). */
const usualLifeSeconds = 3600
/** No provider means more than a year, and larger numbers leave the range of dates. */
const longestLifeSeconds = 366 * 24 * 3600

/**
 * Reads what the provider answered to a request for a token.
 * @param askedAt ms since the epoch; a life counts from here, so that a slow answer does not lengthen it
 * @param secrets what was sent, so that a provider that repeats it is not quoted with it
 */
export function readTokenAnswer(
  result: OutboundResult,
  askedAt: number,
  secrets: readonly string[],
): RefreshableToken | TokenFailure {
  if (!result.ok) {
    const { code, why, lasting } = result.error
    return { ok: false, code, why, status: null, lasting, notBefore: null }
  }
  const answer = answerObject(result.body)
  if (result.status >= 200 && result.status < 300 && typeof answer?.['access_token'] === 'string') {
    return {
      ok: true,
      accessToken: answer['access_token'],
      scope: textOrNull(answer['scope']),
      refreshToken: textOrNull(answer['refresh_token']),
      expiresAt: askedAt + lifeSeconds(answer['expires_in']) * 1000,
    }
  }
  const pause = retryAfter(result.headers, askedAt)
  return refusal(result.status, answer, secrets, pause === null ? null : askedAt + pause)
}

/** Number or text; 0 for a token that is said to have expired already. */
function lifeSeconds(expiresIn: unknown): number {
  const isText = typeof expiresIn === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(expiresIn)
  if (!isText && typeof expiresIn !== 'number') return usualLifeSeconds
  return Math.min(Math.max(Number(expiresIn), 0), longestLifeSeconds)
}

function refusal(
  status: number,
  answer: Record<string, unknown> | null,
  secrets: readonly string[],
  notBefore: number | null,
): TokenFailure {
  // Before it is cut: half of a secret would not be recognised.
  const code = hideSecrets(textOrNull(answer?.['error']) ?? `http_${status}`, secrets).slice(0, 100)
  const words =
    textOrNull(answer?.['error_description']) ?? textOrNull(answer?.['detail']) ?? textOrNull(answer?.['title'])
  const said = words === null ? null : hideSecrets(words, secrets).slice(0, 1000)
  return {
    ok: false,
    code,
    status,
    why: { code: refusalCode(code, status), fields: { status, said } },
    lasting: !(status === 408 || status === 429 || status >= 500),
    notBefore,
  }
}

type Refusal = Extract<TokenReason, { fields: { said: string | null } }>['code']

/** The meaning of the provider's `error`, or of its status where the error is unknown. */
function refusalCode(code: string, status: number): Refusal {
  switch (code) {
    case 'invalid_grant':
      return 'credentials-refused'
    case 'invalid_client':
      return 'client-unknown'
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return 'grant-not-allowed'
    case 'invalid_request':
      return 'token-request-refused'
    default:
      break
  }
  if (status === 429) return 'provider-busy'
  if (status >= 300 && status < 400) return 'provider-redirects'
  return status >= 500 ? 'provider-failed' : 'provider-gave-no-token'
}
