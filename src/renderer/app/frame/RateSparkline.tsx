import { useEffect, useState } from 'react'
import { useApp } from '../../data/state/useApp.ts'
import { frameWords } from './words.ts'
import { freshDeliveries } from '../../features/monitor/charts/rateRanges.ts'
import type { AppStore } from '../../data/state/appStore.ts'
import styles from './TopBar.module.css'

const slices = 30
const sliceMs = 2000
const height = 16
const width = 3

/** Arrivals of the last minute, a bar for two seconds. Of all environments: it is the machine's pulse. */
export function RateSparkline() {
  const { store } = useApp()
  const [{ counts, isLeast }, setArrivals] = useState<Arrivals>({ counts: [], isLeast: false })
  useEffect(() => followArrivals(store, slices, sliceMs, setArrivals), [store])
  const total = counts.reduce((sum, count) => sum + count, 0)
  const top = Math.max(4, ...counts)
  const bars = (tall: (count: number) => number) =>
    counts.map((count, slice) => `M${slice * width} ${height}v${-tall(count)}h2v${tall(count)}z`).join('')
  return (
    <span data-part="sparkline" className={styles.sparkline} title={frameWords.lastMinute(total, isLeast)}>
      <svg width={slices * width} height={height} aria-hidden="true">
        <path d={bars((count) => (count === 0 ? 1 : 0))} />
        <path data-some d={bars((count) => (count === 0 ? 0 : Math.max(2, (count / top) * height)))} />
      </svg>
      <span className="muted numbers">{frameWords.perMinute(total, isLeast)}</span>
    </span>
  )
}

/** How many deliveries arrived in each of the last slices of time, the oldest first. */
export interface Arrivals {
  counts: readonly number[]
  /** More arrived in this time than the page knows. */
  isLeast: boolean
}

interface Counted {
  /** By number of the slice since the epoch. */
  slices: Map<number, number>
  /** Start of the known counts, ms since the epoch. */
  knownFrom: number
}

/** The last slices up to now. Slices begin at whole multiples, so that a bar keeps its deliveries while time moves on. Pure. */
export function arrivalsAt({ slices, knownFrom }: Counted, now: number, count: number, sliceMs: number): Arrivals {
  const last = Math.floor(now / sliceMs)
  const counts = Array.from({ length: count }, (_, place) => slices.get(last - count + 1 + place) ?? 0)
  // A clock that runs a little behind counts what seems to come later as just now.
  for (const [slice, more] of slices) if (slice > last) counts[count - 1] = (counts[count - 1] ?? 0) + more
  return { counts, isLeast: knownFrom > now - count * sliceMs }
}

/** Counts what arrives and reports it once in each slice; the first that is found, at once. Returns how to stop. */
export function followArrivals(
  store: AppStore,
  count: number,
  sliceMs: number,
  report: (arrivals: Arrivals) => void,
): () => void {
  const counted: Counted = { slices: new Map(), knownFrom: -Infinity }
  let newest = '0'
  let seen: unknown = null
  let reported = ''
  let begun = false

  const take = () => {
    const { feed } = store.getState()
    if (feed.window === seen) return
    seen = feed.window
    const found = freshDeliveries(feed, newest)
    newest = found.newest
    for (const { receivedAt } of found.fresh) {
      const slice = Math.floor(Date.parse(receivedAt) / sliceMs)
      counted.slices.set(slice, (counted.slices.get(slice) ?? 0) + 1)
    }
    if (found.isTorn) counted.knownFrom = Date.parse(found.fresh.at(-1)?.receivedAt ?? '')
    if (begun || found.fresh.length === 0) return
    begun = true
    step()
  }
  const step = () => {
    const now = Date.now()
    for (const slice of counted.slices.keys()) if (slice <= now / sliceMs - count - 1) counted.slices.delete(slice)
    const arrivals = arrivalsAt(counted, now, count, sliceMs)
    const text = JSON.stringify(arrivals)
    if (text !== reported) report(arrivals)
    reported = text
  }
  const unsubscribe = store.subscribe(take)
  const timer = setInterval(step, sliceMs)
  step()
  take()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
