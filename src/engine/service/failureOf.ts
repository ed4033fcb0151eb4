import type { CallReason, TokenReason } from '../../shared/codes/callFailures.ts'
import { answerObject, textOrNull } from './answerObject.ts'
import type { ServiceCall } from './startServiceClient.ts'
import { hideSecrets } from './hideSecrets.ts'

/** Why a call did not succeed. */
export interface CallFailure {
  /** Status of the answer, or null when none came. */
  status: number | null
  why: CallReason
}

/**
 * Why a call failed, with the service's own words if it gave any; null for any 2xx.
 * @param secrets values that were sent, besides tokens, and must not be quoted when the service repeats them
 */
export function failureOf(call: ServiceCall, secrets: readonly string[] = []): CallFailure | null {
  if (!call.sent) return { status: call.failure.status, why: call.failure.why }
  if (!call.result.ok) return { status: null, why: call.result.error.why }
  const { status } = call.result
  if (status >= 200 && status < 300) return null
  const said = wordsOfProblem(answerObject(bodyOf(withoutSecrets(call, secrets))))
  return { status, why: { code: codeOfStatus(status), fields: { status, said } } }
}

function bodyOf(call: ServiceCall): Uint8Array {
  return call.sent && call.result.ok ? call.result.body : new Uint8Array()
}

function codeOfStatus(status: number): Exclude<CallReason, TokenReason>['code'] {
  if (status >= 300 && status < 400) return 'service-redirects'
  switch (status) {
    case 400:
    case 422:
      return 'values-refused'
    case 401:
      return 'token-refused'
    case 403:
      return 'not-allowed'
    case 404:
      return 'nothing-there'
    case 408:
      return 'service-waited-too-long'
    case 409:
      return 'conflict'
    case 410:
      return 'gone'
    case 429:
      return 'service-busy'
    default:
      return status >= 500 ? 'service-failed' : 'status-unexpected'
  }
}

/** Text of an RFC 9457 problem, with the messages of its fields. */
function wordsOfProblem(problem: Record<string, unknown> | null): string | null {
  if (problem === null) return null
  const head = textOrNull(problem['detail']) ?? textOrNull(problem['title'])
  const errors = problem['errors']
  const fields =
    typeof errors === 'object' && errors !== null
      ? Object.entries(errors).map(([field, messages]) => `${field}: ${messagesIn(messages).join(' ')}`)
      : []
  const words = [head, ...fields].filter((part) => part !== null).join(' ')
  return words === '' ? null : words.slice(0, 1000)
}

/** Returns a message, or a list of them, as a list. Skips other values, which may be nested without end. */
function messagesIn(messages: unknown): string[] {
  return [messages].flat().filter((message) => typeof message === 'string')
}

/**
 * A call whose answer repeats nothing that it was sent: not its tokens, and none of the secrets. Before anything is cut
 * out of the answer, so that no half of a secret is left at the edge. Pure.
 */
export function withoutSecrets(call: ServiceCall, secrets: readonly string[]): ServiceCall {
  if (!call.sent || !call.result.ok) return call
  const { body } = call.result
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const clean = hideSecrets(text, [...secrets, ...tokensOf(call)])
  // Bytes that are no text change only where there was something to hide.
  return clean === text ? call : { ...call, result: { ...call.result, body: Buffer.from(clean) } }
}

function tokensOf(call: ServiceCall): string[] {
  const exchanges = [call.refused, call.sent ? call : null]
  return exchanges.flatMap((exchange) =>
    (exchange?.request.headers ?? [])
      .filter(([name]) => name === 'authorization')
      .map(([, value]) => value.replace(/^Bearer /, '')),
  )
}
