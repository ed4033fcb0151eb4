import { answerObject, textOrNull } from './answerObject.ts'
import type { ServiceCall } from './startServiceClient.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/** Why a call did not succeed. */
export interface CallFailure {
  /** Status of the answer, or null when none came. */
  status: number | null
  /** What happened, with the service's own words where it gave any. For a failure that is tried again by itself. */
  cause: string
  /** The same with what to do next. */
  message: string
}

/**
 * Why a call did not succeed, as sentences for a person; null when it did (any 2xx).
 * @param secrets what was sent, beside tokens, and must not be quoted where the service repeats it
 */
export function failureOf(call: ServiceCall, secrets: readonly string[] = []): CallFailure | null {
  if (!call.sent) {
    const { status, cause, message } = call.failure
    return { status, cause, message }
  }
  if (!call.result.ok) {
    const { cause, message } = call.result.error
    return { status: null, cause, message }
  }
  const { status } = call.result
  if (status >= 200 && status < 300) return null
  const said = wordsOfProblem(answerObject(bodyOf(withoutSecrets(call, secrets))))
  const words = said === null ? '' : ` The service says: ${said}`
  const { cause, advice } = explain(status)
  return { status, cause: cause + words, message: (advice === null ? cause : `${cause} ${advice}`) + words }
}

function bodyOf(call: ServiceCall): Uint8Array {
  return call.sent && call.result.ok ? call.result.body : new Uint8Array()
}

function explain(status: number): { cause: string; advice: string | null } {
  if (status >= 300 && status < 400) {
    return {
      cause: `The service redirects (${status}).`,
      advice: 'A token is not sent elsewhere: give the final address as base URL under Access.',
    }
  }
  switch (status) {
    case 400:
    case 422:
      return { cause: `The service does not accept the values (${status}).`, advice: null }
    case 401:
      return {
        cause: 'The service does not accept the token (401), not even a new one.',
        advice: 'Check audience and base URL under Access.',
      }
    case 403:
      return {
        cause: 'This user may not do that (403).',
        advice: 'A read only user may only read; the master user may do everything.',
      }
    case 404:
      return {
        cause: 'The service knows nothing at this address (404).',
        advice: 'Check the base URL, or the resource path under Settings.',
      }
    case 408:
      return { cause: 'The service waited too long for the request (408).', advice: 'Try again.' }
    case 409:
      return { cause: 'It conflicts with what the service already has (409).', advice: null }
    case 410:
      return { cause: 'It is no longer there: the service says that it is gone for good (410).', advice: null }
    case 429:
      return { cause: 'The service wants fewer requests (429).', advice: 'Wait a moment and try again.' }
    default:
      return status >= 500
        ? { cause: `The service failed (${status}).`, advice: 'Try again later.' }
        : { cause: `The service answered ${status}, which was not expected.`, advice: null }
  }
}

/** What an RFC 9457 problem says, with the messages of its fields. */
function wordsOfProblem(problem: Record<string, unknown> | null): string | null {
  if (problem === null) return null
  const head = textOrNull(problem['detail']) ?? textOrNull(problem['title'])
  const errors = problem['errors']
  const fields =
    typeof errors === 'object' && errors !== null
      ? Object.entries(errors).map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`)
      : []
  const words = [head, ...fields].filter((part) => part !== null).join(' ')
  return words === '' ? null : words.slice(0, 1000)
}
