/** Maximum claims and header fields shown, and characters of each. */
const max = { claims: 60, characters: 500 }

const notVerified =
  'Decoded, not verified: Hookscope has no key of the identity provider. What these claims are worth, the service decides.'
const opaque = 'The token is opaque: it is not a JWT, so nothing can be read out of it. That is no fault.'

/** Claims that are times: seconds since the epoch (RFC 7519, section 4.1). */
const times = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

/**
 * Returns an access token's claims as texts for display: first `note`, which says how far to trust them, then the claims,
 * then the header's fields as `header.alg`. An opaque token yields only the note. Pure; neither checks nor returns the
 * signature.
 */
export function tokenClaims(accessToken: string): Record<string, string> {
  const [header, payload, ...rest] = accessToken.split('.', 4).map(jsonObject)
  if (header == null || payload == null || rest.length !== 1) return { note: opaque }
  const claims = Object.entries(payload).map(([name, value]): [string, string] => [
    name === 'note' ? 'claim.note' : name,
    textOf(value, times.has(name)),
  ])
  const fields = Object.entries(header).map(([name, value]): [string, string] => [`header.${name}`, textOf(value)])
  // fromEntries defines what it sets, so that a claim named __proto__ is a claim like any other.
  return Object.fromEntries([['note', notVerified], ...[...claims, ...fields].slice(0, max.claims)])
}

function jsonObject(part: string): Record<string, unknown> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function textOf(value: unknown, isTime = false): string {
  if (isTime && typeof value === 'number') return timeText(value)
  if (typeof value === 'string') return value.slice(0, max.characters)
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return value.join(', ').slice(0, max.characters)
  }
  return jsonText(value).slice(0, max.characters)
}

/** The number as it is written, and the moment that it means where that is within the range of dates. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : `${seconds} (${date.toISOString()})`
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '(nested too deeply to be shown)'
  }
}
