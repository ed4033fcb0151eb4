import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type DeliveryFilter, matchesFields } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { Rate } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { liveRateKey } from '../../../data/state/queries.ts'
import { useNow } from '../../../ui/basics/Time.tsx'
import type { Problem } from '../../../data/wire/problem.ts'
import { type RateRangeId, rateRanges, freshDeliveries } from './rateRanges.ts'
import type { ShownRate, VerdictCounts } from './stackRate.ts'
import type { AppStore } from '../../../data/state/appStore.ts'

export interface LiveRate {
  /** Undefined until the engine has answered. */
  shown: ShownRate | undefined
  error: Problem | null
  reload(this: void): void
}

/** Above this many unindexed deliveries the feed alone is not enough, and the engine is polled at this interval, ms. */
const farBehind = 1000
const catchUpMs = 3000
/** Maximum interval between moves of the shown time range, ms. */
const longestStep = 5000

/**
 * Counts the deliveries of an environment (null: of all of them) that match a filter, by time. Asks the engine once, then
 * keeps counting from the feed.
 */
export function useRate(environmentId: string | null, rangeId: RateRangeId, filter: DeliveryFilter): LiveRate {
  const { store, calls } = useApp()
  const range = rateRanges[rangeId]
  const filterText = formatDeliveryFilter(filter)
  const now = useNow(Math.min(range.stepMs, longestStep))
  const { data, error, refetch } = useQuery({
    queryKey: [...liveRateKey, { environmentId, rangeId, filterText }],
    queryFn: async (context) => {
      const { first, last } = shownSpans(range, Date.now())
      const iso = (span: number) => new Date(span * range.stepMs).toISOString()
      const span = { from: iso(first), to: iso(last + 1), buckets: last - first + 1 }
      const asked = {
        ...(environmentId === null ? {} : { environment: environmentId }),
        ...span,
        ...(filterText === '' ? {} : { filter: filterText }),
      }
      return calls.rates.queryOptions({ input: asked }).queryFn(context)
    },
    refetchInterval: ({ state }) => ((state.data?.behind ?? 0) > farBehind ? catchUpMs : false),
    // Counting begins again from each answer, also from one that is the same.
    structuralSharing: false,
  })
  const reload = useCallback(() => void refetch(), [refetch])
  const [live, setLive] = useState<{ answer: Rate; counts: RateCounts; at: number } | null>(null)
  useEffect(() => {
    if (data === undefined) return undefined
    const belongs = (delivery: DeliverySummary) =>
      (environmentId === null || delivery.environmentId === environmentId) && matchesFields(filter, delivery)
    return followRate(store, belongs, data, {
      publish: (counts) => setLive({ answer: data, counts, at: Date.now() }),
      lost: reload,
    })
  }, [store, environmentId, filter, data, reload])

  const counts = useMemo(() => {
    if (data === undefined) return undefined
    return live?.answer === data ? live.counts : countsOfRate(data)
  }, [data, live])
  const shown = useMemo(() => {
    if (counts === undefined || counts.stepMs !== range.stepMs) return undefined
    const window = shownSpans(range, Math.max(now, live?.at ?? 0))
    return { stepMs: counts.stepMs, first: window.first, spans: countsFrom(counts, window) }
  }, [counts, range, now, live])
  return { shown, error, reload }
}

/** Minimum interval between redraws of the chart, ms. */
const calmMs = 500
/** Delay before asking the engine again after the feed overflowed, ms: its index may have to catch up. */
const askAgainMs = 2000

interface RateListener {
  publish(counts: RateCounts): void
  /** Deliveries may have been missed between two states of the feed: the engine has to be asked again. */
  lost(this: void): void
}

/**
 * Adds new deliveries from the feed to an answer of the engine, and publishes the counts throttled. Returns a function that stops.
 * @param belongs whether a delivery matches the request to the engine
 */
function followRate(
  store: AppStore,
  belongs: (delivery: DeliverySummary) => boolean,
  answer: Rate,
  listener: RateListener,
): () => void {
  let counts = countsOfRate(answer)
  let published = counts
  let seen: unknown = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const publish = () => {
    timer = undefined
    if (published.spans === counts.spans) return
    counts = forgetBefore(counts, spanAt(Date.now(), counts.stepMs) - answer.buckets.length)
    published = counts
    listener.publish(counts)
  }
  const take = () => {
    const { feed } = store.getState()
    if (feed.window === seen) return
    seen = feed.window
    const { fresh, newest, isTorn } = freshDeliveries(feed, counts.upTo)
    if (isTorn) {
      stop()
      timer = setTimeout(listener.lost, askAgainMs)
      return
    }
    counts = addArrivals(counts, fresh.filter(belongs), newest)
    if (counts.spans !== published.spans) timer ??= setTimeout(publish, calmMs)
  }
  const unsubscribe = store.subscribe(take)
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  take()
  return stop
}

/**
 * Number of deliveries in each span of time. Spans are numbered since the epoch, so that a span keeps its number, and its
 * selection, while time moves on.
 */
interface RateCounts {
  stepMs: number
  /** By number of the span; spans without any may be left out. */
  spans: ReadonlyMap<number, VerdictCounts>
  /** Deliveries up to this id are counted. */
  upTo: string
}

function spanAt(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs)
}

/** Numbers of the first and last span shown now. Pure. */
export function shownSpans(range: { spanMs: number; stepMs: number }, now: number): { first: number; last: number } {
  const last = spanAt(now, range.stepMs)
  return { first: last - Math.round(range.spanMs / range.stepMs) + 1, last }
}

/** Converts the engine's answer, which covers whole spans, into counts by span. Pure. */
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

/** Adds new deliveries to the counts. Pure. */
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

/** Drops spans before the first one shown. Pure. */
export function forgetBefore(counts: RateCounts, first: number): RateCounts {
  const kept = [...counts.spans].filter(([span]) => span >= first)
  return kept.length === counts.spans.size ? counts : { ...counts, spans: new Map(kept) }
}

/** Counts of the shown spans, the oldest first. Pure. */
export function countsFrom(counts: RateCounts, { first, last }: { first: number; last: number }): VerdictCounts[] {
  return Array.from({ length: last - first + 1 }, (_, place) => counts.spans.get(first + place) ?? {})
}
