import { rateWords, verdictInList } from './words.ts'
import { spanLabels } from './timeLabels.ts'
import type { ShownRate } from './useRate.ts'
import { countAll, provenVerdicts, sumCounts, unprovenVerdicts, type VerdictCounts } from './verdictOrder.ts'

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

/** What the spans hold together. */
export function chosenCounts(rate: ShownRate, chosen: { first: number; last: number }): VerdictCounts {
  return sumCounts(rate.spans.slice(Math.max(0, chosen.first - rate.first), Math.max(0, chosen.last - rate.first + 1)))
}

/** What a screen reader says of the span that is pointed at, and of those that are chosen. */
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
