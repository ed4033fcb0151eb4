import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chosenSpans,
  moveCursor,
  noBrush,
  pointAt,
  pressAt,
} from '../../../src/renderer/features/monitor/charts/RateGraph.tsx'
import { countedFilter } from '../../../src/renderer/features/monitor/charts/RateChart.tsx'
import { spanOf, withSpan } from '../../../src/renderer/features/monitor/charts/RateChart.tsx'
import { freshDeliveries } from '../../../src/renderer/features/monitor/charts/rateRanges.ts'
import {
  addArrivals,
  countsFrom,
  countsOfRate,
  forgetBefore,
  shownSpans,
} from '../../../src/renderer/features/monitor/charts/useRate.ts'
import { percentOf, shareParts } from '../../../src/renderer/features/monitor/charts/RateSection.tsx'
import { pathOf, stackRate, provenVerdicts } from '../../../src/renderer/features/monitor/charts/stackRate.ts'
import { parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../src/shared/filter/formatDeliveryFilter.ts'
import { verdicts } from '../../../src/shared/codes/signature/verdicts.ts'
import { isVerified } from '../../../src/shared/model.ts'
import { aDelivery } from '../state/builders.ts'

const count = integer({ min: 0, max: 100_000 })
const counts = record(Object.fromEntries(verdicts.map((verdict) => [verdict, count])), { requiredKeys: [] })

describe('bars of deliveries over time', () => {
  it('never leave the chart, keep proven ones above the line and all others below, and show what there is', () => {
    assert(
      property(array(counts, { minLength: 1, maxLength: 120 }), integer({ min: 60, max: 900 }), (spans, width) => {
        const { parts, baseline } = stackRate(spans, width, 100)
        const present = spans.flatMap((span) => Object.values(span).filter((value = 0) => value > 0))
        expect(parts).toHaveLength(present.length)
        for (const { verdict, x, y, width: wide, height } of parts) {
          expect(height).toBeGreaterThan(0)
          expect(x + wide).toBeLessThanOrEqual(width + 0.01)
          if (isVerified(verdict)) expect(y + height).toBeLessThanOrEqual(baseline + 0.01)
          else expect(y).toBeGreaterThanOrEqual(baseline - 0.01)
          expect(y).toBeGreaterThanOrEqual(-0.01)
          expect(y + height).toBeLessThanOrEqual(100.01)
        }
      }),
    )
  })

  it('are the same for the same, one for one, and none for nothing', () => {
    const same = stackRate(
      Array.from({ length: 50 }, () => ({ valid: 7 })),
      500,
      100,
    )
    expect(new Set(same.parts.map(({ y, height }) => `${y} ${height}`)).size).toBe(1)
    expect(stackRate([{}, { valid: 1 }, {}], 300, 100).parts).toEqual([
      { verdict: 'valid', bar: 1, x: 100, y: 0, width: 99, height: 100 },
    ])
    const nothing = stackRate([{}, {}], 300, 100)
    expect(nothing.parts).toEqual([])
    expect(pathOf(nothing.parts, 'valid')).toBe('')
    expect(stackRate([], 0, 100).parts).toEqual([])
  })

  it('show one invalid delivery among a hundred thousand valid ones', () => {
    const { parts } = stackRate([{ valid: 100_000, invalid: 1 }], 300, 48)
    expect(parts.find(({ verdict }) => verdict === 'invalid')?.height).toBeGreaterThanOrEqual(2)
  })
})

describe('what comes after an answer of the engine', () => {
  const answer = {
    from: '2026-03-01T12:00:00.000Z',
    to: '2026-03-01T12:01:00.000Z',
    stepMs: 10_000,
    buckets: Array.from({ length: 6 }, (_, place) => ({
      at: new Date(Date.parse('2026-03-01T12:00:00.000Z') + place * 10_000).toISOString(),
      total: place === 5 ? 2 : 0,
      byVerdict: place === 5 ? { valid: 2 } : {},
    })),
    upTo: '7',
    behind: 0,
  }

  it('is counted in at its own time, and the window moves on', () => {
    const start = countsOfRate(answer)
    const came = [
      { id: '8', receivedAt: '2026-03-01T12:00:59.999Z', verdict: 'valid' as const },
      { id: '9', receivedAt: '2026-03-01T12:01:00.000Z', verdict: 'invalid' as const },
    ]
    const after = addArrivals(start, came, '9')
    const window = shownSpans({ spanMs: 60_000, stepMs: 10_000 }, Date.parse('2026-03-01T12:01:05.000Z'))
    expect(countsFrom(after, window)).toEqual([{}, {}, {}, {}, { valid: 3 }, { invalid: 1 }])
    expect(after.upTo).toBe('9')
    expect(start.spans.size).toBe(1)
    expect(addArrivals(after, [], '9')).toBe(after)
    expect(forgetBefore(after, window.last).spans.size).toBe(1)
    expect(forgetBefore(after, 0)).toBe(after)
  })

  it('counted one by one is what counting all at once finds', () => {
    const arrival = record({ second: integer({ min: 0, max: 120 }), verdict: constantFrom(...verdicts) })
    assert(
      property(array(arrival, { maxLength: 40 }), (all) => {
        const came = all.map(({ second, verdict }, place) => ({
          id: String(8 + place),
          receivedAt: new Date(Date.parse(answer.from) + second * 1000).toISOString(),
          verdict,
        }))
        const upTo = came.at(-1)?.id ?? '7'
        const oneByOne = came.reduce((now, one) => addArrivals(now, [one], one.id), countsOfRate(answer))
        expect(oneByOne).toEqual(addArrivals(countsOfRate(answer), came, upTo))
      }),
    )
  })

  it('is computed from what was counted, and a gap is seen', () => {
    const window = [5, 4, 3].map((id) => aDelivery(id))
    expect(freshDeliveries({ window, next: null }, '3').fresh.map(({ id }) => id)).toEqual(['5', '4'])
    expect(freshDeliveries({ window, next: '3' }, '2')).toMatchObject({ newest: '5', isTorn: false })
    expect(freshDeliveries({ window, next: '3' }, '1').isTorn).toBe(true)
    expect(freshDeliveries({ window, next: null }, '0').isTorn).toBe(false)
    expect(freshDeliveries({ window: [], next: null }, '0')).toEqual({ fresh: [], newest: '0', isTorn: false })
    expect(freshDeliveries({ window, next: '3' }, '9')).toEqual({ fresh: [], newest: '9', isTorn: false })
  })
})

describe('choosing a part of the time', () => {
  const shown = { first: 100, last: 159 }

  it('by keyboard begins at the newest span and never leaves what is shown', () => {
    const first = moveCursor(noBrush, shown, -1, false)
    expect(first).toEqual({ cursor: 159, anchor: null })
    const chosen = [1, 2, 3].reduce((brush) => moveCursor(brush, shown, -1, true), first)
    expect(chosenSpans(chosen)).toEqual({ first: 156, last: 159 })
    expect(chosenSpans(moveCursor(chosen, shown, -Infinity, true))).toEqual({ first: 100, last: 159 })
    expect(chosenSpans(moveCursor(chosen, shown, 1, false))).toBeNull()
    expect(moveCursor(noBrush, shown, -Infinity, false).cursor).toBe(100)
  })

  it('by pointer goes both ways; without a press it only points', () => {
    expect(pointAt(noBrush, shown, 120, false)).toEqual({ cursor: 120, anchor: null })
    const pressed = pressAt(120, shown)
    expect(chosenSpans(pointAt(pressed, shown, 110, true))).toEqual({ first: 110, last: 120 })
    expect(chosenSpans(pointAt(pressed, shown, 900, true))).toEqual({ first: 120, last: 159 })
  })
})

describe('the words of a span of time', () => {
  const span = { after: '2026-03-01T12:00:00.000Z', before: '2026-03-01T12:05:00.000Z' }

  it('take the place of the ones before, and leave all others as they were typed', () => {
    const filter = 'verdict:invalid "after: all" -before:2026-01-01 nonsense: before:2h'
    const narrowed = withSpan(filter, span)
    expect(narrowed).toBe(
      'verdict:invalid "after: all" -before:2026-01-01 nonsense: after:2026-03-01T12:00:00.000Z before:2026-03-01T12:05:00.000Z',
    )
    expect(withSpan(narrowed, null)).toBe('verdict:invalid "after: all" -before:2026-01-01 nonsense:')
    expect(withSpan('', span)).toBe(withSpan(withSpan('', span), span))
  })

  it('are read by the filter as the same moments', () => {
    const now = Date.parse('2026-03-01T13:00:00.000Z')
    const { filter, problem } = parseDeliveryFilter(withSpan('type:Payment', span), now)
    expect(problem).toBeNull()
    expect(filter.terms.map(({ key, at }) => [key, at])).toEqual([
      ['type', null],
      ['after', Date.parse(span.after)],
      ['before', Date.parse(span.before)],
    ])
    expect(spanOf(withSpan('', span), now)).toEqual({ after: Date.parse(span.after), before: Date.parse(span.before) })
    expect(spanOf('after:10m -before:1m', now)).toEqual({ after: now - 600_000, before: null })
    expect(spanOf('words', now)).toEqual({ after: null, before: null })
  })
})

describe('the shares of verdicts', () => {
  it('fill the bar, in order, none too thin to be hit', () => {
    assert(
      property(counts, integer({ min: 200, max: 900 }), (all, width) => {
        const parts = shareParts(all, width)
        expect(parts.map(({ verdict }) => verdict).toSorted()).toEqual(
          verdicts.filter((verdict) => (all[verdict] ?? 0) > 0).toSorted(),
        )
        for (const [place, { x, width: wide }] of parts.entries()) {
          expect(wide).toBeGreaterThanOrEqual(6)
          const before = parts[place - 1]
          if (before !== undefined) expect(x).toBeGreaterThan(before.x + before.width)
        }
        const last = parts.at(-1)
        if (last !== undefined) expect(last.x + last.width).toBeCloseTo(width)
        const proven = parts.filter(({ verdict }) => isVerified(verdict))
        expect(parts.slice(0, proven.length)).toEqual(proven)
        expect(proven.length).toBeLessThanOrEqual(provenVerdicts.length)
      }),
    )
  })

  it('never read as nothing, or as all of it, when they are not', () => {
    expect(percentOf(1, 100_000)).toBe('<0.1 %')
    expect(percentOf(99_999, 100_000)).toBe('>99.9 %')
    expect(percentOf(5, 5)).toBe('100 %')
    expect(percentOf(1, 3)).toBe('33 %')
    expect(percentOf(1, 40)).toBe('2.5 %')
  })
})

describe('the filter of the chart', () => {
  it('counts by what never changes, shows the time instead of counting by it, and says what it leaves out', () => {
    const { filter, leftOut } = countedFilter('type:Payment -verdict:valid after:10m status:failed refund')
    expect(formatDeliveryFilter(filter)).toBe('type:Payment -verdict:valid')
    expect(leftOut).toBe('status:failed refund')
    expect(countedFilter('')).toEqual({ filter: { terms: [] }, leftOut: '' })
  })
})
