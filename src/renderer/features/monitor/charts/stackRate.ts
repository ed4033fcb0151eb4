import type { Verdict } from '../../../../shared/model.ts'
import { rateWords, verdictInList } from './words.ts'
import { spanLabels } from './scales.ts'

/** The rate as currently shown. */
export interface ShownRate {
  stepMs: number
  /** Number of the first span since the epoch. */
  first: number
  /** The oldest first. */
  spans: readonly VerdictCounts[]
}

/** One part of a bar. `y` grows downwards. */
interface RatePart {
  verdict: Verdict
  /** Place of the bar. */
  bar: number
  x: number
  y: number
  width: number
  height: number
}

export interface RateLayout {
  parts: RatePart[]
  /** The base line: proven deliveries are above it, all others below. */
  baseline: number
  /** How far it may hang, px. */
  below: number
  /** Width of a bar's place, its gap included. */
  step: number
  up: CountScale
  /** Null when nothing hangs below. */
  down: CountScale | null
  /** Where a count above the base line stands. */
  yOf(count: number): number
}

/** Minimum height of a part that is not empty, px: one among thousands is visible. */
const least = 2
/** Minimum share of the height for the parts below the line, if there are any. */
const leastBelow = 0.18
const maxBelow = 0.5
/** Their minimum height, px, so that their patterns can be distinguished. */
const leastBelowPx = 12
/** Share of the height below the line where nothing is above it: the line must not look like the top. */
const onlyBelow = 0.75

/** Bars of one count for each span, by verdict, on a common scale. Pure. */
export function stackRate(spans: readonly VerdictCounts[], width: number, height: number): RateLayout {
  const largest = (kinds: readonly Verdict[]) => Math.max(0, ...spans.map((counts) => sumOf(counts, kinds)))
  const [maxProven, maxUnproven] = [largest(provenVerdicts), largest(unprovenVerdicts)]
  const up = countScale(maxProven)
  const down = maxUnproven === 0 ? null : countScale(maxUnproven, 1)
  const below =
    down === null ? 0 : maxProven === 0 ? onlyBelow * height : roomBelow(down.top / (up.top + down.top), height)
  const baseline = height - below
  const step = width / Math.max(1, spans.length)
  const gap = step >= 3 ? 1 : 0
  const parts = spans.flatMap((counts, bar) => {
    const place = { bar, x: bar * step, width: Math.max(0.5, step - gap) }
    const risen = stack(counts, provenVerdicts, baseline / up.top, baseline)
    const hung = down === null ? [] : stack(counts, unprovenVerdicts, below / down.top, below)
    return [
      ...risen.map(({ verdict, from, to }) => ({ verdict, ...place, y: baseline - to, height: to - from })),
      ...hung.map(({ verdict, from, to }) => ({ verdict, ...place, y: baseline + from, height: to - from })),
    ]
  })
  return { parts, baseline, below, step, up, down, yOf: (count) => baseline - (count / up.top) * baseline }
}

function roomBelow(share: number, height: number): number {
  return Math.min(maxBelow * height, Math.max(leastBelow * height, leastBelowPx, share * height))
}

function sumOf(counts: VerdictCounts, kinds: readonly Verdict[]): number {
  return kinds.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
}

/** Parts one on the other, as distances from the base line, never beyond the room that there is. */
function stack(
  counts: VerdictCounts,
  kinds: readonly Verdict[],
  unit: number,
  room: number,
): { verdict: Verdict; from: number; to: number }[] {
  const heights = kinds.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count === 0 ? [] : [{ verdict, height: Math.max(least, count * unit) }]
  })
  const total = heights.reduce((sum, { height }) => sum + height, 0)
  const fit = total > room ? room / total : 1
  let from = 0
  return heights.map(({ verdict, height }) => {
    const to = from + height * fit
    const part = { verdict, from, to }
    from = to
    return part
  })
}

/** One path for all parts of a verdict: a chart is a few elements, however many bars it has. Pure. */
export function pathOf(parts: readonly RatePart[], verdict: Verdict): string {
  return parts
    .filter((part) => part.verdict === verdict)
    .map(({ x, y, width, height }) => `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`)
    .join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A scale of counts from 0 upwards, with round numbers at its ticks. */
interface CountScale {
  /** The largest number that the scale holds. */
  top: number
  /** From 0 to `top`. */
  ticks: number[]
}

/** The smallest scale of a few round steps that holds a count. Whole numbers only. Pure. */
export function countScale(largest: number, steps = 2): CountScale {
  const step = roundUp(Math.max(1, largest / steps))
  const count = Math.max(1, Math.ceil(largest / step))
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, place) => place * step) }
}

/** 1, 2, 3, 4, 5, 6, 8, 10, 20 ... : the first that is no smaller. */
function roundUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value))
  for (const factor of [1, 2, 3, 4, 5, 6, 8]) if (factor * decade >= value) return Math.ceil(factor * decade)
  return 10 * decade
}

/** Verdicts above a chart's base line, from the line outwards: the sender is proven. */
export const provenVerdicts = ['valid', 'valid-previous'] as const satisfies readonly Verdict[]

/** Verdicts below it, from the line outwards. */
export const unprovenVerdicts = [
  'invalid',
  'malformed',
  'unsigned',
  'cannot-tell',
  'no-secret',
] as const satisfies readonly Verdict[]

/** How many deliveries of each verdict there are; a verdict without any may be left out. */
export type VerdictCounts = Partial<Record<Verdict, number>>

export function countAll(counts: VerdictCounts): number {
  let total = 0
  for (const count of Object.values(counts)) total += count
  return total
}

/** Several counts together. Pure. */
export function sumCounts(all: Iterable<VerdictCounts>): VerdictCounts {
  const sum: VerdictCounts = {}
  for (const counts of all) {
    for (const verdict of [...provenVerdicts, ...unprovenVerdicts]) {
      const count = counts[verdict] ?? 0
      if (count > 0) sum[verdict] = (sum[verdict] ?? 0) + count
    }
  }
  return sum
}

/** "11 valid, 1 invalid". */
export function holdsText(counts: VerdictCounts): string {
  const parts = [...provenVerdicts, ...unprovenVerdicts].flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count === 0 ? [] : [rateWords.part(count, verdictInList[verdict])]
  })
  return rateWords.holds(countAll(counts), parts)
}

/** "14:05 to 14:06" of spans by their numbers. */
export function spanText({ stepMs }: ShownRate, spans: { first: number; last: number }, now: number): string {
  return rateWords.between(...spanLabels(spans.first * stepMs, (spans.last + 1) * stepMs, stepMs, now))
}

/** The counts of the spans together. */
export function chosenCounts(rate: ShownRate, chosen: { first: number; last: number }): VerdictCounts {
  return sumCounts(rate.spans.slice(Math.max(0, chosen.first - rate.first), Math.max(0, chosen.last - rate.first + 1)))
}

/** The text for screen readers: the span pointed at, and the chosen ones. */
export function spokenText(
  rate: ShownRate,
  cursor: number | null,
  chosen: { first: number; last: number } | null,
  now: number,
  all: string,
): string {
  if (cursor === null) return all
  const counts = rate.spans[cursor - rate.first] ?? {}
  const point = rateWords.at(spanText(rate, { first: cursor, last: cursor }, now), holdsText(counts))
  if (chosen === null || chosen.first === chosen.last) return point
  return point + rateWords.chosenSpoken(spanText(rate, chosen, now), countAll(chosenCounts(rate, chosen)))
}
