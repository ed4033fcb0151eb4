import type { ScheduleKind, ScheduleStep } from '../../shared/wireTypes.ts'

/** A way in which the deliveries of an object can arrive. Deliveries have numbers from 1, in order of arrival. */
export interface Schedule {
  kind: ScheduleKind
  steps: readonly ScheduleStep[]
}

/** All permutations are planned up to this many deliveries. */
export const maxPermuted = 6

const play = (...deliveries: number[]): ScheduleStep => ({ deliveries, cut: false })

/** Each delivery once, in order of arrival. Pure. */
export function inOrder(numbers: readonly number[]): ScheduleStep[] {
  return numbers.map((number) => play(number))
}

/** The numbers that a schedule plays, each once, in order of arrival. Pure. */
export function numbersOf(steps: readonly ScheduleStep[]): number[] {
  return [...new Set(steps.flatMap(({ deliveries }) => deliveries))].toSorted((a, b) => a - b)
}

/**
 * Plans the ways in which `count` deliveries can arrive, the nearest to the order of arrival first: neighbours swapped and at once, one of
 * them twice, one whose answer is lost and that is retried, then all other permutations, or where there are too many a sample in which each
 * pair comes in both orders. Pure.
 */
export function planSchedules(count: number): Schedule[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const pairs = numbers.slice(1).map((second): [number, number] => [second - 1, second])
  const withStep = (at: number, steps: readonly ScheduleStep[]) =>
    numbers.flatMap((number) => (number === at ? [...steps] : [play(number)]))
  const swapped = pairs.map(([first, second]) =>
    inOrder(numbers.map((number) => (number === first ? second : number === second ? first : number))),
  )
  const others = (count <= maxPermuted ? permutations(numbers) : sampleOf(numbers)).filter(
    (order) => inversions(order) > 1,
  )
  const later = numbers.filter((number) => number < count)
  return [
    ...swapped.map(of('order')),
    ...pairs
      .map(([first, second]) =>
        numbers.flatMap((number) =>
          number === first ? [play(first, second)] : number === second ? [] : [play(number)],
        ),
      )
      .map(of('parallel')),
    ...numbers.map((number) => withStep(number, [play(number), play(number)])).map(of('duplicate')),
    ...numbers.map((number) => withStep(number, [play(number, number)])).map(of('duplicate')),
    ...later.map((number) => [...inOrder(numbers), play(number)]).map(of('duplicate')),
    ...numbers.map((number) => withStep(number, [{ deliveries: [number], cut: true }, play(number)])).map(of('lost')),
    ...later
      .map((number) => [...withStep(number, [{ deliveries: [number], cut: true }]), play(number)])
      .map(of('lost')),
    ...others.map((order) => inOrder(order)).map(of('order')),
  ]
}

function of(kind: ScheduleKind): (steps: ScheduleStep[]) => Schedule {
  return (steps) => ({ kind, steps })
}

/** All orders, the nearest to that of arrival first. */
function permutations(numbers: readonly number[]): number[][] {
  if (numbers.length <= 1) return [[...numbers]]
  const all = numbers.flatMap((first) =>
    permutations(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]),
  )
  return all.toSorted((a, b) => inversions(a) - inversions(b))
}

/** Each delivery first and last, and all of them from back to front. */
function sampleOf(numbers: readonly number[]): number[][] {
  const moved = numbers.flatMap((number) => {
    const rest = numbers.filter((other) => other !== number)
    return [
      [...rest, number],
      [number, ...rest],
    ]
  })
  const unique = new Map([...moved, numbers.toReversed()].map((order) => [order.join(' '), order]))
  return [...unique.values()].toSorted((a, b) => inversions(a) - inversions(b))
}

/** Pairs that are not in order of arrival. */
function inversions(order: readonly number[]): number {
  return order.reduce((sum, number, place) => sum + order.slice(place + 1).filter((later) => later < number).length, 0)
}

/** A schedule without one of its deliveries. Pure. */
export function withoutDelivery(steps: readonly ScheduleStep[], number: number): ScheduleStep[] {
  return steps
    .map(({ deliveries, cut }) => ({ deliveries: deliveries.filter((each) => each !== number), cut }))
    .filter(({ deliveries }) => deliveries.length > 0)
}

/** A schedule as text: `+` is at once, `~` is a lost answer. Such as `1 2+2 ~3 3`. Pure. */
export function scheduleText(steps: readonly ScheduleStep[]): string {
  return steps.map(({ deliveries, cut }) => `${cut ? '~' : ''}${deliveries.join('+')}`).join(' ')
}

/** Reads such a text; null where it is none, or names a delivery that is not there. Pure. */
export function readSchedule(text: string, count: number): ScheduleStep[] | null {
  const words = text.trim().split(/\s+/)
  const steps = words.map((word): ScheduleStep | null => {
    const [, cut, numbers = ''] = /^(~?)(\d{1,3}(?:\+\d{1,3}){0,7})$/.exec(word) ?? []
    const deliveries = numbers.split('+').map(Number)
    const isKnown = numbers !== '' && deliveries.every((number) => number >= 1 && number <= count)
    return isKnown && !(cut === '~' && deliveries.length > 1) ? { deliveries, cut: cut === '~' } : null
  })
  return steps.some((step) => step === null) ? null : (steps as ScheduleStep[])
}

/** How long a schedule is: its requests. Pure. */
export function requestsOf(steps: readonly ScheduleStep[]): number {
  return steps.reduce((sum, { deliveries }) => sum + deliveries.length, 0)
}
