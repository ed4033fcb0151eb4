import { useEffect, useMemo, useState } from 'react'
import { type DeliveryFilter, matchesFields } from '../../../shared/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import type { Rate } from '../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import { useNow } from '../../ui/useNow.ts'
import { useSettled } from '../../ui/useSettled.ts'
import type { Problem } from '../../data/wire/problem.ts'
import { type RateRangeId, rateRanges } from './rateRanges.ts'
import type { VerdictCounts } from './verdictOrder.ts'
import type { AppStore } from '../../data/state/appStore.ts'
import { freshDeliveries } from './freshDeliveries.ts'

/** The rate as it is shown at a moment. */
export interface ShownRate {
  stepMs: number
  /** Number of the first span since the epoch. */
  first: number
  /** The oldest first. */
  spans: readonly VerdictCounts[]
}

export interface LiveRate {
  /** Undefined until the engine has answered. */
  shown: ShownRate | undefined
  problem: Problem | null
  reload(this: void): void
}

/** While the index is so far behind, what it adds is no news, and the engine is asked again after so long, ms. */
const farBehind = 1000
const catchUpMs = 3000
/** Counts again after changed verdicts at most this often, ms. */
const countAgainMs = 1000
/** The shown spans move on at least so often, ms. */
const longestStep = 5000

/**
 * How many deliveries of an environment (null: of all of them) that fit a filter came when: asked for once, then counted on from the feed while
 * time moves.
 */
export function useRate(environmentId: string | null, rangeId: RateRangeId, filter: DeliveryFilter): LiveRate {
  const { store, client } = useApp()
  const range = rateRanges[rangeId]
  const filterText = formatDeliveryFilter(filter)
  const now = useNow(Math.min(range.stepMs, longestStep))
  // A check of stored deliveries reports changed verdicts many times a second.
  const version = useSettled(
    useAppState(({ feed }) => `${feed.epoch} ${feed.verdictChanges}`),
    countAgainMs,
  )
  const { data, problem, reload } = useLoad(
    `${environmentId} ${rangeId} ${filterText}`,
    async (signal) => {
      const { first, last } = shownSpans(range, Date.now())
      const iso = (span: number) => new Date(span * range.stepMs).toISOString()
      const span = { from: iso(first), to: iso(last + 1), buckets: last - first + 1 }
      const asked = {
        ...(environmentId === null ? {} : { environment: environmentId }),
        ...span,
        ...(filterText === '' ? {} : { filter: filterText }),
      }
      return client.rates(asked, { signal })
    },
    version,
  )
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

  const isBehind = (data?.behind ?? 0) > farBehind
  useEffect(() => {
    if (!isBehind) return undefined
    const timer = setInterval(reload, catchUpMs)
    return () => clearInterval(timer)
  }, [isBehind, reload])

  const counts = useMemo(() => {
    if (data === undefined) return undefined
    return live?.answer === data ? live.counts : countsOfRate(data)
  }, [data, live])
  const shown = useMemo(() => {
    if (counts === undefined || counts.stepMs !== range.stepMs) return undefined
    const window = shownSpans(range, Math.max(now, live?.at ?? 0))
    return { stepMs: counts.stepMs, first: window.first, spans: countsFrom(counts, window) }
  }, [counts, range, now, live])
  return { shown, problem, reload }
}

/** In a rush the chart is drawn again at most this often, ms. */
const calmMs = 500
/** Where more came than can be counted here, the engine is asked after so long, ms: its index may have to catch up. */
const askAgainMs = 2000

interface RateListener {
  publish(counts: RateCounts): void
  /** More came than could be counted here: the engine has to be asked again. */
  lost(this: void): void
}

/**
 * Counts what comes after an answer of the engine, from what the feed reports, and publishes it at a calm pace. Returns how to stop.
 * @param belongs whether a delivery is one of those that the engine was asked for
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
 * How many deliveries came in each span of time. Spans are numbered since the epoch, so that one keeps its number, and what
 * is chosen of it, while time moves on.
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

/** Drops spans that lie before the first one that is shown. Pure. */
export function forgetBefore(counts: RateCounts, first: number): RateCounts {
  const kept = [...counts.spans].filter(([span]) => span >= first)
  return kept.length === counts.spans.size ? counts : { ...counts, spans: new Map(kept) }
}

/** The counts of the spans that are shown, the oldest first. Pure. */
export function countsFrom(counts: RateCounts, { first, last }: { first: number; last: number }): VerdictCounts[] {
  return Array.from({ length: last - first + 1 }, (_, place) => counts.spans.get(first + place) ?? {})
}
