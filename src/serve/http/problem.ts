import { STATUS_CODES, type ServerResponse } from 'node:http'
import { type ORPCError, ValidationError } from '@orpc/server'
import { securityHeaders } from './securityHeaders.ts'

/** A failed call as RFC 9457 writes it. `code` is stable for scripts, `detail` is a readable sentence. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  /** The particular case, for code: `{code, fields}`. */
  why?: unknown
  /** The errors in the input, by field. */
  errors?: { field: string; detail: string }[]
  /** The service's answer, when it was asked. */
  answer?: unknown
}

/** The type stays "about:blank" (the status says what kind it is); what a script should look at is `code`. */
export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, code }
}

/** The contract's errors as problems. An unexpected error reveals nothing of our insides. */
export function problemOf(error: ORPCError<string, unknown>): Problem {
  const { data } = error
  if (error.cause instanceof ValidationError && error.status === 400) return inputProblem(error.cause)
  if (error.status >= 500 && !error.defined) return problem(error.status, 'INTERNAL_ERROR', ourFault)
  const bare = problem(error.status, error.code, error.message)
  if (typeof data !== 'object' || data === null) return bare
  const plain = 'why' in data ? { ...bare, why: data.why } : bare
  if ('answer' in data) return { ...plain, answer: data.answer }
  if ('field' in data && typeof data.field === 'string') {
    return { ...plain, errors: [{ field: data.field, detail: error.message }] }
  }
  return plain
}

const ourFault =
  'Hookscope failed here because of a bug. Its log on stderr says more. Nothing that was captured is lost.'

/** Unknown names come first: a field that is missing is often one that was misspelled. */
function inputProblem(cause: ValidationError): Problem {
  const errors = cause.issues.flatMap(errorsOf)
  const unknown = errors.filter(({ isUnknown }) => isUnknown)
  const inOrder = [...unknown, ...errors.filter(({ isUnknown }) => !isUnknown)]
  const [first] = inOrder
  const detail =
    first === undefined || first.field === ''
      ? 'The input is not valid.'
      : first.at === ''
        ? first.detail
        : `${first.at}: ${first.detail}`
  return {
    ...problem(400, 'BAD_REQUEST', detail),
    errors: inOrder.map(({ field, detail: sentence }) => ({ field, detail: sentence })),
  }
}

interface InputError {
  field: string
  detail: string
  isUnknown: boolean
  /** The text before the detail in a sentence; empty where the detail names its field. */
  at: string
}

/** One error for each name that an issue is about. */
function errorsOf(issue: ValidationError['issues'][number]): InputError[] {
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
  const at = path.join('.')
  if (!('keys' in issue) || !Array.isArray(issue.keys)) {
    return [{ field: at, detail: issue.message, isUnknown: false, at }]
  }
  const keys = issue.keys.map(String)
  return keys.map((key) => ({ field: [...path, key].join('.'), detail: issue.message, isUnknown: true, at }))
}

/** Answers with a problem and nothing else. */
export function sendProblem(response: ServerResponse, body: Problem, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(body.status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}
