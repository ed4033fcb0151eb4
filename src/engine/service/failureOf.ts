import { answerObject, textOrNull } from './answerObject.ts'
import type { ServiceCall } from './startServiceClient.ts'

/** Why a call did not succeed, as a sentence for a person; null when it did (any 2xx). */
export function failureOf(call: ServiceCall): { status: number | null; message: string } | null {
  if (!call.sent) return { status: call.failure.status, message: call.failure.message }
  if (!call.result.ok) return { status: null, message: call.result.error.message }
  const { status, body } = call.result
  if (status >= 200 && status < 300) return null
  const said = wordsOfProblem(answerObject(body))
  return { status, message: sentence(status) + (said === null ? '' : ` The service says: ${said}`) }
}

function sentence(status: number): string {
  if (status >= 300 && status < 400) {
    return `The service redirects (${status}). A token is not sent elsewhere: give the final address as base URL under Access.`
  }
  switch (status) {
    case 400:
    case 422:
      return `The service does not accept the values (${status}).`
    case 401:
      return 'The service does not accept the token (401), not even a new one. Check audience and base URL under Access.'
    case 403:
      return 'This user may not do that (403). A read only user may only read; the master user may do everything.'
    case 404:
      return 'The service knows nothing at this address (404). Check the base URL, or the resource path under Settings.'
    case 409:
      return 'It conflicts with what the service already has (409).'
    case 429:
      return 'The service wants fewer requests (429). Wait a moment and try again.'
    default:
      return status >= 500
        ? `The service failed (${status}). Try again later.`
        : `The service answered ${status}, which was not expected.`
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
