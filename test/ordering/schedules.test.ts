import { describe, expect, test } from 'vitest'
import {
  inOrder,
  numbersOf,
  planSchedules,
  readSchedule,
  scheduleText,
  withoutDelivery,
} from '../../src/engine/ordering/schedules.ts'
import { FlakyOrder, type OrderFinding, searchOrders } from '../../src/engine/ordering/searchOrders.ts'
import type { ScheduleStep } from '../../src/shared/wireTypes.ts'

const texts = (count: number) => planSchedules(count).map(({ steps }) => scheduleText(steps))

describe('planned schedules', () => {
  test('of two deliveries are all that can happen to them, the nearest to the order of arrival first', () => {
    expect(texts(2)).toEqual(['2 1', '1+2', '1 1 2', '1 2 2', '1+1 2', '1 2+2', '1 2 1', '~1 1 2', '1 ~2 2', '~1 2 1'])
  })

  test.each([3, 4, 5, 6])('of %i deliveries have every permutation but the order of arrival', (count) => {
    const orders = planSchedules(count).filter(({ kind }) => kind === 'order')
    const factorial = Array.from({ length: count }, (_, index) => index + 1).reduce((product, each) => product * each)
    expect(new Set(orders.map(({ steps }) => scheduleText(steps))).size).toBe(factorial - 1)
  })

  test('of many deliveries have each pair in both orders', () => {
    const orders = planSchedules(9)
      .filter(({ kind }) => kind === 'order')
      .map(({ steps }) => steps.flatMap(({ deliveries }) => deliveries))
    expect(orders.length).toBeLessThan(40)
    for (let first = 1; first <= 9; first += 1)
      for (let second = first + 1; second <= 9; second += 1)
        expect(orders.some((order) => order.indexOf(second) < order.indexOf(first))).toBe(true)
  })

  test('of one delivery repeat it and lose its answer', () => {
    expect(texts(1)).toEqual(['1 1', '1+1', '~1 1'])
  })
})

describe('a schedule as text', () => {
  test.each(['2 1', '1 2+2', '~1 2 1', '1+2 3'])('%s is read as it is written', (text) => {
    expect(scheduleText(readSchedule(text, 3) ?? [])).toBe(text)
  })

  test.each(['', '0', '4', '1,2', '~1+2', '1 + 2', 'x'])('"%s" of three deliveries is none', (text) => {
    expect(readSchedule(text, 3)).toBeNull()
  })

  test('without a delivery has the rest as it was', () => {
    expect(scheduleText(withoutDelivery(readSchedule('3 1+2 ~2 2', 3) ?? [], 2))).toBe('3 1')
  })
})

/** The findings for an app whose state is a function of what it was sent. */
async function found(count: number, stateOf: (steps: readonly ScheduleStep[]) => unknown) {
  const flaky: string[] = []
  let now: unknown
  const findings: OrderFinding[] = await searchOrders({
    numbers: inOrder(Array.from({ length: count }, (_, index) => index + 1)).flatMap(({ deliveries }) => deliveries),
    schedules: planSchedules(count),
    observe: async (steps) => (now = stateOf(steps)),
    observeLater: async () => now,
    onPlayed: () => undefined,
    onFinding: () => undefined,
    onFlaky: (schedule) => flaky.push(schedule),
  })
  return { found: findings.map(({ schedule: { kind, steps } }) => `${kind}: ${scheduleText(steps)}`), flaky }
}

const played = (steps: readonly ScheduleStep[]) => steps.flatMap(({ deliveries, cut }) => (cut ? [] : deliveries))

describe('a search', () => {
  test('finds a state that is overwritten by an older event, with only the two events that it needs', async () => {
    const { found: findings } = await found(4, (steps) => ({ state: played(steps).at(-1) === 2 ? 'old' : 'new' }))
    expect(findings.slice(0, 2)).toEqual(['order: 4 2', 'duplicate: 2 4 2'])
  })

  test('finds what is counted twice', async () => {
    const { found: findings } = await found(3, (steps) => ({ count: played(steps).length - numbersOf(steps).length }))
    expect(findings).toEqual(['duplicate: 1 1'])
  })

  test('claims nothing where every schedule ends the same', async () => {
    expect(await found(3, (steps) => ({ all: numbersOf(steps) }))).toEqual({ found: [], flaky: [] })
  })

  test('claims nothing of a schedule that does not end the same each time', async () => {
    let turn = 0
    const { found: findings, flaky } = await found(2, (steps) =>
      steps.some(({ deliveries }) => deliveries.length > 1) ? { turn: (turn += 1) % 2 } : { turn: 0 },
    )
    expect(findings).toEqual([])
    expect(flaky.length).toBeGreaterThan(0)
  })

  test('ends where the order of arrival itself does not end the same each time', async () => {
    let turn = 0
    await expect(found(2, () => ({ turn: (turn += 1) }))).rejects.toBeInstanceOf(FlakyOrder)
  })
})
