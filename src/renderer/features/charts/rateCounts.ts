import type { DeliverySummary } from '../../../shared/model.ts'
import type { Rate } from '../../../shared/wireTypes.ts'
import type { VerdictCounts } from './verdictOrder.ts'

/**
 * How many deliveries came in each span of time. Spans are numbered since the epoch, so that one keeps its number, and what
 * is chosen of it, while time moves on.
 */
export interface RateCounts {
  stepMs: number
  /** By number of the span; spans without any may be left out. */
  spans: ReadonlyMap<number, VerdictCounts>
  /** Deliveries up to this id are counted. */
  upTo: string
}

export function spanAt(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs)
}

/** The numbers of the first and the last span that are shown now. Pure. */
export function shownSpans(range: { spanMs: number; stepMs: number }, now: number): { first: number; last: number } {
  const last = spanAt(now, range.stepMs)
  return { first: last - Math.round(range.spanMs / range.stepMs) + 1, last }
}

/** What the engine counted, by span. It was asked for whole spans. Pure. */
export function countsOfRate({ from, stepMs, buckets, upTo }: Rate): RateCounts {
  const first = Math.round(Date.parse(from) / stepMs)
  return {
    stepMs,
    spans: new Map(
      buckets.flatMap(({ total, byVerdict }, place) => (total === 0 ? [] : [[first + place, byVerdict] as const])),
    ),
    upTo,
  }
}

/** Counts in what came since. Pure. */
export function addArrivals(
  counts: RateCounts,
  arrivals: readonly Pick<DeliverySummary, 'id' | 'receivedAt' | 'verdict'>[],
  upTo: string,
): RateCounts {
  if (arrivals.length === 0) return upTo === counts.upTo ? counts : { ...counts, upTo }
  const spans = new Map(counts.spans)
  for (const { receivedAt, verdict } of arrivals) {
    const span = spanAt(Date.parse(receivedAt), counts.stepMs)
    const before = spans.get(span) ?? {}
    spans.set(span, { ...before, [verdict]: (before[verdict] ?? 0) + 1 })
  }
  return { ...counts, spans, upTo }
}

/** Lets go of spans that lie before the first one that is shown. Pure. */
export function forgetBefore(counts: RateCounts, first: number): RateCounts {
  const kept = [...counts.spans].filter(([span]) => span >= first)
  return kept.length === counts.spans.size ? counts : { ...counts, spans: new Map(kept) }
}

/** The counts of the spans that are shown, the oldest first. Pure. */
export function countsFrom(counts: RateCounts, { first, last }: { first: number; last: number }): VerdictCounts[] {
  return Array.from({ length: last - first + 1 }, (_, place) => counts.spans.get(first + place) ?? {})
}
