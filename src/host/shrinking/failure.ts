import type { Played } from '../../engine/sending/openPlayer.ts'
import type { Outcome } from '../../engine/shrinking/shrinkRequest.ts'
import type { ReadShrinkInput, Shrink } from '../../shared/wireTypes.ts'
import { slashed } from '../../shared/basics/slashed.ts'
import { fits, isStatus } from '../scenarios/expectations.ts'

/** The failure that is searched for. */
export interface Failure {
  counts: NonNullable<Shrink['counts']>
  outcomeOf(played: Played): Outcome
}

type Asked = Pick<ReadShrinkInput, 'status' | 'answer'>

/**
 * Decides from the first answers to the original what counts as the same failure. Without a status or text that was asked
 * for, it is the same class of status with the same text, as far as that repeats; numbers and ids are not compared. Null where
 * the original does not fail.
 */
export function failureOf({ status, answer }: Asked, first: Played, second: Played): Failure | null {
  if (answer !== undefined || status !== undefined) {
    const isIt = (played: Played) =>
      played.status !== null &&
      (status === undefined || isStatus(status, played.status)) &&
      (answer === undefined || hasText(answer, textOf(played)))
    return isIt(first) ? failure(answer === undefined ? 'status' : 'text', isIt) : null
  }
  if (isTimeout(first)) return failure('timeout', isTimeout)
  if (first.problem !== null) return failure('no-answer', (played) => played.problem !== null && !isTimeout(played))
  if (first.status === null || first.status < 400) return null
  const classOf = ({ status: each }: Played) => (each === null ? null : Math.floor(each / 100))
  const isSameClass = (played: Played) => classOf(played) === classOf(first)
  const shape = answerShape(textOf(first))
  if (shape !== answerShape(textOf(second))) return failure('status', isSameClass)
  return failure('same-answer', (played) => isSameClass(played) && answerShape(textOf(played)) === shape)
}

function failure(counts: Failure['counts'], isIt: (played: Played) => boolean): Failure {
  const outcomeOf = (played: Played): Outcome => {
    if (isIt(played)) return 'fails'
    const { status, problem } = played
    return problem === null && status !== null && status >= 200 && status < 400 ? 'passes' : 'other'
  }
  return { counts, outcomeOf }
}

function isTimeout({ problem }: Played): boolean {
  return problem?.code === 'DEADLINE'
}

function hasText(wanted: string, text: string): boolean {
  return slashed(wanted) !== null ? fits(wanted, text) : text.includes(wanted)
}

export function textOf({ body }: Played): string {
  return Buffer.from(body).toString('utf8')
}

/** Characters of an answer that are compared: a page of an error begins with what it is. */
const maxCompared = 2000

/** An answer without what changes from one to the next. */
function answerShape(text: string): string {
  return text.slice(0, maxCompared).replaceAll(/[0-9a-f]{8,}|\d+/gi, '0')
}
