import { array, assert, constantFrom, double, integer, property } from 'fast-check'
import { type ClockDetail, formatClock, formatDay } from '../../../src/renderer/text/format.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countScale } from '../../../src/renderer/features/monitor/charts/stackRate.ts'
import {
  fitLabels,
  logScale,
  momentLabel,
  placeMarks,
  spanLabels,
  timeLabel,
  timeTicks,
} from '../../../src/renderer/features/monitor/charts/scales.ts'

const zone = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const hour = 3_600_000

describe('a scale of counts', () => {
  it('holds the largest in whole, equal steps, and wastes less than half of it', () => {
    assert(
      property(integer({ min: 0, max: 10_000_000 }), integer({ min: 1, max: 5 }), (largest, steps) => {
        const { top, ticks } = countScale(largest, steps)
        expect(top).toBeGreaterThanOrEqual(Math.max(1, largest))
        expect(top).toBeLessThanOrEqual(Math.max(steps, 2 * largest))
        expect(ticks.length).toBeLessThanOrEqual(steps + 1)
        expect([ticks[0], ticks.at(-1)]).toEqual([0, top])
        expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
        expect(new Set(ticks.slice(1).map((tick, place) => tick - (ticks[place] ?? 0))).size).toBe(1)
      }),
    )
  })
})

describe('a scale of durations', () => {
  it('keeps order, stays within its ends, and begins and ends at a duration that people know', () => {
    assert(
      property(array(double({ min: -10, max: 1e9, noNaN: true }), { maxLength: 30 }), (values) => {
        const { from, to, ticks, place } = logScale(values)
        expect(from).toBeLessThan(to)
        expect([ticks[0], ticks.at(-1)]).toEqual([from, to])
        const places = values.toSorted((a, b) => a - b).map(place)
        expect(places.every((at) => at >= 0 && at <= 1)).toBe(true)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })

  it('is as short as it can be, also for one value, for none, and for times of less than nothing', () => {
    expect(logScale([3, 40]).ticks).toEqual([1, 10, 100])
    expect(logScale([10]).ticks).toEqual([10, 100])
    expect(logScale([]).ticks).toEqual([1, 10])
    expect(logScale([-5, 0]).place(-5)).toBe(0)
    expect(logScale([1, 100]).place(10)).toBeCloseTo(0.5)
    expect(logScale([2000, 90_000]).ticks).toEqual([1000, 10_000, 60_000, 600_000])
  })
})

describe('the ticks of a time axis', () => {
  it('are few, in order, within the span, and at least as far apart as they say, but for changes of the clock', () => {
    const begin = Date.parse('2026-01-01T00:00:00Z')
    const spans = constantFrom(1, 900, 60_000, hour, 5 * hour, 24 * hour, 30 * 24 * hour, 900 * 24 * hour)
    assert(
      property(integer({ min: 0, max: 365 * 24 * hour }), spans, integer({ min: 2, max: 12 }), (offset, span, most) => {
        const { at, distance } = timeTicks(begin + offset, begin + offset + span, most)
        expect(at.length).toBeLessThanOrEqual(most)
        expect(at.every((tick) => tick >= begin + offset && tick <= begin + offset + span)).toBe(true)
        for (const [place, tick] of at.slice(1).entries()) {
          expect(tick - (at[place] ?? 0)).toBeGreaterThanOrEqual(Math.min(distance, hour) / 2)
        }
      }),
    )
  })

  it('stand at round moments of local time, through the night in which the clock is put back', () => {
    const from = Date.parse('2026-10-24T22:30:00Z')
    const { at, distance } = timeTicks(from, from + 24 * hour, 5)
    expect(at.map((tick) => new Date(tick).getHours())).toEqual([6, 12, 18])
    expect(at.map((tick) => timeLabel(tick, distance))).toEqual(at.map((tick) => formatClock(tick, 'minute')))
    const days = timeTicks(from, from + 4 * 24 * hour, 4)
    expect(days.at.map((tick) => timeLabel(tick, days.distance))).toEqual(
      ['2026-10-26', '2026-10-27', '2026-10-28'].map((date) => formatDay(`${date}T12:00`)),
    )
  })

  it('have labels that stay on the axis and do not touch each other', () => {
    const spans = constantFrom(1, 40, 1700, 60_000, hour, 24 * hour, 30 * 24 * hour)
    assert(
      property(
        integer({ min: 0, max: 365 * 24 * hour }),
        spans,
        integer({ min: 120, max: 1200 }),
        (from, span, width) => {
          const labels = fitLabels(from, from + span, width).filter(({ label }) => label !== '')
          for (const [place, { label, labelX }] of labels.entries()) {
            const end = labelX + label.length * 6
            expect(labelX).toBeGreaterThanOrEqual(0)
            expect(end).toBeLessThanOrEqual(width)
            expect(labels[place + 1]?.labelX ?? Infinity).toBeGreaterThan(end)
          }
        },
      ),
    )
  })

  it('are labelled as exactly as they need to be, with the day where it begins', () => {
    const midnight = new Date('2026-03-01T23:00:00Z').getTime()
    const clock = (at: number, detail: ClockDetail = 'minute') => formatClock(at, detail)
    const day = (at: number) => formatDay(at)
    expect(timeLabel(midnight, 3 * hour)).toBe(day(midnight))
    expect(timeLabel(midnight, 1000)).toBe(clock(midnight, 'second'))
    expect(timeLabel(midnight + 500, 500)).toBe(clock(midnight + 500, 1))
    expect(momentLabel(midnight, hour, midnight + hour)).toBe(clock(midnight))
    expect(momentLabel(midnight, hour, midnight + 30 * hour)).toBe(`${day(midnight)} ${clock(midnight)}`)
    expect(spanLabels(midnight - hour, midnight, hour, midnight)).toEqual([
      `${day(midnight - hour)} ${clock(midnight - hour)}`,
      clock(midnight),
    ])
  })
})

describe('marks on a line', () => {
  it('keep their order and their distance, and stay on the line', () => {
    const places = array(double({ min: 0, max: 500, noNaN: true }), { maxLength: 60 })
    assert(
      property(places, integer({ min: 1, max: 40 }), (unordered, gap) => {
        const wanted = unordered.toSorted((a, b) => a - b)
        const placed = placeMarks(wanted, 500, gap)
        expect(placed).toHaveLength(wanted.length)
        const least = wanted.length < 2 ? 0 : Math.min(gap, 500 / (wanted.length - 1))
        for (const [index, place] of placed.entries()) {
          expect(place).toBeGreaterThanOrEqual(-1e-6)
          expect(place).toBeLessThanOrEqual(500 + 1e-6)
          if (index > 0) expect(place - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(least - 1e-6)
        }
      }),
    )
  })

  it('stand where they belong when there is room, and around the middle of it when there is none', () => {
    expect(placeMarks([10, 50, 100], 200, 18)).toEqual([10, 50, 100])
    expect(placeMarks([100, 100, 100], 200, 20)).toEqual([80, 100, 120])
    expect(placeMarks([0, 0], 200, 20)).toEqual([0, 20])
    expect(placeMarks([], 200, 20)).toEqual([])
  })
})
