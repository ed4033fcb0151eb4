import { randomBytes } from 'node:crypto'
import type { Reply } from './call.ts'

/** An expected failure of the API, answered as an RFC 9457 problem. Thrown by handlers, caught where replies are sent. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly headers: Record<string, string>
  /** @param title a readable sentence: what happened and what to do */
  constructor(
    status: number,
    title: string,
    errors: Record<string, string[]> = {},
    headers: Record<string, string> = {},
  ) {
    super(title)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

const types: Record<number, string> = {
  400: '15.5.1',
  401: '15.5.2',
  403: '15.5.4',
  404: '15.5.5',
  405: '15.5.6',
  408: '15.5.9',
  409: '15.5.10',
  413: '15.5.14',
  415: '15.5.16',
  500: '15.6.1',
}

/** The reply to a problem: `application/problem+json` with type, title, status, traceId and errors. */
function problemReply(problem: ApiProblem): Reply {
  const { status, headers, errors } = problem
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
    json: {
      type: `https://www.rfc-editor.org/rfc/rfc9110#section-${types[status] ?? '15'}`,
      title: problem.message,
      status,
      traceId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
      errors,
    },
  }
}

/** The reply to what went wrong with a call: problems of the API, and 500 for our own bugs. */
export function failureReply(error: unknown): Reply {
  return problemReply(
    error instanceof ApiProblem
      ? error
      : new ApiProblem(500, 'The sandbox failed at this call. That is a bug of the sandbox; please report it.'),
  )
}

/** 405 with what is allowed. */
export function wrongMethod(method: string, allowed: string): ApiProblem {
  return new ApiProblem(405, `${method} is not possible here. Use ${allowed}.`, {}, { allow: allowed })
}
