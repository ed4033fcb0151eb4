import type { CallReason, FollowUpReason } from '../../shared/codes/callFailures.ts'
import type { OutboundAnswer } from '../outbound/outboundRequest.ts'
import { failureOf } from '../service/failureOf.ts'
import type { ServiceCall } from '../service/startServiceClient.ts'

/** The outcome of one try. */
export type Judgement = { kind: 'fetched'; status: number } | FailedTry

export interface FailedTry {
  kind: 'failed'
  /** HTTP status of the answer, or null when none came. */
  status: number | null
  code: string
  why: FollowUpReason
  /** `soon`: the object was only just created and may appear at any moment. */
  again: 'no' | 'later' | 'soon'
  /** When the identity provider wants the next request, ms since the epoch, or null. */
  notBefore: number | null
}

/**
 * Whether a call brought the object, and if not, whether it is worth another try: after a network error, 408, 429, 5xx
 * and an answer that broke off; after a 404 only when the object was just created; never when the service decided (403,
 * 404, 409, 410, ...), and never when the answer came whole but is no object.
 * @param action of the notification, in whatever case
 * @param pathIsGuess the path is assumed, not set by the user
 */
export function judgeAnswer(call: ServiceCall, action: string | null, pathIsGuess: boolean): Judgement {
  const failure = failureOf(call)
  if (failure === null) return judgeContent(call)
  // A deleted object is gone, whatever the path.
  const blamesPath = failure.status === 404 && pathIsGuess && action?.toLowerCase() !== 'delete'
  const why = blamesPath ? withAssumedPath(failure.why) : failure.why
  const failed = { kind: 'failed' as const, ...failure, why, notBefore: null }
  if (!call.sent) {
    const { code, lasting, notBefore } = call.failure
    // The provider's answer is not an answer to the follow-up.
    return { ...failed, status: null, code, again: lasting ? 'no' : 'later', notBefore }
  }
  if (!call.result.ok) {
    const { code, lasting } = call.result.error
    return { ...failed, code, again: lasting ? 'no' : 'later' }
  }
  const { status } = call.result
  const passes = status === 408 || status === 429 || status >= 500
  const notYet = status === 404 && action?.toLowerCase() === 'create'
  return { ...failed, code: `HTTP_${status}`, again: passes ? 'later' : notYet ? 'soon' : 'no' }
}

/** Says that the path is only assumed, because the service's document shows none. */
function withAssumedPath(why: CallReason): FollowUpReason {
  return why.code === 'nothing-there' ? { code: 'nothing-at-assumed-path', fields: why.fields } : why
}

function judgeContent(call: ServiceCall): Judgement {
  if (!call.sent || !call.result.ok) throw new Error('A call without a failure has an answer.')
  const { status } = call.result
  const problem = notAnObject(call.result)
  if (problem === null) return { kind: 'fetched', status }
  return { kind: 'failed', status, again: 'no', notBefore: null, ...problem }
}

/**
 * Why an answer with a 2xx is not the object that was asked for, or null when it is: JSON, and whole. The body decides,
 * not what the content type says of it.
 */
export function notAnObject(answer: OutboundAnswer): { code: string; why: FollowUpReason } | null {
  const { status, body, bodyTruncated } = answer
  if (bodyTruncated) return { code: 'TOO_LARGE', why: { code: 'answer-too-large', fields: { bytes: body.length } } }
  if (body.length === 0) return { code: 'EMPTY', why: { code: 'answer-empty', fields: { status } } }
  const text = new TextDecoder().decode(body)
  if (isJson(text)) return null
  const fields = {
    status,
    contentType: headerOf(answer, 'content-type'),
    contentEncoding: headerOf(answer, 'content-encoding'),
    begins: beginning(text),
  }
  return { code: 'NOT_JSON', why: { code: 'answer-not-json', fields } }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function headerOf({ headers }: OutboundAnswer, name: string): string | null {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1].slice(0, 100) ?? null
}

/** The first characters on one line, nothing unprintable. */
function beginning(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
