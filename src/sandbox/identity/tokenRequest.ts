import type { Call } from '../http/call.ts'
import { mediaType, parseObject } from '../http/readJson.ts'

/** An error answer of the token endpoint: `{error, error_description}`. */
export class TokenError extends Error {
  override name = 'TokenError'
  readonly status: number
  readonly error: string
  readonly headers: Record<string, string>
  constructor(status: number, error: string, description: string, headers: Record<string, string> = {}) {
    super(description)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

/** The fields of a token request that are texts, whatever the body's encoding. */
export type TokenFields = ReadonlyMap<string, string>

/** Reads a token request, JSON or form. Throws TokenError. */
export function readTokenRequest(call: Call): TokenFields {
  const type = mediaType(call)
  if (type === 'application/x-www-form-urlencoded') {
    return new Map(new URLSearchParams(Buffer.from(call.body).toString('utf8')))
  }
  if (type !== 'application/json') {
    throw new TokenError(
      415,
      'invalid_request',
      `The body is of the type "${type}". Send application/json or application/x-www-form-urlencoded.`,
    )
  }
  const value = parseObject(call.body)
  if (value === null) {
    throw new TokenError(400, 'invalid_request', 'The body is not a JSON object.')
  }
  const fields = new Map<string, string>()
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== 'string') {
      throw new TokenError(400, 'invalid_request', `The field ${name.slice(0, 60)} must be a text.`)
    }
    fields.set(name, field)
  }
  return fields
}

/** A field that must be there and not be empty. Throws TokenError. */
export function need(fields: TokenFields, name: string): string {
  const value = fields.get(name)
  if (value === undefined || value === '') {
    throw new TokenError(400, 'invalid_request', `Missing required parameter: ${name}.`)
  }
  return value
}
