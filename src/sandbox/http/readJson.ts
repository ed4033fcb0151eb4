import type { Fields } from '../state/state.ts'
import type { Call } from './call.ts'
import { ApiProblem } from './problem.ts'

/** The media type of a call's body without its parameters, in lower case. */
export function mediaType(call: Call): string {
  return (call.contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/** Bytes as a JSON object, or null when they are anything else. */
export function parseObject(bytes: Uint8Array): Fields | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

/** The body of an API call as a JSON object; an empty body is an empty object. Throws ApiProblem 415 and 400. */
export function readJson(call: Call): Fields {
  if (call.body.length === 0) {
    return {}
  }
  const type = mediaType(call)
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ApiProblem(415, `The body is of the type "${type}". Send it as application/json.`)
  }
  const value = parseObject(call.body)
  if (value === null) {
    throw new ApiProblem(400, 'The body is not a JSON object. Send one, such as {"enabled": true}.')
  }
  return value
}
