import type { OrderFinding, OrderRun } from '../../wireTypes.ts'
import { countOf, groupDigits } from '../counts.ts'

type Named = OrderRun['deliveries']
type Facts = Pick<OrderFinding, 'kind' | 'steps' | 'inOrder' | 'by' | 'differences'>

/** A schedule and its result, such as `#3 update before #2 update: state is "processing", in order "settled".` Pure. */
export function orderSentence(finding: Facts, deliveries: Named): string {
  const { differences, by } = finding
  const [first] = differences
  const more = differences.length > 1 ? `, and ${countOf(differences.length - 1, 'more difference')}` : ''
  const subject = by === 'state' ? '' : 'only the answers were compared; '
  const place = first === undefined || first.path === '' ? (by === 'state' ? 'the state' : 'the answer') : first.path
  if (first?.movedFrom !== undefined)
    return `${scheduleWords(finding, deliveries)}: ${subject}${first.after} is at ${first.path}, in order at ${first.movedFrom}${more}.`
  const found = first?.after ?? 'missing'
  const expected = first?.before ?? 'missing'
  return `${scheduleWords(finding, deliveries)}: ${subject}${place} is ${cut(found)}, in order ${cut(expected)}${more}.`
}

/** A schedule in words. Pure. */
export function scheduleWords({ steps, inOrder }: Pick<Facts, 'steps' | 'inOrder'>, deliveries: Named): string {
  const name = (number: number) =>
    `#${number} ${deliveries.find((delivery) => delivery.number === number)?.label ?? ''}`.trim()
  const all = steps.flatMap((step) => step.deliveries)
  const cutStep = steps.find((step) => step.cut)
  const together = steps.find((step) => step.deliveries.length > 1)
  const [lost] = cutStep?.deliveries ?? []
  if (lost !== undefined) {
    const isLast = steps.at(-1)?.deliveries.includes(lost) === true
    const isNext = steps[steps.indexOf(cutStep ?? steps[0]!) + 1]?.deliveries.includes(lost) === true
    const when = isNext || !isLast ? 'at once' : 'at the end'
    return `The answer to ${name(lost)} lost, and retried ${when}`
  }
  if (together !== undefined) {
    const [one, other] = together.deliveries as [number, number]
    return one === other
      ? `${name(one)} twice at the same time`
      : `${together.deliveries.map(name).join(' and ')} at the same time`
  }
  const twice = all.find((number, place) => all.indexOf(number) !== place)
  if (twice !== undefined) {
    const [first, second] = [all.indexOf(twice), all.lastIndexOf(twice)]
    return second === first + 1
      ? `${name(twice)} twice`
      : `${name(twice)} once more after ${name(all[second - 1] ?? 0)}`
  }
  if (all.length === 2 && inOrder.length === 2) return `${name(all[0] ?? 0)} before ${name(all[1] ?? 0)}`
  return `The order ${all.map(name).join(', ')}`
}

/** The result of a run in one sentence. Pure. */
export function orderRunSentence(run: OrderRun): string {
  const { state, findings, played, planned, requests, by, deliveries } = run
  const counts = `${state === 'done' ? countOf(played, 'schedule') : `${groupDigits(played)} of ${countOf(planned, 'schedule')}`} played, ${countOf(requests, 'request')}.`
  const what = by === 'state' ? 'state' : 'answers'
  if (state === 'running') return counts
  if (state === 'flaky')
    return `Nothing is claimed: in the same order, the ${what} differ from one time to the next.`.replace(
      'state differ',
      'state differs',
    )
  if (findings.length > 0)
    return `${countOf(findings.length, 'fault')} found with ${countOf(deliveries.length, 'delivery', 'deliveries')}. ${counts}`
  if (played === 0) return 'Nothing was played.'
  return `${state === 'done' ? 'No schedule' : 'No schedule so far'} led to another ${by === 'state' ? 'state' : 'answer'}. ${counts}`
}

/** Facts that limit what the result says. Pure. */
export function orderRemarks({ by, flaky, exhaustive, state, played, deliveries }: OrderRun): string[] {
  return [
    ...(by === 'answers' && (played > 0 || state === 'running')
      ? ['Only the answers were compared, so the state of the app is unknown. Give --state to compare it.']
      : []),
    ...(flaky.length === 0
      ? []
      : [`Flaky, so nothing is claimed of: ${flaky.join('; ')}. The result was not the same each time.`]),
    ...(exhaustive || state === 'running'
      ? []
      : [
          `${countOf(deliveries.length, 'delivery', 'deliveries')} have too many orders: a sample in which each pair comes in both orders.`,
        ]),
  ]
}

/** A warning before the start: the app acts on the deliveries. */
export const orderWarning = 'The app is reset and acts on genuine deliveries, again and again. Use a test database.'

const maxValue = 80

function cut(text: string): string {
  return text.length <= maxValue ? text : `${text.slice(0, maxValue)}…`
}
