import type { ServiceAnswer } from '../../shared/wireTypes.ts'

/** A failure that belongs to normal life. Its message is a sentence for a person: what happened, why, what to do next. */
export class ExpectedFailure extends Error {
  override name = 'ExpectedFailure'
  readonly code: 'NOT_FOUND' | 'BAD_REQUEST' | 'CONFLICT' | 'SERVICE_REFUSED' | 'UNAVAILABLE'
  /** What the service said, for SERVICE_REFUSED. */
  readonly answer: ServiceAnswer | null
  constructor(code: ExpectedFailure['code'], message: string, answer: ServiceAnswer | null = null) {
    super(message)
    this.code = code
    this.answer = answer
  }
}

export function noEnvironment(id: string): ExpectedFailure {
  return new ExpectedFailure(
    'NOT_FOUND',
    `There is no environment with the id "${id.slice(0, 80)}". It may have been deleted.`,
  )
}

export function noDelivery(id: string): ExpectedFailure {
  return new ExpectedFailure(
    'NOT_FOUND',
    `There is no delivery with the id "${id.slice(0, 80)}". It may have been deleted.`,
  )
}

export function nameTaken(name: string): ExpectedFailure {
  return new ExpectedFailure(
    'CONFLICT',
    `There is an environment with the name "${name}" already. Take another name, so that the two can be told apart.`,
  )
}
