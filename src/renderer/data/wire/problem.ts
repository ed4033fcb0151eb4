import { ORPCError, type ClientContext, type ClientLink } from '@orpc/client'
import type { CallProblem } from '../../../shared/codes/problems.ts'
import type { ServiceAnswer } from '../../../shared/wireTypes.ts'
import { wireWords } from './words.ts'

interface ProblemDetails {
  /** The reason as a code; null where only the sentence is known. */
  why: CallProblem | null
  /** The input field it is about, when the engine named one. */
  field: string | null
  /** All that does not fit the contract, by place such as "ownScheme.form.key"; empty for other failures. */
  issues: readonly { place: string; message: string }[]
  /** The answer of the service or its identity provider, if one was asked. */
  answer: ServiceAnswer | null
  /** No answer came, because the connection was lost. */
  isLost: boolean
}

/** A failed call as the user reads it: its message is the failure, its reason, and the next step. */
export class Problem extends Error implements ProblemDetails {
  readonly why: CallProblem | null
  readonly field: string | null
  readonly issues: readonly { place: string; message: string }[]
  readonly answer: ServiceAnswer | null
  readonly isLost: boolean
  constructor(message: string, details: Partial<ProblemDetails> = {}) {
    super(message)
    this.why = details.why ?? null
    this.field = details.field ?? null
    this.issues = details.issues ?? []
    this.answer = details.answer ?? null
    this.isLost = details.isLost ?? false
  }
}

/** A link whose calls reject with a Problem, whatever went wrong. An aborted call rejects with its signal's reason. */
export function linkWithProblems(link: ClientLink<ClientContext>): ClientLink<ClientContext> {
  return {
    call: async (path, input, options) => {
      try {
        return await link.call(path, input, options)
      } catch (error) {
        options.signal?.throwIfAborted()
        // Reads are given a signal, and TanStack Query repeats them when the connection is back; changes the user repeats.
        throw problemOf(error, options.signal === undefined ? wireWords.lostChange : wireWords.lostLoad)
      }
    },
  }
}

/**
 * Turns whatever a call rejected with into sentences. Expected failures bring their own.
 * @param lost the sentence for a lost line: a change may or may not have been done
 */
export function problemOf(error: unknown, lost: string = wireWords.lostRead): Problem {
  if (error instanceof Problem) return error.isLost ? new Problem(lost, { isLost: true }) : error
  if (error instanceof ORPCError) return problemOfCall(error)
  return new Problem(lost, { isLost: true })
}

/** Waits for a change. Null: it was made; else why not, as a sentence, for a question that stays open with it. */
export async function problemSentenceOf(change: Promise<unknown>): Promise<string | null> {
  try {
    await change
    return null
  } catch (error) {
    return problemOf(error, wireWords.lostChange).message
  }
}

function problemOfCall(error: ORPCError<string, unknown>): Problem {
  if (error.code === 'INTERNAL_SERVER_ERROR') return new Problem(wireWords.ourFault)
  if (error.code === 'BAD_REQUEST') return problemOfInput(error)
  const answer = isObject(error.data) && isObject(error.data['answer']) ? error.data['answer'] : null
  return new Problem(error.message, { why: reasonOf(error), answer: answer as ServiceAnswer | null })
}

/** A value that the contract refuses comes with a list of issues; the first one is what to fix first. */
function problemOfInput(error: ORPCError<string, unknown>): Problem {
  const data = isObject(error.data) ? error.data : {}
  const listed: unknown[] = Array.isArray(data['issues']) ? data['issues'] : []
  const issues = listed.flatMap((issue) => {
    if (!isObject(issue) || typeof issue['message'] !== 'string') return []
    const path: unknown[] = Array.isArray(issue['path']) ? issue['path'] : []
    return [{ place: path.join('.'), message: issue['message'] }]
  })
  const [first] = issues
  if (first !== undefined) {
    const field = first.place.split('.')[0] ?? ''
    return new Problem(first.message, { field: field === '' ? null : field, issues })
  }
  return new Problem(error.message, {
    why: reasonOf(error),
    field: typeof data['field'] === 'string' ? data['field'] : null,
  })
}

/** The engine's own; what the contract lets through has this shape. */
function reasonOf({ data }: ORPCError<string, unknown>): CallProblem | null {
  return isObject(data) && isObject(data['why']) ? (data['why'] as CallProblem) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
