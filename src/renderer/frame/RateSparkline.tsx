import { useEffect, useState } from 'react'
import { useApp } from '../state/useApp.ts'
import { rateWords } from '../words/charts.ts'
import { type Arrivals, followArrivals } from './followArrivals.ts'

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
    <span className="sparkline" title={isLeast ? rateWords.atLeastMinute(total) : rateWords.minute(total)}>
      <svg width={slices * width} height={height} aria-hidden="true">
        <path d={bars((count) => (count === 0 ? 1 : 0))} />
        <path data-some d={bars((count) => (count === 0 ? 0 : Math.max(2, (count / top) * height)))} />
      </svg>
      <span className="muted numbers">{rateWords.perMinute(total, isLeast)}</span>
    </span>
  )
}
