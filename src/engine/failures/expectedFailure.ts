import { type CallError, callErrorOf, type Problem } from '../../shared/codes/problems.ts'
import type { ServiceAnswer, TokenResult } from '../../shared/wireTypes.ts'
import type { ResponseRuleProblem } from '../../shared/codes/responses.ts'
import { problemSentence } from '../../shared/words/problems.ts'

/** An expected failure. Its message says what happened, why, and what to do next. */
export class ExpectedFailure extends Error {
  override name = 'ExpectedFailure'
  /** The kind of answer that a caller gets. */
  readonly code: CallError
  /** The reason, for code. */
  readonly why: Problem
  /** The answer of the service, for SERVICE_REFUSED. */
  readonly answer: ServiceAnswer | null
  constructor(why: Problem, answer: ServiceAnswer | null = null) {
    super(problemSentence(why))
    this.code = callErrorOf(why)
    this.why = why
    this.answer = answer
  }
}

export function noEnvironment(id: string): ExpectedFailure {
  return new ExpectedFailure({ code: 'no-environment', fields: { id: id.slice(0, 80) } })
}

/** No delivery of one's own has this id. Deliveries of an opened file are only read. */
export function noDelivery(id: string): ExpectedFailure {
  if (/^c[0-9a-f]{12}\./.test(id)) return new ExpectedFailure({ code: 'case-read-only', fields: {} })
  return unknownDelivery(id)
}

/** No delivery with this id can be read, of one's own or of an opened file. */
export function unknownDelivery(id: string): ExpectedFailure {
  return new ExpectedFailure({ code: 'no-delivery', fields: { id: id.slice(0, 80) } })
}

export function nameTaken(name: string): ExpectedFailure {
  return new ExpectedFailure({ code: 'environment-name-taken', fields: { name } })
}

export function responseRulesRefused(problem: ResponseRuleProblem): ExpectedFailure {
  return new ExpectedFailure({ code: 'response-rules-refused', fields: { problem } })
}

/** The sandbox's own identity provider refused the built-in credentials. */
export function gaveNoToken(error: TokenResult['error']): ExpectedFailure {
  return new ExpectedFailure(error?.why ?? { code: 'sandbox-gave-no-token', fields: {} })
}
