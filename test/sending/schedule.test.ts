import { expect, test } from 'vitest'
import { scheduleOf } from '../../src/engine/sending/schedule.ts'
import { readMoment } from '../../src/shared/signature/signingMoment.ts'

const plan = { moments: [0], count: 1, ratePerSecond: undefined, speed: 'none' as const, shuffle: false }
const noChance = () => {
  throw new Error('Nothing is left to chance.')
}

test('one request is due at once, and several without a rate are all due at once', () => {
  expect(scheduleOf(plan, noChance)).toEqual([{ item: 0, afterMs: 0 }])
  expect(scheduleOf({ ...plan, count: 3 }, noChance).map(({ afterMs }) => afterMs)).toEqual([0, 0, 0])
})

test('a rate spreads them evenly', () => {
  expect(scheduleOf({ ...plan, count: 4, ratePerSecond: 20 }, noChance).map(({ afterMs }) => afterMs)).toEqual([
    0, 50, 100, 150,
  ])
})

test('stored deliveries keep their order and distances, or come so many times faster', () => {
  const moments = [1000, 1400, 3000]
  expect(scheduleOf({ ...plan, moments, speed: 1 }, noChance)).toEqual([
    { item: 0, afterMs: 0 },
    { item: 1, afterMs: 400 },
    { item: 2, afterMs: 2000 },
  ])
  expect(scheduleOf({ ...plan, moments, speed: 10 }, noChance).map(({ afterMs }) => afterMs)).toEqual([0, 40, 200])
  expect(scheduleOf({ ...plan, moments, speed: 'none' }, noChance).map(({ afterMs }) => afterMs)).toEqual([0, 0, 0])
})

test('a second round begins as long after the first as the items are apart', () => {
  const steps = scheduleOf({ ...plan, moments: [0, 100, 200], speed: 1, count: 2 }, noChance)
  expect(steps.map(({ afterMs }) => afterMs)).toEqual([0, 100, 200, 300, 400, 500])
  expect(steps.map(({ item }) => item)).toEqual([0, 1, 2, 0, 1, 2])
})

test('shuffled, every item is still sent as often as wanted, and the moments stay', () => {
  const moments = Array.from({ length: 50 }, (_, place) => place * 10)
  const steps = scheduleOf({ ...plan, moments, speed: 1, count: 2, shuffle: true }, () => 0.3)
  expect(steps.map(({ item }) => item).toSorted((a, b) => a - b)).toEqual(
    [...moments.keys(), ...moments.keys()].toSorted((a, b) => a - b),
  )
  expect(steps.map(({ item }) => item)).not.toEqual([...moments.keys(), ...moments.keys()])
  expect(steps.map(({ afterMs }) => afterMs)).toEqual(steps.map(({ afterMs }) => afterMs).toSorted((a, b) => a - b))
})

test.each([
  ['now', 1_000_000],
  ['-10m', 400_000],
  ['+2h', 8_200_000],
  ['-1d', -85_400_000],
  ['1531420618', 1_531_420_618_000],
  ['2026-11-23T10:00:00Z', Date.UTC(2026, 10, 23, 10)],
  ['2026-11-23T10:00:00.500+01:00', Date.UTC(2026, 10, 23, 9, 0, 0, 500)],
  ['yesterday', null],
  ['2026-11-23', null],
  ['10m', null],
  ['', null],
])('the moment %j', (text, at) => {
  expect(readMoment(text, 1_000_000)).toBe(at)
})
