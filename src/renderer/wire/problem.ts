import { ORPCError } from '@orpc/client'
import type { ServiceAnswer } from '../../shared/wireTypes.ts'

/** A failed call as a person reads it. */
export interface Problem {
  /** What happened, why, and what to do next. */
  message: string
  /** The input field it is about, when the engine named one. */
  field: string | null
  /** What the service or its identity provider said, when it was asked. */
  answer: ServiceAnswer | null
}

/** Turns whatever a call rejected with into sentences. Expected failures bring their own. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ORPCError) return problemOfCall(error)
  return { message: lostLine, field: null, answer: null }
}

const lostLine =
  'The connection to the inspector was lost before its answer came, so it may or may not have been done. It reconnects by itself; look, then try again.'

function problemOfCall(error: ORPCError<string, unknown>): Problem {
  if (error.code === 'INTERNAL_SERVER_ERROR') return { message: ourFault, field: null, answer: null }
  if (error.code === 'BAD_REQUEST') return problemOfInput(error)
  const answer = isObject(error.data) && isObject(error.data['answer']) ? error.data['answer'] : null
  return { message: error.message, field: null, answer: answer as ServiceAnswer | null }
}

const ourFault =
  'Hookscope made a mistake here. Its log says more; what was captured is safe. Try again, and report it if it happens again.'

/** A value that the contract refuses comes with a list of issues; the first one is what to mend first. */
function problemOfInput(error: ORPCError<string, unknown>): Problem {
  const data = isObject(error.data) ? error.data : {}
  const issues: unknown[] = Array.isArray(data['issues']) ? data['issues'] : []
  const issue = issues.find(isObject)
  if (issue !== undefined && typeof issue['message'] === 'string') {
    const path: unknown[] = Array.isArray(issue['path']) ? issue['path'] : []
    return { message: issue['message'], field: typeof path[0] === 'string' ? path[0] : null, answer: null }
  }
  return { message: error.message, field: typeof data['field'] === 'string' ? data['field'] : null, answer: null }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
