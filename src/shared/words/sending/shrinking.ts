import type { Shrink, ShrinkClause } from '../../wireTypes.ts'
import { countOf, groupDigits } from '../counts.ts'

/** Words about the search for the smallest delivery that fails. Code spans are in backticks. */

/** The result of a search as a sentence; empty while it runs. Each part of it was tried. */
export function shrinkSentence(shrink: Omit<Shrink, 'sentence'>): string {
  const { state, failing, repeated, signedWith } = shrink
  const answered = failing === null ? 'an answer' : answerWords(failing)
  switch (state) {
    case 'running':
      return ''
    case 'found':
      return foundSentence(shrink)
    case 'passing':
      return `Answered with ${answered}${signedWith === null ? '' : ', freshly signed'}. That does not count as failing, so nothing was searched.`
    case 'as-written':
      return `Fails with ${answered} only as it is written: the same content without white space does not fail in this way.`
    case 'flaky':
      return repeated.fails < repeated.of
        ? `Flaky: the same delivery failed ${repeated.fails} of ${repeated.of} times, so no part of it can be blamed.`
        : 'Flaky: a delivery that had passed did not pass when it was repeated, so no part can be blamed.'
    case 'no-control':
      return `Fails with ${answered}, and no change that was tried makes it pass, so no part of it can be blamed. Check that the handler accepts a good delivery.`
    case 'stuck':
      return 'A delivery that passed at first does not pass any more, so no part can be blamed. Look what the handler answers now, restart it, and search again.'
    case 'died':
      return failing === null
        ? 'Nothing listens at the handler. Start it, and search again.'
        : `Nothing listens at the handler any more after a delivery that fails with ${answered}. Let something restart it, and search again.`
    case 'limit':
      return limitSentence(shrink)
    case 'cancelled':
      return 'Cancelled. A smaller delivery may fail, too.'
  }
}

function limitSentence({ sent, maxRequests, counts }: Omit<Shrink, 'sentence'>): string {
  const spent = sent >= maxRequests ? countOf(sent, 'request') : `a minute and ${countOf(sent, 'request')}`
  const advice = counts === 'timeout' ? ' Each failing delivery takes the whole timeout: give a shorter one.' : ''
  return `Stopped after ${spent}. A smaller delivery may fail, too.${advice}`
}

function foundSentence({ failing, clauses, restarts }: Omit<Shrink, 'sentence'>): string {
  const fails = failing === null ? 'Fails' : `Fails with ${answerWords(failing)}`
  const died = restarts === 0 ? '' : ' Nothing listened at the handler after it, until it was started again.'
  const parts = clauses.map(clauseWords)
  if (parts.length === 0) return `${fails} for the smallest body that was found.${died}`
  const joined = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${fails} with ${joined}; passes ${undoneWords(clauses)}.${died}`
}

/** "500", "no answer in time". */
export function answerWords({ status, problem }: NonNullable<Shrink['failing']>): string {
  if (problem === null) return String(status)
  return problem.code === 'DEADLINE' ? 'no answer in time' : 'a broken connection'
}

/** "`data.customer` null", "`items` empty". */
export function clauseWords({ in: where, place, what, value }: ShrinkClause): string {
  if (where === 'header')
    return what === 'spelling' ? `the header spelled \`${place}\`` : `the header \`${place}: ${value}\``
  switch (what) {
    case 'null':
      return `\`${place}\` null`
    case 'empty':
      return `\`${place}\` empty`
    case 'length':
      return `\`${place}\` of ${groupDigits(Number(value))} characters`
    case 'elements':
      return `${value} elements in \`${place}\``
    case 'value':
    case 'spelling':
      return `\`${place}\` ${shortValue(value)}`
  }
}

function undoneWords(clauses: readonly ShrinkClause[]): string {
  const [first] = clauses
  if (clauses.length === 2) return 'without either'
  if (first === undefined || clauses.length > 2) return 'without any one of them'
  const { undone, what } = first
  if (undone.kind === 'removed') return 'without it'
  if (undone.kind === 'length') return `with ${groupDigits(Number(undone.value))}`
  return what === 'spelling' ? `as \`${undone.value}\`` : `with ${shortValue(undone.value)}`
}

/** The change with which a part passed: "passes with 255". */
export function clauseUndone({ undone }: ShrinkClause): string {
  if (undone.kind === 'removed') return 'passes without it'
  return `passes with ${undone.kind === 'length' ? groupDigits(Number(undone.value)) : shortValue(undone.value)}`
}

/** Maximum characters of a value in a sentence. */
const maxValue = 60

function shortValue(value: string): string {
  const points = Array.from(value)
  return points.length <= maxValue ? value : `${points.slice(0, maxValue).join('')}…`
}
