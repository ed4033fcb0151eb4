import type { Difference } from '../../json/difference.ts'
import type { Comparison, DifferencePart } from '../../wireTypes.ts'
import { countOf, deliveryCount, groupDigits } from '../counts.ts'

/** How answers differ, such as `status 200 → 500: "TypeError"` or `order.total: number → text`. Pure. */
export function differenceTitle(parts: readonly DifferencePart[]): string {
  return parts.map(partTitle).join(', ')
}

function partTitle(part: DifferencePart): string {
  switch (part.kind) {
    case 'status':
      return `status ${part.before} → ${part.after}${part.message === null ? '' : `: "${part.message}"`}`
    case 'no-answer':
      return `no answer from the ${part.build} build (${part.code})`
    case 'json':
      return jsonTitle(part.place === '' ? 'the whole body' : part.place, part.before, part.after)
    case 'moved':
      return `${part.place} in another order`
    case 'header':
      return `${part.name} ${part.before === '' ? 'none' : part.before} → ${part.after === '' ? 'none' : part.after}`
    case 'text':
      return part.before === part.after ? `another ${part.before}` : `body ${part.before} → ${part.after}`
    case 'slower':
      return 'the new build is much slower'
    case 'more':
      return countOf(part.count, 'more place')
  }
}

/** The value of a place before, with its place in the list where it moved; null where it was not there. Pure. */
export function valueBefore({ before, movedFrom }: Difference): string | null {
  return movedFrom === undefined ? before : `${before} (at ${movedFrom})`
}

function jsonTitle(place: string, before: string | null, after: string | null): string {
  if (before === null) return `${place} added`
  if (after === null) return `${place} missing`
  return before === after ? `another ${before} in ${place}` : `${place}: ${before} → ${after}`
}

type Counted = Pick<Comparison, 'state' | 'total' | 'done' | 'same' | 'differ' | 'clusters' | 'others'>

/** The result in one sentence, such as "17 of 4,213 deliveries differ, in three ways." Pure. */
export function comparisonSentence({ state, total, done, same, differ, clusters, others }: Counted): string {
  if (state === 'running') return `${groupDigits(done)} of ${deliveryCount(total)} played`
  // Not all that was played could be compared.
  const compared = same + differ
  const of = compared < total ? `${groupDigits(compared)} of ${deliveryCount(total)} compared: ` : ''
  if (differ === 0)
    return compared === 0 ? 'Nothing was compared.' : `${of}No difference in ${deliveryCount(compared)}.`
  const ways = clusters.length + (others > 0 ? 1 : 0)
  const verb = differ === 1 ? 'differs' : 'differ'
  return `${of}${groupDigits(differ)} of ${deliveryCount(compared)} ${verb}, in ${numberWord(ways)} ${ways === 1 ? 'way' : 'ways'}.`
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

function numberWord(count: number): string {
  return numberWords[count] ?? groupDigits(count)
}

/** The reason why a run ended early; null where it did not. Pure. */
export function stoppedSentence({
  stopped,
  old,
  new: recent,
}: Pick<Comparison, 'stopped' | 'old' | 'new'>): string | null {
  if (stopped === null) return null
  const { build, deliveryId, problem } = stopped
  const url = build === 'old' ? old : recent
  const after = deliveryId === null ? '' : ` at delivery ${deliveryId}`
  return `The ${build} build (${url}) stopped answering${after} (${problem}), so the comparison ended there. Start it again and repeat the comparison.`
}

/** Facts that limit what the result says. Pure. */
export function comparisonRemarks({ unknown, unsent, requests, others }: Comparison): string[] {
  return [
    ...(unknown === 0
      ? []
      : [
          `${deliveryCount(unknown)} answered differently after a request without a stored snapshot: unknown, not counted.`,
        ]),
    ...(requests.unknown === 0
      ? []
      : [`${countOf(requests.unknown, 'request')} for objects had no stored snapshot as of the delivery and got 404.`]),
    ...(requests.refused === 0
      ? []
      : [
          `${countOf(requests.refused, 'request')} for objects had no token of this run and got 401. Set up both builds with the API above.`,
        ]),
    ...unsent.map(({ message, count }) => `${deliveryCount(count)} not compared: ${message}`),
    ...(others === 0 ? [] : [`${deliveryCount(others)} differ in further ways.`]),
  ]
}

/** A warning before the start: both apps act on the deliveries. */
export const comparisonWarning =
  'Both builds act on the deliveries, which are genuine. Use test databases, one for each build.'
